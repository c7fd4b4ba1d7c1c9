/** Two people play a whole deal and a third looks on: no page is ever told a card that it must not know. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BASE, DESKTOP, PHONE, byId, launch, visit } from './browser.mjs';
import { playByPress, playOn, thirds } from './play.mjs';
import { decidedAt, leaks, listen, shownBy } from './secrets.mjs';
import { dealt, openTable } from './table.mjs';

let browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

async function listener(options) {
  const page = await visit(browser, options, 'about:blank');
  return { page, heard: await listen(page) };
}

/** Declares if there is anything, loads the page anew once in mid-deal, and plays a card. */
function turnOf({ reloadAt }) {
  return async (page, n) => {
    if (n === reloadAt) {
      await page.reload();
      await page.locator('[data-testid="hand-card"][data-legal="true"]').first().waitFor();
    }
    const choices = byId(page, 'declare').locator('button');
    while ((await choices.count()) > 0) {
      const before = await choices.count();
      await choices.first().click();
      await page.waitForFunction(
        (left) => document.querySelectorAll('[data-testid="declare"] button').length < left &&
          document.querySelector('[data-testid="hand-card"][data-legal="true"]') !== null,
        before,
      );
    }
    return playByPress(page);
  };
}

/** Returns the frames with something added to one of them. */
function spoilt(frames, index, change) {
  return frames.map((frame, n) => {
    if (n !== index) return frame;
    const message = JSON.parse(frame.text);
    change(message);
    return { ...frame, text: JSON.stringify(message) };
  });
}

function isMove({ text }) {
  return JSON.parse(text).event?.type === 'moved';
}

test('a deal between two people, seen by a third', async () => {
  const [host, guest, watcher] = [await listener(DESKTOP), await listener(PHONE), await listener(DESKTOP)];
  const address = await openTable(host.page, { players: 2, declarations: true }, { bots: undefined, private: true });
  assert.match(address, /\?invite=/);
  await watcher.page.goto(address);
  await byId(watcher.page, 'invitation-watch').click();
  await byId(watcher.page, 'topline').waitFor();
  await guest.page.goto(address);
  await guest.page.locator('[data-testid^="sit-"]').first().tap();
  await Promise.all([dealt(host.page), dealt(guest.page)]);
  // Others come later, and are shown where the deal stands.
  const late = await listener(DESKTOP);
  await Promise.all([
    playOn(host.page, turnOf({ reloadAt: 9 })),
    playOn(guest.page, async (page, n) => {
      if (n === 5) {
        await late.page.goto(address);
        await byId(late.page, 'invitation-watch').click();
      }
      if (n === 12) await watcher.page.reload();
      return turnOf({ reloadAt: 3 })(page, n);
    }),
  ]);
  for (const { page } of [host, guest, watcher, late]) {
    await byId(page, 'result').waitFor();
    assert.ok(thirds(await byId(page, 'result-total').innerText()) >= 35);
  }

  const id = new URL(await byId(host.page, 'look').getAttribute('href'), BASE).pathname.split('/').at(-1);
  const record = await (await fetch(new URL(`/api/games/${id}`, BASE))).json();
  const me = (await host.page.evaluate(async () => (await fetch('/api/me')).json())).user;
  const { seat } = record.players.find((one) => one.player.id === me.id);
  const sent = seat === 0 ? [host.heard.sent, guest.heard.sent] : [guest.heard.sent, host.heard.sent];
  const decided = decidedAt(record, sent);
  const told = [
    { name: 'host', frames: host.heard.received, seat },
    { name: 'guest', frames: guest.heard.received, seat: 1 - seat },
    { name: 'watcher', frames: watcher.heard.received, seat: undefined },
    { name: 'late watcher', frames: late.heard.received, seat: undefined },
  ];
  for (const { name, frames, seat } of told) {
    assert.ok(frames.filter(isMove).length >= 15, `${name} heard of the moves`);
    assert.ok(frames.some(({ text }) => JSON.parse(text).type === 'snapshot'), `${name} was shown the table`);
    assert.deepEqual(leaks(frames, record, decided, seat), [], name);
  }
  const frames = told.reduce((sum, one) => sum + one.frames.length, 0);
  console.log(`${frames} frames at four pages, ${record.steps.length} actions: nothing told too early`);

  // The check itself: whatever is told too early, wherever it stands, is found.
  for (const { name, frames, seat } of told) {
    const early = frames.findIndex(isMove);
    const done = decided.filter((at) => at <= frames[early].at).length;
    const shown = shownBy(record.steps.slice(0, done).flatMap((step) => step.events));
    const hidden = record.cards.hands[seat === 0 ? 1 : 0].filter((card) => !shown.includes(card));
    const undrawn = record.cards.stock.filter((card) => !shown.includes(card));
    assert.ok(hidden.length > 0, name);
    const changes = [
      [hidden[0], (message) => (message.event.events[0].card = hidden[0])],
      [hidden[0], (message) => (message.words = `holds ${hidden[0]}, too`)],
      [hidden[0], (message) => (message[hidden[0]] = 1)],
      ...undrawn.slice(-1).map((card) => [
        card,
        (message) => (message.event.turn = { ...message.event.turn, hint: { cards: [card] } }),
      ]),
    ];
    for (const [card, change] of changes) {
      const found = leaks(spoilt(frames, early, change), record, decided, seat);
      assert.equal(found.length, 1, `${name}: ${found}`);
      assert.match(found[0], new RegExp(`names ${card}`));
    }
    const secret = leaks(spoilt(frames, early, (message) => (message.key = record.secret)), record, decided, seat);
    assert.equal(secret.length, 1, name);
    // Its own cards are no secret to a seat; a spectator may see neither hand.
    const hands = record.cards.hands.map((hand) =>
      leaks(spoilt(frames, early, (message) => (message.hand = hand)), record, decided, seat).length > 0,
    );
    assert.deepEqual(hands, [seat !== 0, seat !== 1], name);
    // A snapshot that concludes too much.
    const picture = frames.findIndex(({ text }) => JSON.parse(text).snapshot?.deal?.moves.length > 0);
    if (picture >= 0) {
      const found = leaks(
        spoilt(frames, picture, (message) => message.snapshot.deal.view.denied[0].push('X9')),
        record,
        decided,
        seat,
      );
      assert.deepEqual(found.map((one) => /denied/.test(one)), [true], name);
    }
  }
  // The frames as if they had come before the cards were played.
  const before = watcher.heard.received.map((frame) => ({ ...frame, at: frame.at - 3600 }));
  assert.ok(leaks(before, record, decided, undefined).length > record.steps.length);

  for (const { page } of [host, guest, watcher, late]) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('what is not over yet is in no archive', async () => {
  const { page, heard } = await listener(DESKTOP);
  await openTable(page, { players: 2 });
  await dealt(page);
  await playOn(page, (p) => playByPress(p), 3);
  const game = heard.received.map(({ text }) => JSON.parse(text).event?.deal?.game).find(Boolean);
  assert.ok(game);
  assert.equal((await fetch(new URL(`/api/games/${game}`, BASE))).status, 404);
  const me = (await page.evaluate(async () => (await fetch('/api/me')).json())).user;
  assert.deepEqual(await (await fetch(new URL(`/api/games?player=${me.id}`, BASE))).json(), []);
  await page.context().close();
});
