/** Tablić against bots and between people: captures by mouse, keys and finger, to the score and the replay. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible } from './axe.mjs';
import { DESKTOP, MOVING, PHONE, byId, goBackTo, launch, overflow, passing, scrollable, visit } from './browser.mjs';
import { watchCards } from './cloth.mjs';
import { OwnServer } from './own.mjs';
import { awaitTurn, playOn } from './play.mjs';
import { listen } from './secrets.mjs';
import { createTable, dealt, still } from './table.mjs';
import {
  cardsOf,
  checkScore,
  held,
  layDown,
  legalOf,
  lying,
  openTablic,
  pick,
  playByButtons,
  playByKeys,
  playTwice,
  readAction,
  unlisted,
  playUntil,
} from './tablic.mjs';
import { playOut, search } from './unseen.mjs';

const SMALL = { ...PHONE, viewport: { width: 360, height: 740 } };
/** The least that accessibility asks of what is to be touched. */
const FINGER_PX = 24;

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

/** A page of somebody new, with these settings. */
function open(options, settings = {}) {
  return visit(browser, { ...options, settings: { pace: 'fast', ...settings }, baseURL: own.url }, 'about:blank');
}

/** Counts how often a tabla is celebrated from now on. */
async function countTablas(page) {
  await page.evaluate(() => {
    window.tablas = 0;
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) if (node instanceof Element && node.matches('[data-testid="tabla"]')) window.tablas += 1;
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
}

async function done(page) {
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

/** Every card on the table is in the window and leaves room for a finger, however many there are. */
async function tappable(page, least = FINGER_PX) {
  const boxes = await byId(page, 'table-card').evaluateAll((cards) =>
    cards.map((card) => {
      const { left, right, top, bottom } = card.getBoundingClientRect();
      return { left, right, top, bottom, width: window.innerWidth };
    }),
  );
  for (const box of boxes) {
    assert.ok(box.left >= 0 && box.right <= box.width, `all cards are on the screen: ${JSON.stringify(box)}`);
    // The part of it that is under no other card.
    const covers = boxes.filter((other) => other !== box && other.left < box.right - 1 && other.right > box.left + 1 && other.top > box.top);
    const free = Math.min(box.bottom, ...covers.map((other) => other.top)) - box.top;
    assert.ok(free >= least && box.right - box.left >= least, `${free} pixels are free: ${JSON.stringify(box)}`);
  }
}

/** Stops where two cards can be captured at once. */
function manyToCapture(legal) {
  return legal.some((action) => action.includes('+')) ? 'stop' : 'leave';
}

test('a game by mouse: captures picked on the table, the sum as one goes, the score and the replay', async () => {
  const page = await open(DESKTOP, { pace: 'fast' });
  const heard = await listen(page);
  const game = { name: 'tablic', options: { players: 2, target: 101 } };
  await page.goto(await search(page, { game }, manyToCapture));
  await dealt(page);
  assert.equal(await byId(page, 'hand-card').count(), 6);
  assert.equal(await awaitTurn(page), 'turn');
  await still(page);
  await accessible(page, 'one’s own turn');
  assert.deepEqual([await overflow(page), await scrollable(page)], [0, 0]);

  await countTablas(page);
  /** Everything is looked at before the next card is played. */
  const way = async (p) => {
    await still(p);
    return playTwice()(p);
  };

  // A capture of two cards at least, picked one by one.
  const wanted = legalOf(heard).legal.map(readAction).find(({ taken }) => taken.length >= 2);
  const { card, taken } = wanted;
  const [first, ...rest] = taken;
  await pick(page, card, [first]);
  assert.equal(await held(page, card).getAttribute('aria-pressed'), 'true');
  const whole = (await byId(page, 'sums').getAttribute('data-left')) === '0';
  if (!whole) {
    // Cards that do not add up are not sent, and it is said why.
    assert.equal(await byId(page, 'do-capture').getAttribute('aria-disabled'), 'true');
    const said = await passing(page, 'notice');
    await byId(page, 'do-capture').click({ force: true });
    await said(/do not all make groups/);
    await held(page, card).waitFor();
  }
  await accessible(page, 'picked cards');
  for (const one of rest) await lying(page, one).click({ position: { x: 8, y: 30 } });
  assert.equal(await byId(page, 'sums').getAttribute('data-left'), '0');
  assert.match(await byId(page, 'sums').innerText(), /=/);
  // Taken back and picked again; Escape takes all of it back.
  await lying(page, first).click({ position: { x: 8, y: 30 } });
  assert.equal(await lying(page, first).getAttribute('aria-pressed'), 'false');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('[aria-pressed="true"]:is([data-testid="hand-card"], [data-testid="table-card"])').count(), 0);
  // The other way round: first the table, then the card that takes it.
  for (const one of taken) await lying(page, one).click({ position: { x: 8, y: 30 } });
  assert.equal(await held(page, card).getAttribute('data-legal'), 'true');
  await held(page, card).click({ position: { x: 8, y: 30 } });
  await byId(page, 'do-capture').click();
  await held(page, card).waitFor({ state: 'detached' });
  await byId(page, 'log').getByText(/takes with the /).last().waitFor();
  await awaitTurn(page);
  await byId(page, 'last-capture').click();
  assert.ok((await page.locator('.popover .content img').count()) >= 2);
  await page.keyboard.press('Escape');

  await playOn(page, way);
  const record = await checkScore(page);
  assert.equal(record.kind, 'tablic-2');
  // Nothing before one's own first turn was looked at.
  const since = record.steps.slice(record.steps.findIndex(({ seat }) => record.players[seat].player.kind !== 'bot'));
  const tablas = since.flatMap(({ events }) => events).filter((event) => event.tabla).length;
  assert.equal(await page.evaluate(() => window.tablas), tablas, 'every tabla is celebrated once');
  await accessible(page, 'result');
  const own24 = record.steps.filter(({ seat }) => record.players[seat].player.kind !== 'bot');
  assert.equal(own24.length, 24);

  await byId(page, 'look').click();
  await byId(page, 'replay').waitFor();
  const said = new Set();
  for (let step = 1; step <= record.steps.length; step += 1) {
    await byId(page, 'replay-next').click();
    await page.waitForFunction((n) => document.querySelector('[data-testid=replay]')?.dataset.step === String(n), step);
    said.add(await byId(page, 'said').innerText());
  }
  assert.ok([...said].some((words) => words.includes('takes with the')));
  assert.ok([...said].some((words) => words.includes('New cards: 6 each')));
  assert.ok(await byId(page, 'replay-next').isDisabled());
  await byId(page, 'replay-result').waitFor();
  await byId(page, 'replay-first').click();
  await page.waitForFunction(() => document.querySelector('[data-testid=replay]')?.dataset.step === '0');
  await page.locator('[data-testid^="replay-hand-"] [role="img"]').first().waitFor();
  assert.equal(await byId(page, 'replay').locator('[data-testid^="replay-hand-"] [role="img"]').count(), 12);
  assert.equal(await byId(page, 'table-card').count(), 4);
  // From capture to capture.
  await byId(page, 'replay-nextTrick').click();
  await page.waitForFunction(() => Number(document.querySelector('[data-testid=replay]')?.dataset.step) > 0);
  assert.match(await byId(page, 'said').innerText(), /takes with the/);
  await accessible(page, 'replay');
  await page.goto(`/game/${record.id}/fair`);
  await byId(page, 'verdict').waitFor();
  assert.equal(await byId(page, 'verdict').getAttribute('data-fair'), 'true');
  await page.goto('/games?kind=tablic-2');
  await goBackTo(page, record.id);
  await done(page);
});

test('a game of three by keys alone, and everything is said', async () => {
  const page = await open(DESKTOP);
  await openTablic(page, { players: 3 });
  await page.evaluate(() => {
    window.heard = [];
    const live = document.querySelector('[data-testid="live"]');
    new MutationObserver(() => window.heard.push(live.textContent)).observe(live, { childList: true, characterData: true, subtree: true });
  });
  await awaitTurn(page);
  await still(page);
  // From the hand up to the table and back, and a digit chooses a card from anywhere.
  await page.locator('[data-testid="hand-card"][tabindex="0"]').focus();
  await page.keyboard.press('ArrowUp');
  const at = () => page.evaluate(() => document.activeElement?.dataset.testid);
  assert.equal(await at(), 'table-card');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('[data-testid="table-card"][aria-pressed="true"]').count(), 1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  assert.equal(await at(), 'hand-card');
  await page.keyboard.press('2');
  const [, second] = await cardsOf(page, 'hand-card');
  assert.equal(await held(page, second).getAttribute('aria-pressed'), 'true');
  await page.keyboard.press('Escape');

  const played = await playOn(page, async (p, n) => {
    if (n % 4 === 0) await still(p);
    return playByKeys(p);
  });
  assert.equal(played.length, 16);
  const record = await checkScore(page);
  assert.equal(record.kind, 'tablic-3');
  const heard = (await page.evaluate(() => window.heard)).join(' ');
  assert.match(heard, /lays down the /);
  assert.match(heard, /takes with the [a-z ]+: /);
  assert.match(heard, /New cards: 6 each\./);
  assert.match(heard, /It is your turn\./);
  await page.waitForFunction(() => document.activeElement?.dataset.testid === 'result');
  await done(page);
});

for (const [players, size, cards] of [[4, PHONE, 12], [6, SMALL, 8]]) {
  test(`${players} players on a phone of ${size.viewport.width} pixels, by finger`, async () => {
    const page = await open(size);
    await openTablic(page, { players, deals: 3 });
    let looked = 0;
    const way = playByButtons(true);
    const played = await playOn(page, async (p, n) => {
      if (n % 3 === 0) {
        await still(p);
        assert.deepEqual([await overflow(p), await scrollable(p)], [0, 0]);
        await tappable(p);
        looked += 1;
      }
      if (n === 1) await accessible(p, `the table of ${players}`);
      if (n === 0) {
        const first = await byId(p, 'hand-card').first().boundingBox();
        const last = await byId(p, 'hand-card').last().boundingBox();
        const width = last.x + last.width - first.x;
        assert.ok(width >= 0.9 * size.viewport.width, `six cards are ${width} pixels wide`);
        assert.ok(last.x - first.x >= 5 * first.width, 'they lie side by side');
      }
      return way(p);
    });
    assert.equal(played.length, cards);
    assert.ok(looked > 1);
    await checkScore(page);
    assert.equal(await overflow(page), 0);
    await accessible(page, 'result');
    await byId(page, 'again').tap();
    await byId(page, 'result').waitFor({ state: 'detached' });
    await dealt(page);
    assert.match(await byId(page, 'topline').innerText(), /deal 2 of 3/);
    await done(page);
  });
}

test('after a reload everything stands where it was, and a learner sees what is still out', async () => {
  const page = await open(PHONE, { learner: true });
  await openTablic(page, { players: 4 }, { rated: false });
  await playOn(page, playTwice(true), 3);
  await awaitTurn(page);
  await still(page);
  const seen = async () => ({
    hand: await cardsOf(page, 'hand-card'),
    table: await cardsOf(page, 'table-card'),
    piles: await page.locator('[data-testid^="captured-"]').allInnerTexts(),
    log: await byId(page, 'log').locator('li').allTextContents(),
  });
  await byId(page, 'open-side').tap();
  const before = await seen();
  await page.reload();
  await dealt(page);
  await still(page);
  await byId(page, 'open-side').tap();
  assert.deepEqual(await seen(), before);
  await page.keyboard.press('Escape');
  await byId(page, 'cards-out').tap();
  const out = page.locator('.content:popover-open');
  await out.waitFor();
  const taken = before.piles.map((text) => Number(/\d+/.exec(text)[0])).reduce((sum, n) => sum + n, 0);
  assert.equal(await out.locator('.chip').count(), 52 - before.hand.length - before.table.length - taken);
  const box = await out.boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= PHONE.viewport.width, JSON.stringify(box));
  await accessible(page, 'the cards still out');
  await done(page);
});

