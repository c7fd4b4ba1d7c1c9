/** Tarok for three against bots, to the score: a three, a klop and a berač, by mouse, keys and finger. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible } from './axe.mjs';
import { DESKTOP, MOVING, PHONE, byId, launch, overflow, passing, scrollable, visit } from './browser.mjs';
import { watchCards } from './cloth.mjs';
import { OwnServer } from './own.mjs';
import { listen } from './secrets.mjs';
import { anotherTable, becomeGuest, dealt, still } from './table.mjs';
import { WAYS, asked, contractOf, decideAll, decided, discard, playToEnd, recordOf, scoreOf, speak, undertake } from './tarok.mjs';
import { playOut } from './unseen.mjs';

const SMALL = { ...PHONE, viewport: { width: 360, height: 740 } };

let browser;
let own;

before(async () => {
  browser = await launch();
  own = await OwnServer.with([]);
});

after(async () => {
  await browser?.close();
  await own?.stop();
});

function open(options) {
  return visit(browser, { ...options, settings: { pace: 'fast' }, baseURL: own.url }, 'about:blank');
}

async function seatOf(page, record) {
  const { user } = await (await page.request.get('/api/me')).json();
  return record.players.find((one) => one.player.id === user.id).seat;
}

/** The table of the result says what is recorded, and adds up. */
async function checkScore(page, contract) {
  await byId(page, 'result').waitFor();
  const record = await recordOf(page);
  assert.equal(record.result.contract, contract);
  const { sum, lines } = await scoreOf(page);
  assert.deepEqual(sum, record.result.scores);
  for (const seat of [0, 1, 2]) {
    assert.equal(lines.reduce((all, line) => all + line[seat], 0), sum[seat], `the lines of seat ${seat}`);
  }
  return record;
}

