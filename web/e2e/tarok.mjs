/** Tarok as a person plays it: what a page asks is answered, by mouse, keys or finger. */
import assert from 'node:assert/strict';
import { byId } from './browser.mjs';
import { playByArrows, playByPress } from './play.mjs';
import { dealt } from './table.mjs';
import { search } from './unseen.mjs';

const TRIES = 80;

/** Tabs until the focus is there, then presses it. */
async function pressByKeys(page, button) {
  for (let n = 0; n < 60; n += 1) {
    if (await button.evaluate((node) => node === document.activeElement)) {
      await page.keyboard.press('Enter');
      return;
    }
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not lead to ${button}`);
}

export const WAYS = {
  mouse: { press: (_page, button) => button.click(), play: (page) => playByPress(page) },
  finger: { press: (_page, button) => button.tap(), play: (page) => playByPress(page, true) },
  keys: { press: pressByKeys, play: playByArrows },
};

/**
 * Returns what the page asks now: the decision before the cards, a card, or nothing more; while
 * others bid, `elsewhere` tells that one of them won.
 */
export async function asked(page, bidding = false) {
  const found = await page.waitForFunction(
    (others) => {
      const panel = document.querySelector('[data-testid="tarok-panel"][data-mine="true"]');
      if (document.querySelector('[data-testid="result"]')) return 'over';
      // A decision that is on its way is none any more.
      const free = panel?.querySelector('button:not(:disabled)');
      const card = document.querySelector('[data-testid="hand-card"][data-legal="true"]');
      if (panel?.dataset.name === 'discarding') return card ? 'discarding' : undefined;
      if (free) return panel.dataset.name;
      if (card) return 'card';
      const shown = document.querySelector('[data-testid="tarok-panel"]');
      return others && shown?.dataset.name !== 'bidding' && shown?.dataset.mine !== 'true' ? 'elsewhere' : undefined;
    },
    bidding,
    { polling: 30 },
  );
  return found.jsonValue();
}

/** Waits until the page asks for something else than that. */
export async function decided(page, name) {
  await page.waitForFunction(
    (before) => {
      const panel = document.querySelector('[data-testid="tarok-panel"]');
      return panel?.dataset.name !== before || panel.dataset.mine !== 'true';
    },
    name,
    { polling: 30 },
  );
}

/** Returns the contract at the page's table, once it is chosen. */
export async function contractOf(page) {
  return page.evaluate(() => document.querySelector('[data-testid="contract"] [data-testid="term"]')?.textContent ?? null);
}

/** Passes until this contract can be bid or chosen. */
function leadTo(legal, contract) {
  if (legal.includes(`bid:${contract}`) || legal.includes(`contract:${contract}`)) return 'stop';
  return legal.includes('pass') ? 'pass' : 'leave';
}

/**
 * Opens tables until the page's visitor plays this contract there: passes, bids or chooses as it takes.
 * Ends when the contract is chosen. `look` is called before each answer.
 */
export async function undertake(page, contract, way, options = {}, look = async () => undefined) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    await page.goto(await search(page, { game: { name: 'tarok', options } }, leadTo, contract));
    await dealt(page);
    if (await getContract(page, contract, way, look)) return tries;
  }
  return assert.fail(`nobody let the visitor play ${contract} in ${TRIES} deals`);
}

async function getContract(page, contract, way, look) {
  for (;;) {
    const name = await asked(page, true);
    // Pictures are taken before it is answered.
    if (name === 'bidding' || name === 'choosing') await look(name);
    if (name === 'bidding') {
      const bid = byId(page, `bid-${contract}`);
      const wanted = (await bid.count()) > 0 ? bid : byId(page, 'bid-pass');
      if ((await wanted.count()) === 0) return false;
      await way.press(page, wanted);
    } else if (name === 'choosing') {
      const choice = byId(page, `contract-${contract}`);
      if ((await choice.count()) === 0) return false;
      await way.press(page, choice);
      await decided(page, 'choosing');
      return true;
    } else {
      return false;
    }
    await decided(page, name);
  }
}

/** Picks as many cards as must be put away, and confirms. */
export async function discard(page, way) {
  const confirm = byId(page, 'discard-confirm');
  while (await confirm.isDisabled()) {
    const free = page.locator('[data-testid="hand-card"][data-legal="true"][aria-pressed="false"]');
    const card = await free.last().getAttribute('data-card');
    const button = page.locator(`[data-testid="hand-card"][data-card="${card}"]`);
    if (way.press === pressByKeys) {
      await button.focus();
      await page.keyboard.press('Enter');
    } else {
      // Cards overlap: the left edge is the part that is always free.
      await (way.press === WAYS.finger.press ? button.tap({ position: { x: 8, y: 40 } }) : button.click({ position: { x: 8, y: 40 } }));
    }
    await page.locator(`[data-testid="discards"] [data-card="${card}"]`).waitFor();
  }
  await way.press(page, confirm);
}

/** Answers whatever is asked before the cards: `say` names actions that are chosen where they are offered. Returns `card` or `over`. */
export async function decideAll(page, way, say = []) {
  for (;;) {
    const name = await asked(page);
    if (name === 'over' || name === 'card') return name;
    if (name === 'taking') await way.press(page, byId(page, 'take-1'));
    else if (name === 'discarding') await discard(page, way);
    else if (name === 'announcing' || name === 'doubling') await speak(page, way, say);
    else assert.ok(name === 'bidding' && (await byId(page, 'bid-pass').count()) > 0, `${name} was not expected`);
    if (name === 'bidding') await way.press(page, byId(page, 'bid-pass'));
    await decided(page, name);
  }
}

/** Answers whatever is asked and plays cards until the result is there. Returns the cards. */
export async function playToEnd(page, way, say = []) {
  const played = [];
  while ((await decideAll(page, way, say)) === 'card') played.push(await way.play(page));
  return played;
}

/** Chooses what is to be said of what can be said, and confirms. */
export async function speak(page, way, say) {
  // A player who plays by keys is led to what is to be decided.
  if (way.press === pressByKeys) {
    await page.waitForFunction(() => document.activeElement?.closest('[data-testid="tarok-panel"]'));
  }
  for (const action of say) {
    const choice = byId(page, `say-${action}`);
    if ((await choice.count()) > 0) await way.press(page, choice);
  }
  await way.press(page, byId(page, 'say-confirm'));
}

/** The result's table as numbers: what each line adds for each seat, and the sums. */
export async function scoreOf(page) {
  const rows = await byId(page, 'result-table').first().locator('tr[data-testid]').evaluateAll((lines) =>
    lines.map((line) => {
      // The declarer's column is the first: the figures are put in the order of the seats.
      const cells = [...line.querySelectorAll('td')].sort((a, b) => a.dataset.seat - b.dataset.seat);
      return { name: line.dataset.testid, values: cells.map((cell) => cell.textContent.trim()) };
    }),
  );
  const number = (text) => (text === '–' ? 0 : Number(text.replace('−', '-').replace('+', '')));
  const sum = rows.find((row) => row.name === 'result-sum').values.map(number);
  const apart = ['result-sum', 'result-cards', 'result-score', 'result-radelci', 'result-paid', 'result-final', 'result-ratings'];
  const lines = rows.filter((row) => !apart.includes(row.name)).map((row) => row.values.map(number));
  return { rows, sum, lines };
}

/** The record of the game whose result is shown. */
export async function recordOf(page) {
  const id = (await byId(page, 'look').getAttribute('href')).split('/').at(-1);
  return (await page.request.get(`/api/games/${id}`)).json();
}