test('two people lay cards until the list of captures is cut; what is not listed can be taken all the same', async () => {
  const [page, other] = [await open(PHONE), await open(DESKTOP)];
  const [heard, told] = [await listen(page), await listen(other)];
  const pages = [[page, heard], [other, told]];
  await page.request.post('/api/guest', { data: {} });
  await other.request.post('/api/guest', { data: {} });
  const { address } = await createTable(page, { game: { name: 'tablic', options: { players: 2 } }, bots: undefined });
  for (const [one] of pages) {
    await one.goto(address);
    await one.locator('[data-testid^="sit-"]').first().click();
  }
  await Promise.all(pages.map(([one]) => dealt(one)));
  /** Returns the page whose turn it is, and its frames. */
  const turn = async () => {
    const own = '[data-testid="hand-card"][data-legal="true"]';
    return Promise.race(pages.map(async ([one, frames]) => {
      await one.locator(own).first().waitFor();
      await still(one);
      return [one, frames];
    }));
  };
  let found;
  for (let n = 0; n < 44 && !found; n += 1) {
    const [one, frames] = await turn();
    const { legal, cut } = legalOf(frames);
    if (cut) {
      const lying = await cardsOf(one, 'table-card');
      for (const card of await cardsOf(one, 'hand-card')) {
        const taken = unlisted(card, lying, legal);
        if (taken) found = { one, card, taken };
        if (found) break;
      }
    }
    if (!found) await layDown(one);
  }
  assert.ok(found, 'the list was cut');
  const { one, card, taken } = found;
  for (const [each] of pages) {
    assert.deepEqual([await overflow(each), await scrollable(each)], [0, 0]);
    await tappable(each);
  }
  await accessible(one, 'a table of many cards');
  await pick(one, card, taken);
  assert.equal(await byId(one, 'sums').getAttribute('data-left'), '0');
  await byId(one, 'do-capture').click();
  await held(one, card).waitFor({ state: 'detached' });
  await lying(one, taken[0]).waitFor({ state: 'detached' });
  await byId(one, 'log').getByText(/takes with the /).last().waitFor({ state: 'attached' });
  await done(other);
  await done(page);
});

