/** Tablić as a person plays it: cards of the hand and of the table are chosen, then something is done with them. */
import assert from 'node:assert/strict';
import { byId } from './browser.mjs';
import { awaitTurn, unhurried } from './play.mjs';
import { anotherTable, becomeGuest, dealt } from './table.mjs';

/** The time within which a second press of a card is taken for the first one. */
const AGAIN_MS = 400;

/** Sets a table of tablić up as a new guest and sits down at it. */
export async function openTablic(page, options = { players: 2 }, { name, ...more } = {}) {
  await becomeGuest(page, name);
  const address = await anotherTable(page, { game: { name: 'tablic', options }, ...more });
  await dealt(page);
  return address;
}

export function held(page, card) {
  return page.locator(`[data-testid="hand-card"][data-card="${card}"]`);
}

export function lying(page, card) {
  return page.locator(`[data-testid="table-card"][data-card="${card}"]`);
}

export function cardsOf(page, testid) {
  return byId(page, testid).evaluateAll((cards) => cards.map((card) => card.dataset.card));
}

/** Returns the actions that the page was told to be legal now; `cut` is true if there are more. */
export function legalOf(heard) {
  for (const { text } of [...heard.received].reverse()) {
    const message = JSON.parse(text);
    const turn = message.event?.turn ?? message.event?.deal?.turn ?? message.snapshot?.deal?.turn;
    if (turn?.legal) return { legal: turn.legal, cut: turn.legal_cut ?? false };
  }
  return assert.fail('nothing was told to be legal');
}

/** The parts of an action. */
export function readAction(action) {
  const [card, taken] = action.split('x');
  return { card, taken: taken?.split('+') ?? [] };
}

/** The groups of table cards that a card takes, and every union of some of them that is not listed. */
export function unlisted(card, table, legal) {
  const values = (one) => ({ A: [1, 11], J: [12], Q: [13], K: [14] })[one.slice(1)] ?? [Number(one.slice(1))];
  const target = card.endsWith('A') ? 11 : values(card)[0];
  const groups = [];
  const add = (from, group, sums) => {
    if (sums.includes(target)) groups.push(group);
    for (let n = from; n < table.length && group.length < 4; n += 1) {
      const next = sums.flatMap((sum) => values(table[n]).map((value) => sum + value)).filter((sum) => sum <= target);
      if (next.length > 0) add(n + 1, [...group, table[n]], next);
    }
  };
  add(0, [], [0]);
  const listed = new Set(legal.map((action) => JSON.stringify(readAction(action).taken.sort())));
  for (const first of groups) {
    for (const second of groups) {
      const both = [...first, ...second];
      if (new Set(both).size === both.length && !listed.has(JSON.stringify([...both].sort()))) return both;
    }
  }
  return undefined;
}

/** Presses a card's free left edge with the mouse or a finger. */
async function press(button, touch) {
  const position = { x: 8, y: 30 };
  await (touch ? button.tap({ position }) : button.click({ position }));
}

/** True if another press of the chosen card would do something: at rated tables one picks among several captures. */
async function isUsual(page, card) {
  return (await page.locator(`[data-testid="capture"][data-card="${card}"]`).getAttribute('data-usual')) !== null;
}

/** Plays the first card by two presses: it takes the only or the richest capture, or is laid down. */
export function playTwice(touch = false) {
  return async (page) => {
    const [card] = await cardsOf(page, 'hand-card');
    return unhurried(page, card, async () => {
      await press(held(page, card), touch);
      await page.waitForTimeout(AGAIN_MS);
      if (await isUsual(page, card)) await press(held(page, card), touch);
      else await press(byId(page, 'do-lay'), touch);
    });
  };
}

/** Plays the first card by its buttons. */
export function playByButtons(touch = false) {
  return async (page) => {
    const [card] = await cardsOf(page, 'hand-card');
    return unhurried(page, card, async () => {
      await press(held(page, card), touch);
      await byId(page, 'do-lay').waitFor();
      const richest = byId(page, 'do-richest');
      const button = (await richest.count()) > 0 ? richest : byId(page, 'do-lay');
      await (touch ? button.tap() : button.click());
    });
  };
}

/** Goes to the first card by the keys and presses it twice. */
export async function playByKeys(page) {
  const [card] = await cardsOf(page, 'hand-card');
  return unhurried(page, card, async () => {
    if ((await page.evaluate(() => document.activeElement?.dataset.testid)) !== 'hand-card') {
      await page.locator('[data-testid="hand-card"][tabindex="0"]').focus();
    }
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.waitForTimeout(AGAIN_MS);
    if (!(await isUsual(page, card))) await byId(page, 'do-lay').focus();
    await page.keyboard.press('Enter');
  });
}

/** Picks these cards of the table for this card of the hand. */
export async function pick(page, card, taken, touch = false) {
  await press(held(page, card), touch);
  for (const one of taken) await press(lying(page, one), touch);
}

/** Lays the first card down, whatever it could take. */
export async function layDown(page) {
  const [card] = await cardsOf(page, 'hand-card');
  return unhurried(page, card, async () => {
    await press(held(page, card), false);
    await byId(page, 'do-lay').click();
  });
}

/** Plays until one's own turn in which this holds; whether there was one. */
export async function playUntil(page, way, holds) {
  while ((await awaitTurn(page)) === 'turn') {
    if (await holds()) return true;
    await way(page);
  }
  return false;
}

/** The record of the game whose result is shown. */
export async function recordOf(page) {
  const id = (await byId(page, 'look').getAttribute('href')).split('/').at(-1);
  return (await page.request.get(`/api/games/${id}`)).json();
}

/** The result's table says what is recorded, and adds up. */
export async function checkScore(page) {
  await byId(page, 'result').waitFor();
  const record = await recordOf(page);
  const lines = await byId(page, 'result-table').locator('tr[data-testid]').evaluateAll((rows) =>
    rows.map((row) => ({
      seat: Number(row.dataset.testid.split('-').at(-1)),
      ...Object.fromEntries([...row.querySelectorAll('[data-item]')].map((cell) => [cell.dataset.item, Number(cell.textContent) || 0])),
    })),
  );
  assert.equal(lines.length, record.players.length);
  for (const line of lines) {
    const told = record.result.seats[line.seat];
    assert.deepEqual(
      [line.cards, line.points, line.most, line.tablas, line.sum],
      [told.cards, told.card_points, told.most_cards ? 3 : 0, told.tablas, told.score],
    );
    assert.equal(line.points + line.most + line.tablas, line.sum);
    const plate = byId(page, `tablas-${line.seat}`);
    assert.equal((await plate.count()) > 0, told.tablas > 0, 'tablas are counted beside the seat');
    if (told.tablas > 0) assert.match(await plate.innerText(), new RegExp(String(told.tablas)));
  }
  assert.deepEqual(lines.map(({ sum }) => sum), lines.map(({ sum }) => sum).sort((a, b) => b - a));
  const cards = lines.reduce((sum, line) => sum + line.cards, 0);
  assert.ok(cards === 52 || cards === 0, `${cards} cards were captured`);
  return record;
}