async function done(page) {
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

test('a three by mouse: talon, discards, announcements, the score and the replay', async () => {
  const page = await open(DESKTOP);
  await undertake(page, 'three', WAYS.mouse, { deals: 3 });
  assert.equal(await contractOf(page), 'three');
  assert.equal(await asked(page), 'taking');
  await still(page);
  assert.equal(await byId(page, 'talon').locator('[data-testid="talon-card"]').count(), 6);
  await accessible(page, 'talon');
  assert.deepEqual([await overflow(page), await scrollable(page)], [0, 0]);
  await byId(page, 'take-0').click();
  await decided(page, 'taking');
  assert.equal(await byId(page, 'hand-card').count(), 19);

  // Picked cards can be taken back; nothing is sent before it is confirmed.
  assert.equal(await asked(page), 'discarding');
  await still(page);
  assert.ok(await byId(page, 'discard-confirm').isDisabled());
  const free = page.locator('[data-testid="hand-card"][data-legal="true"]');
  await free.last().click({ position: { x: 8, y: 40 } });
  assert.equal(await byId(page, 'discards').locator('[data-card]').count(), 1);
  await byId(page, 'discard-undo').click();
  assert.equal(await byId(page, 'discards').locator('[data-card]').count(), 0);
  assert.equal(await byId(page, 'hand-card').count(), 19);
  const kept = page.locator('[data-testid="hand-card"][data-legal="false"]');
  if ((await kept.count()) > 0) {
    const said = await passing(page, 'notice');
    await kept.first().click({ position: { x: 8, y: 40 }, force: true });
    await said(/Kings, pagat, mond and škis may not be discarded/);
  }
  await accessible(page, 'discarding');
  await discard(page, WAYS.mouse);
  await decided(page, 'discarding');
  assert.equal(await byId(page, 'hand-card').count(), 16);

  assert.equal(await asked(page), 'announcing');
  await still(page);
  await accessible(page, 'announcing');
  // On a telephone on its side there is nothing to scroll for.
  await page.setViewportSize({ width: 844, height: 390 });
  assert.ok(await byId(page, 'tarok-panel').evaluate((panel) => panel.scrollHeight <= panel.clientHeight));
  await page.setViewportSize(DESKTOP.viewport);
  await speak(page, WAYS.mouse, ['announce:kings']);
  await byId(page, 'stake-kings').waitFor();
  const played = await playToEnd(page, WAYS.mouse, ['raise:game']);
  assert.equal(new Set(played).size, 16);

  const record = await checkScore(page, 'three');
  assert.equal(record.result.declarer, await seatOf(page, record));
  assert.ok(record.result.items.some(({ item, silent }) => item === 'kings' && !silent));
  await accessible(page, 'result');
  assert.equal(await byId(page, 'result-score').count(), 1, 'deals of a match add up');

  await byId(page, 'look').click();
  await byId(page, 'replay').waitFor();
  const said = new Set();
  for (let step = 1; step <= record.steps.length; step += 1) {
    await byId(page, 'replay-next').click();
    await page.waitForFunction((n) => document.querySelector('[data-testid=replay]')?.dataset.step === String(n), step);
    said.add(await byId(page, 'said').innerText());
  }
  assert.ok([...said].some((words) => words.includes('announces kings')));
  assert.ok(await byId(page, 'replay-next').isDisabled());
  assert.deepEqual((await scoreOf(page)).sum, record.result.scores);
  // Everything that was put away is open by now.
  await byId(page, 'talon-note').click();
  assert.equal(await byId(page, 'line-put').locator('.chip').count(), 3);
  await page.keyboard.press('Escape');
  await byId(page, 'replay-first').click();
  await page.waitForFunction(() => document.querySelector('[data-testid=replay]')?.dataset.step === '0');
  await page.locator('[data-testid^="replay-hand-"] [role="img"]').first().waitFor();
  assert.equal(await byId(page, 'replay').locator('[data-testid^="replay-hand-"] [role="img"]').count(), 48);
  await accessible(page, 'replay');
  await page.goto(`/game/${record.id}/fair`);
  await byId(page, 'verdict').waitFor();
  assert.equal(await byId(page, 'verdict').getAttribute('data-fair'), 'true');
  await accessible(page, 'fair');
  await done(page);
});

test('a klop by keys alone, and everything is said', async () => {
  const page = await open(DESKTOP);
  await undertake(page, 'klop', WAYS.keys);
  await page.evaluate(() => {
    window.heard = [];
    const live = document.querySelector('[data-testid="live"]');
    new MutationObserver(() => window.heard.push(live.textContent)).observe(live, { childList: true, characterData: true, subtree: true });
    // A gift lies there as long as its trick.
    window.gifts = 0;
    new MutationObserver(() => {
      window.gifts += document.querySelectorAll('[data-testid="gift"]').length;
    }).observe(document.body, { childList: true, subtree: true });
  });
  assert.equal(await contractOf(page), 'klop');
  await byId(page, 'klop-talon').waitFor();
  let plays = 0;
  const play = async (p) => {
    // Some turns are played at once, others after everything has been heard.
    plays += 1;
    if (plays % 4 === 0) await still(p);
    return WAYS.keys.play(p);
  };
  const played = await playToEnd(page, { ...WAYS.keys, play });
  assert.equal(played.length, 16);
  assert.ok((await page.evaluate(() => window.gifts)) > 0, 'the talon’s cards are shown');
  const record = await checkScore(page, 'klop');
  assert.equal(record.result.declarer, null);
  assert.ok(record.result.radelci);
  const heard = (await page.evaluate(() => window.heard)).join(' ');
  assert.match(heard, /plays the tarok [IVX]+\./);
  assert.match(heard, /takes the trick and from the talon the /);
  assert.match(heard, /It is your turn\./);
  assert.ok((heard.match(/ plays the /g) ?? []).length >= 40, heard);
  await page.waitForFunction(() => document.activeElement?.dataset.testid === 'result');
  await done(page);
});

test('talon, discards, announcements and kontra by keys alone', async () => {
  const page = await open(DESKTOP);
  await undertake(page, 'two', WAYS.keys);
  assert.equal(await decideAll(page, WAYS.keys, ['announce:valat', 'raise:game', 'raise:valat']), 'card');
  await playOut(page);
  const record = await checkScore(page, 'two');
  const valat = record.result.items.find(({ item }) => item === 'valat');
  assert.equal(Math.abs(valat.value), 500 * valat.multiplier);
  assert.ok(record.result.radelci, 'after a valat everybody gets a radelc');
  await done(page);
});

test('a berač on a small phone, by finger', async () => {
  const page = await open(SMALL);
  await undertake(page, 'berac', WAYS.finger);
  assert.equal(await contractOf(page), 'berač');
  assert.equal(await asked(page), 'card');
  await still(page);
  assert.equal(await byId(page, 'hand-card').count(), 16);
  assert.deepEqual([await overflow(page), await scrollable(page)], [0, 0]);
  const row = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('[data-testid="hand-card"]')].map((card) => card.getBoundingClientRect());
    return { left: Math.min(...boxes.map((box) => box.left)), right: Math.max(...boxes.map((box) => box.right)), width: window.innerWidth };
  });
  assert.ok(row.left >= 0 && row.right <= row.width, `all cards are on the screen: ${JSON.stringify(row)}`);
  await accessible(page, 'berač');
  await playToEnd(page, WAYS.finger);
  const record = await checkScore(page, 'berac');
  assert.equal(record.result.declarer, await seatOf(page, record));
  assert.equal(Math.abs(record.result.items[0].value), 70);
  assert.equal(await overflow(page), 0);
  await accessible(page, 'result');
  await done(page);
});