test('who looks on sees no hand, and who plays hears of no card of the others', async () => {
  const [page, watcher] = [await open(PHONE), await open(DESKTOP)];
  const address = await openTablic(page, { players: 2 });
  await watcher.goto(address);
  await byId(watcher, 'table-cards').waitFor({ state: 'attached' });
  assert.equal(await byId(watcher, 'hand-card').count(), 0);
  const watched = await listen(watcher);
  await playOut(page);
  const record = await checkScore(page);
  await byId(watcher, 'result').waitFor();
  // Dealt cards are told to nobody who looks on.
  const dealings = watched.received.flatMap(({ text }) => {
    const { event } = JSON.parse(text);
    return event?.type === 'moved' ? event.events.filter((one) => one.type === 'dealt') : [];
  });
  assert.equal(dealings.length, 6);
  for (const { cards, count } of dealings) assert.deepEqual([cards, count], [undefined, 6]);
  assert.equal(record.steps.flatMap(({ events }) => events).filter((one) => one.type === 'dealt' && one.cards.length === 6).length, 6);
  await done(watcher);
  await done(page);
});

test('from the form, from the front page at once, at a small table in every language, and the rules', async () => {
  const page = await open(DESKTOP);
  await page.goto('/create');
  await byId(page, 'variant-tablic').check();
  await byId(page, 'players-6').check();
  await byId(page, 'end').selectOption('to 51');
  await byId(page, 'bots').selectOption('gentle');
  await accessible(page, 'the form');
  await byId(page, 'create').click();
  await dealt(page);
  assert.match(await byId(page, 'topline').innerText(), /to 51/);
  await page.goto('/');
  await page.locator('[data-testid="own-tables"] [data-testid="lobby-table"]').getByText('tablić').first().waitFor();
  await byId(page, 'play-tablic').click();
  await dealt(page);
  assert.equal(await byId(page, 'hand-card').count(), 6);
  await page.setViewportSize(SMALL.viewport);
  for (const language of ['sl', 'hr', 'it', 'en']) {
    await page.evaluate((spoken) => window.localStorage.setItem('vzetek.language', spoken), language);
    await page.reload();
    await dealt(page);
    await awaitTurn(page);
    await byId(page, 'hand-card').first().click({ position: { x: 8, y: 30 } });
    await byId(page, 'do-lay').waitFor();
    assert.deepEqual([await overflow(page), await scrollable(page)], [0, 0], language);
  }
  await page.goto('/rules/tablic');
  await page.locator('#tabla').waitFor();
  assert.ok((await page.locator('main img').count()) > 25);
  await accessible(page, 'rules');
  await done(page);
});

test('cards travel from the table to the pile, not for those who want none of it', async () => {
  const page = await visit(browser, { ...DESKTOP, ...MOVING, baseURL: own.url }, 'about:blank');
  await openTablic(page, { players: 2 });
  await watchCards(page);
  const flown = () => page.evaluate(() => window.travels.has('table') && window.travels.has('pile'));
  assert.ok(await playUntil(page, playTwice(), flown), 'cards were seen to travel');
  await done(page);
});