test('what somebody else discards stays hidden, and kontra is said', async () => {
  const [page, watcher] = [await open(PHONE), await open(DESKTOP)];
  const [heard, watched] = [await listen(page), await listen(watcher)];
  let record;
  for (let tries = 0; tries < 60 && !record; tries += 1) {
    await becomeGuest(page);
    const address = await anotherTable(page, { game: { name: 'tarok', options: {} } });
    await dealt(page);
    heard.received.length = 0;
    watched.received.length = 0;
    await watcher.goto(address);
    await byId(watcher, 'contract').waitFor();
    const others = await passes(page);
    if (!others) continue;
    await playOut(page, ['raise:game']);
    record = await recordOf(page);
  }
  assert.ok(record, 'somebody played for the talon');
  const seat = await seatOf(page, record);
  assert.notEqual(record.result.declarer, seat);
  const game = record.result.items.find(({ item }) => item === 'game');
  assert.ok(game.multiplier >= 2, 'kontra counts');

  const put = record.steps.flatMap(({ events }) => events.flatMap((event) => (event.type === 'discarded' ? event.card : [])));
  const hidden = put.filter((card) => !card.startsWith('T') && !record.cards.stock.includes(card));
  assert.ok(put.length > 0 && put.length <= 3, put.join());
  assert.deepEqual(leaks(heard.received, hidden), []);
  // A spectator knows no hand, and hears of nothing that was put away.
  assert.ok(watched.received.length > 20, 'the watcher heard of the deal');
  assert.deepEqual(leaks(watched.received, hidden), []);
  await byId(watcher, 'result').waitFor();
  await done(watcher);
  const discards = heard.received.flatMap(({ text }) => {
    const { event } = JSON.parse(text);
    return event?.type === 'moved' ? event.events.filter((one) => one.type === 'discarded') : [];
  });
  assert.equal(discards.length, put.length, 'everybody hears that something was put away');
  for (const { card } of discards) assert.ok(card === undefined || card.startsWith('T'), `${card} was told`);
  // The check itself: a card that is told is found.
  if (hidden.length > 0) {
    const spoilt = [...heard.received, { text: JSON.stringify({ type: 'event', event: { type: 'moved', action: `discard:${hidden[0]}` } }) }];
    assert.equal(leaks(spoilt, hidden).length, 1);
  }
  await done(page);
});

test('from the form, with rules of the table, and at once from the front page', async () => {
  const page = await open(DESKTOP);
  await page.goto('/create');
  await byId(page, 'variant-tarok').check();
  assert.ok(await byId(page, 'players-4').isChecked(), 'four is usual');
  await byId(page, 'players-3').check();
  await byId(page, 'open_berac').check();
  await byId(page, 'deals').selectOption('6');
  await byId(page, 'bots').selectOption('gentle');
  await accessible(page, 'the form');
  await byId(page, 'create').click();
  await dealt(page);
  assert.match(await byId(page, 'topline').innerText(), /deal 1 of 6/);
  const table = new URL(page.url()).pathname.split('/').at(-1);
  const tables = await (await page.request.get('/api/tables')).json();
  assert.deepEqual(tables.find(({ id }) => id === table).config.game.options.open_berac, true);
  await page.goto('/');
  await page.locator('[data-testid="lobby-table"]').getByText('tarok').first().waitFor();
  for (const [size, cards] of [[undefined, 12], [3, 16]]) {
    await page.goto('/');
    if (size !== undefined) await byId(page, `size-tarok-${size}`).check();
    await byId(page, 'play-tarok').click();
    await dealt(page);
    assert.equal(await byId(page, 'hand-card').count(), cards);
  }
  await done(page);
});

test('cards travel from the talon to the hand and away again', async () => {
  const page = await visit(browser, { ...DESKTOP, ...MOVING, baseURL: own.url }, 'about:blank');
  await undertake(page, 'three', WAYS.mouse);
  assert.equal(await asked(page), 'taking');
  await watchCards(page);
  await byId(page, 'take-0').click();
  await decided(page, 'taking');
  await page.waitForFunction(() => window.travels.has('hand'));
  assert.equal(await asked(page), 'discarding');
  await discard(page, WAYS.mouse);
  await decided(page, 'discarding');
  await page.waitForFunction(() => window.travels.has('put') && window.travels.has('pile'));
  await playToEnd(page, WAYS.mouse);
  await checkScore(page, 'three');
  await done(page);
});

test('the rules and the deck show the cards', async () => {
  const page = await open(PHONE);
  await page.goto('/rules/tarok');
  await page.locator('#klop').waitFor();
  assert.ok((await page.locator('main img').count()) > 40);
  await accessible(page, 'rules');
  await page.goto('/deck?proof');
  await byId(page, 'tarok-light').waitFor();
  assert.equal(await byId(page, 'tarok-dark').locator('.row img').count(), 3 * 55);
  await done(page);
});

/** Passes until somebody else plays; whether it is a game with discards. */
async function passes(page) {
  for (;;) {
    const name = await page
      .waitForFunction(
        () => {
          const panel = document.querySelector('[data-testid="tarok-panel"]');
          if (panel?.dataset.mine === 'true' && panel.querySelector('button')) return panel.dataset.name;
          const played = document.querySelector('[data-testid="contract"] [data-testid="term"]')?.textContent;
          return played ?? undefined;
        },
        null,
        { polling: 30 },
      )
      .then((found) => found.jsonValue());
    if (name === 'bidding') {
      await byId(page, 'bid-pass').tap();
      await decided(page, 'bidding');
    } else {
      return ['three', 'two', 'one'].includes(name) || ['doubling', 'taking'].includes(name);
    }
  }
}

/** Frames that name one of these cards: none of them may be heard of before the deal is over, nor after it. */
function leaks(frames, cards) {
  return frames.flatMap(({ text }) => {
    const message = JSON.parse(text);
    // Everybody can conclude from what was seen which cards a player cannot hold.
    const view = message.snapshot?.deal?.view ?? message.event?.deal?.view;
    if (view) delete view.denied;
    const told = JSON.stringify(message);
    const named = cards.filter((card) => new RegExp(`(?<![\\p{L}\\d])${card}(?![\\p{L}\\d])`, 'u').test(told));
    return named.length > 0 ? [`${message.type} names ${named.join()}`] : [];
  });
}

/** Returns true if the two places have room in common. */
function meet(a, b) {
  return Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 1 && Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 1;
}

test('on a telephone on its side nothing that answers is hidden, and no card lies over whose turn it is', async () => {
  const page = await open({ viewport: { width: 844, height: 390 } });
  const panel = byId(page, 'tarok-panel');
  await undertake(page, 'two', WAYS.mouse, {}, async () => {
    assert.ok(await panel.evaluate((one) => one.scrollHeight <= one.clientHeight), 'the whole question is seen');
  });
  await asked(page);
  await byId(page, 'take-0').click();
  await decided(page, 'taking');
  await discard(page, WAYS.mouse);
  await decided(page, 'discarding');
  assert.equal(await asked(page), 'announcing');
  await still(page);
  const [frame, confirm] = [await panel.boundingBox(), await byId(page, 'say-confirm').boundingBox()];
  assert.ok(confirm.y >= frame.y && confirm.y + confirm.height <= frame.y + frame.height, 'what answers is in the frame');
  await byId(page, 'say-confirm').click();
  await decided(page, 'announcing');
  while ((await asked(page)) !== 'card') await speak(page, WAYS.mouse, []);
  const status = await page.locator('[data-testid="status"] span').first().boundingBox();
  const plates = await Promise.all((await page.locator('[data-place^="plate-"]').all()).map((plate) => plate.boundingBox()));
  for (const place of await byId(page, 'trick').locator('.card').all()) {
    const card = await place.boundingBox();
    assert.ok(![status, ...plates].some((other) => meet(card, other)), 'a card covers nothing');
  }
  await playOut(page);
  const again = await byId(page, 'again').boundingBox();
  assert.ok(again.y + again.height <= 390, 'how to go on is in the window');
  await done(page);
});
