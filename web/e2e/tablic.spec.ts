/** Tablić against bots and between people: captures by mouse, keys and finger, to the score and the replay. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import type { GameOptions } from '../src/lib/protocol';
import { type Visit, expect, testAt } from './support/fixtures.ts';
import { accessible } from './support/accessibility.ts';
import { boxOf, goBackTo, overflow, passing, scrollable } from './support/page.ts';
import { DESKTOP, MOVING, PHONE } from './support/sizes.ts';
import { watchCards } from './support/layout.ts';
import { type Way, awaitTurn, cardsOf, held, playOn } from './support/playing.ts';
import { type Frames, messageOf, movesOf, recordFrames } from './support/frames.ts';
import { becomeGuest, createTable, dealt, still } from './support/table.ts';
import {
  checkScore,
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
} from './support/tablic.ts';
import { playOut, findDeal } from './support/socketPlay.ts';
import type { VisitOptions } from './support/visit.ts';

const SMALL = { ...PHONE, viewport: { width: 360, height: 740 } };
/** At a server of their own: these tests look at many deals. */
const test = testAt();
/** The least that accessibility asks of what is to be touched. */
const FINGER_PX = 24;

/** A page of a new visitor, with these settings. */
function open(visit: Visit, options: VisitOptions, settings: VisitOptions['settings'] = {}) {
  return visit({ ...options, settings: { pace: 'fast', ...settings } }, 'about:blank');
}

/** Counts how often a tabla is celebrated from now on. */
async function countTablas(page: Page) {
  await page.evaluate(() => {
    window.tablas = 0;
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) if (node instanceof Element && node.matches('[data-testid="tabla"]')) window.tablas += 1;
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
}

/** Every card on the table is in the window and leaves room for a finger, however many there are. */
async function tappable(page: Page, least = FINGER_PX) {
  const boxes = await page.getByTestId('table-card').evaluateAll((cards) =>
    cards.map((card) => {
      const { left, right, top, bottom } = card.getBoundingClientRect();
      return { left, right, top, bottom, width: window.innerWidth };
    }),
  );
  for (const box of boxes) {
    expect(box.left >= 0 && box.right <= box.width, `all cards are on the screen: ${JSON.stringify(box)}`).toBe(true);
    // The part of it that is under no other card.
    const covers = boxes.filter(
      (other) => other !== box && other.left < box.right - 1 && other.right > box.left + 1 && other.top > box.top,
    );
    const free = Math.min(box.bottom, ...covers.map((other) => other.top)) - box.top;
    expect(free >= least && box.right - box.left >= least, `${free} pixels are free: ${JSON.stringify(box)}`).toBe(true);
  }
}

/** Stops where two cards can be captured at once. */
function manyToCapture(legal: readonly string[]) {
  return legal.some((action) => action.includes('+')) ? 'stop' : 'leave';
}

test('a game by mouse: captures picked on the table, the sum as one goes, the score and the replay', async ({ visit }) => {
  const page = await open(visit, DESKTOP, { pace: 'fast' });
  const heard = await recordFrames(page);
  const game: GameOptions = { name: 'tablic', options: { players: 2, target: 101 } };
  await page.goto(await findDeal(page, { game }, manyToCapture, undefined));
  await dealt(page);
  await expect(page.getByTestId('hand-card')).toHaveCount(6);
  expect(await awaitTurn(page)).toBe('turn');
  await still(page);
  await accessible(page, 'one’s own turn');
  expect([await overflow(page), await scrollable(page)]).toEqual([0, 0]);

  await countTablas(page);
  /** Everything is looked at before the next card is played. */
  const way: Way = async (p, n) => {
    await still(p);
    return playTwice()(p, n);
  };

  // A capture of two cards at least, picked one by one.
  const wanted = legalOf(heard)
    .legal.map(readAction)
    .find(({ taken }) => taken.length >= 2);
  assert.ok(wanted);
  const { card, taken } = wanted;
  const [first = '', ...rest] = taken;
  await pick(page, card, [first]);
  await expect(held(page, card)).toHaveAttribute('aria-pressed', 'true');
  const whole = (await page.getByTestId('sums').getAttribute('data-left')) === '0';
  if (!whole) {
    // Cards that do not add up are not sent, and it is said why.
    await expect(page.getByTestId('do-capture')).toHaveAttribute('aria-disabled', 'true');
    const said = await passing(page, 'notice');
    await page.getByTestId('do-capture').click({ force: true });
    await said(/do not all make groups/);
    await held(page, card).waitFor();
  }
  await accessible(page, 'picked cards');
  for (const one of rest) await lying(page, one).click({ position: { x: 8, y: 30 } });
  await expect(page.getByTestId('sums')).toHaveAttribute('data-left', '0');
  await expect(page.getByTestId('sums')).toHaveText(/=/, { useInnerText: true });
  // Taken back and picked again; Escape takes all of it back.
  await lying(page, first).click({ position: { x: 8, y: 30 } });
  await expect(lying(page, first)).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('Escape');
  expect(await page.locator('[aria-pressed="true"]:is([data-testid="hand-card"], [data-testid="table-card"])').count()).toBe(0);
  // The other way round: first the table, then the card that takes it.
  for (const one of taken) await lying(page, one).click({ position: { x: 8, y: 30 } });
  await expect(held(page, card)).toHaveAttribute('data-legal', 'true');
  await held(page, card).click({ position: { x: 8, y: 30 } });
  await page.getByTestId('do-capture').click();
  await held(page, card).waitFor({ state: 'detached' });
  await page
    .getByTestId('log')
    .getByText(/takes with the /)
    .last()
    .waitFor();
  await awaitTurn(page);
  await page.getByTestId('last-capture').click();
  expect(await page.locator('.popover .content img').count()).toBeGreaterThanOrEqual(2);
  await page.keyboard.press('Escape');

  await playOn(page, way);
  const record = await checkScore(page);
  expect(record.kind).toBe('tablic-2');
  // Nothing before one's own first turn was looked at.
  const since = record.steps.slice(record.steps.findIndex(({ seat }) => record.players[seat]?.player.kind !== 'bot'));
  const tablas = since.flatMap(({ events }) => events).filter((event) => event.type === 'captured' && event.tabla).length;
  expect(await page.evaluate(() => window.tablas), 'every tabla is celebrated once').toBe(tablas);
  await accessible(page, 'result');
  const own24 = record.steps.filter(({ seat }) => record.players[seat]?.player.kind !== 'bot');
  expect(own24.length).toBe(24);

  await page.getByTestId('look').click();
  await page.getByTestId('replay').waitFor();
  const said = new Set<string>();
  for (let step = 1; step <= record.steps.length; step += 1) {
    await page.getByTestId('replay-next').click();
    await page.waitForFunction((n) => document.querySelector<HTMLElement>('[data-testid=replay]')?.dataset.step === String(n), step);
    said.add(await page.getByTestId('said').innerText());
  }
  expect([...said].some((words) => words.includes('takes with the'))).toBe(true);
  expect([...said].some((words) => words.includes('New cards: 6 each'))).toBe(true);
  await expect(page.getByTestId('replay-next')).toBeDisabled();
  await page.getByTestId('replay-result').waitFor();
  await page.getByTestId('replay-first').click();
  await page.waitForFunction(() => document.querySelector<HTMLElement>('[data-testid=replay]')?.dataset.step === '0');
  await page.locator('[data-testid^="replay-hand-"] [role="img"]').first().waitFor();
  await expect(page.getByTestId('replay').locator('[data-testid^="replay-hand-"] [role="img"]')).toHaveCount(12);
  await expect(page.getByTestId('table-card')).toHaveCount(4);
  // From capture to capture.
  await page.getByTestId('replay-nextTrick').click();
  await page.waitForFunction(() => Number(document.querySelector<HTMLElement>('[data-testid=replay]')?.dataset.step) > 0);
  await expect(page.getByTestId('said')).toHaveText(/takes with the/, { useInnerText: true });
  await accessible(page, 'replay');
  await page.goto(`/game/${record.id}/fair`);
  await page.getByTestId('verdict').waitFor();
  await expect(page.getByTestId('verdict')).toHaveAttribute('data-fair', 'true');
  await page.goto('/games?kind=tablic-2');
  await goBackTo(page, record.id);
});

test('a game of three by keys alone, and everything is said', async ({ visit }) => {
  const page = await open(visit, DESKTOP);
  await openTablic(page, { players: 3 });
  await page.evaluate(() => {
    window.heard = [];
    const live = document.querySelector<HTMLElement>('[data-testid="live"]');
    new MutationObserver(() => window.heard.push(live?.textContent ?? '')).observe(live ?? document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  const byKeys: Way = async (p, n) => {
    if (n % 4 === 0) await still(p);
    return playByKeys(p);
  };
  // The others may have taken all that lay there.
  const played: string[] = [];
  const cardsThere = async () => {
    expect(await awaitTurn(page)).toBe('turn');
    await still(page);
    return (await page.getByTestId('table-card').count()) > 0;
  };
  while (!(await cardsThere())) played.push(...(await playOn(page, byKeys, 1)));
  // From the hand up to the table and back, and a digit chooses a card from anywhere.
  await page.locator('[data-testid="hand-card"][tabindex="0"]').focus();
  await page.keyboard.press('ArrowUp');
  const at = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.testid);
  expect(await at()).toBe('table-card');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-testid="table-card"][aria-pressed="true"]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await at()).toBe('hand-card');
  await page.keyboard.press('2');
  const [, second = ''] = await cardsOf(page, 'hand-card');
  await expect(held(page, second)).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');

  played.push(...(await playOn(page, byKeys)));
  expect(played.length).toBe(16);
  const record = await checkScore(page);
  expect(record.kind).toBe('tablic-3');
  const heard = (await page.evaluate(() => window.heard)).join(' ');
  expect(heard).toMatch(/lays down the /);
  expect(heard).toMatch(/takes with the [a-z ]+: /);
  expect(heard).toMatch(/New cards: 6 each\./);
  expect(heard).toMatch(/It is your turn\./);
  await page.waitForFunction(() => (document.activeElement as HTMLElement | null)?.dataset.testid === 'result');
});

for (const [players, size, cards] of [
  [4, PHONE, 12],
  [6, SMALL, 8],
] as const) {
  test(`${players} players on a phone of ${size.viewport.width} pixels, by finger`, async ({ visit }) => {
    const page = await open(visit, size);
    await openTablic(page, { players, deals: 3 });
    let looked = 0;
    const way = playByButtons(true);
    const played = await playOn(page, async (p, n) => {
      if (n % 3 === 0) {
        await still(p);
        expect([await overflow(p), await scrollable(p)]).toEqual([0, 0]);
        await tappable(p);
        looked += 1;
      }
      if (n === 1) await accessible(p, `the table of ${players}`);
      if (n === 0) {
        const first = await boxOf(p.getByTestId('hand-card').first());
        const last = await boxOf(p.getByTestId('hand-card').last());
        const width = last.x + last.width - first.x;
        expect(width, `six cards are ${width} pixels wide`).toBeGreaterThanOrEqual(0.9 * size.viewport.width);
        expect(last.x - first.x, 'they lie side by side').toBeGreaterThanOrEqual(5 * first.width);
      }
      return way(p, n);
    });
    expect(played.length).toBe(cards);
    expect(looked).toBeGreaterThan(1);
    await checkScore(page);
    expect(await overflow(page)).toBe(0);
    await accessible(page, 'result');
    await page.getByTestId('again').tap();
    await page.getByTestId('result').waitFor({ state: 'detached' });
    await dealt(page);
    await expect(page.getByTestId('topline')).toHaveText(/deal 2 of 3/, { useInnerText: true });
  });
}

test('after a reload everything stands where it was, and a learner sees what is still out', async ({ visit }) => {
  const page = await open(visit, PHONE, { learner: true });
  await openTablic(page, { players: 4 }, { rated: false });
  await playOn(page, playTwice(true), 3);
  await awaitTurn(page);
  await still(page);
  const seen = async () => ({
    hand: await cardsOf(page, 'hand-card'),
    table: await cardsOf(page, 'table-card'),
    piles: await page.locator('[data-testid^="captured-"]').allInnerTexts(),
    log: await page.getByTestId('log').locator('li').allTextContents(),
  });
  await page.getByTestId('open-side').tap();
  const before = await seen();
  await page.reload();
  await dealt(page);
  await still(page);
  await page.getByTestId('open-side').tap();
  expect(await seen()).toEqual(before);
  await page.keyboard.press('Escape');
  await page.getByTestId('cards-out').tap();
  const out = page.locator('.content:popover-open');
  await out.waitFor();
  const taken = before.piles.map((text) => Number(/\d+/.exec(text)?.[0])).reduce((sum, n) => sum + n, 0);
  await expect(out.locator('.chip')).toHaveCount(52 - before.hand.length - before.table.length - taken);
  const box = await boxOf(out);
  expect(box.x >= 0 && box.x + box.width <= PHONE.viewport.width, JSON.stringify(box)).toBe(true);
  await accessible(page, 'the cards still out');
});

test('two people lay cards until the list of captures is cut; what is not listed can be taken all the same', async ({ visit }) => {
  const [page, other] = [await open(visit, PHONE), await open(visit, DESKTOP)];
  const [heard, told] = [await recordFrames(page), await recordFrames(other)];
  const pages: [Page, Frames][] = [
    [page, heard],
    [other, told],
  ];
  await becomeGuest(page);
  await becomeGuest(other);
  const { address } = await createTable(page, { game: { name: 'tablic', options: { players: 2 } }, bots: null });
  for (const [one] of pages) {
    await one.goto(address);
    await one.locator('[data-testid^="sit-"]').first().click();
  }
  await Promise.all(pages.map(([one]) => dealt(one)));
  /** Returns the page whose turn it is, and its frames. */
  const turn = async () => {
    const own = '[data-testid="hand-card"][data-legal="true"]';
    return Promise.race(
      pages.map(async ([one, frames]): Promise<[Page, Frames]> => {
        await one.locator(own).first().waitFor();
        await still(one);
        return [one, frames];
      }),
    );
  };
  let found: { one: Page; card: string; taken: string[] } | undefined;
  for (let n = 0; n < 44 && !found; n += 1) {
    const [one, frames] = await turn();
    const { legal, cut } = legalOf(frames);
    if (cut) {
      const onTable = await cardsOf(one, 'table-card');
      for (const card of await cardsOf(one, 'hand-card')) {
        const taken = unlisted(card, onTable, legal);
        if (taken) found = { one, card, taken };
        if (found) break;
      }
    }
    if (!found) await layDown(one);
  }
  assert.ok(found, 'the list was cut');
  const { one, card, taken } = found;
  for (const [each] of pages) {
    expect([await overflow(each), await scrollable(each)]).toEqual([0, 0]);
    await tappable(each);
  }
  await accessible(one, 'a table of many cards');
  await pick(one, card, taken);
  await expect(one.getByTestId('sums')).toHaveAttribute('data-left', '0');
  await one.getByTestId('do-capture').click();
  await held(one, card).waitFor({ state: 'detached' });
  await lying(one, taken[0] ?? '').waitFor({ state: 'detached' });
  await one
    .getByTestId('log')
    .getByText(/takes with the /)
    .last()
    .waitFor({ state: 'attached' });
});

test('who looks on sees no hand, and who plays hears of no card of the others', async ({ visit }) => {
  const [page, watcher] = [await open(visit, PHONE), await open(visit, DESKTOP)];
  const address = await openTablic(page, { players: 2 });
  await watcher.goto(address);
  await watcher.getByTestId('table-cards').waitFor({ state: 'attached' });
  expect(await watcher.getByTestId('hand-card').count()).toBe(0);
  const watched = await recordFrames(watcher);
  await playOut(page);
  const record = await checkScore(page);
  await watcher.getByTestId('result').waitFor();
  // Dealt cards are told to nobody who looks on.
  const dealings = watched.received
    .map(messageOf)
    .flatMap(movesOf)
    .flatMap((event) => (event.type === 'dealt' ? [event] : []));
  expect(dealings.length).toBe(6);
  for (const { cards, count } of dealings) expect([cards, count]).toEqual([undefined, 6]);
  expect(record.steps.flatMap(({ events }) => events).filter((one) => one.type === 'dealt' && one.cards?.length === 6).length).toBe(6);
});

test('from the form, from the front page at once, at a small table in every language, and the rules', async ({ visit }) => {
  const page = await open(visit, DESKTOP);
  await page.goto('/create');
  await page.getByTestId('variant-tablic').check();
  await page.getByTestId('players-6').check();
  await page.getByTestId('end').selectOption('to 51');
  await page.getByTestId('bots').selectOption('gentle');
  await accessible(page, 'the form');
  await page.getByTestId('create').click();
  await dealt(page);
  await expect(page.getByTestId('topline')).toHaveText(/to 51/, { useInnerText: true });
  await page.goto('/');
  await page.locator('[data-testid="own-tables"] [data-testid="lobby-table"]').getByText('tablić').first().waitFor();
  await page.getByTestId('play-tablic').click();
  await dealt(page);
  await expect(page.getByTestId('hand-card')).toHaveCount(6);
  await page.setViewportSize(SMALL.viewport);
  for (const language of ['sl', 'hr', 'sr', 'it', 'en']) {
    await page.evaluate((spoken) => window.localStorage.setItem('vzetek.language', spoken), language);
    await page.reload();
    await dealt(page);
    await awaitTurn(page);
    await page
      .getByTestId('hand-card')
      .first()
      .click({ position: { x: 8, y: 30 } });
    await page.getByTestId('do-lay').waitFor();
    expect([await overflow(page), await scrollable(page)], language).toEqual([0, 0]);
  }
  await page.goto('/rules/tablic');
  await page.locator('#tabla').waitFor();
  expect(await page.locator('main img').count()).toBeGreaterThan(25);
  await accessible(page, 'rules');
});

test('cards travel from the table to the pile, not for those who want none of it', async ({ visit }) => {
  const page = await visit({ ...DESKTOP, ...MOVING }, 'about:blank');
  await openTablic(page, { players: 2 });
  await watchCards(page);
  const flown = () => page.evaluate(() => window.travels.has('table') && window.travels.has('pile'));
  expect(await playUntil(page, playTwice(), flown), 'cards were seen to travel').toBe(true);
});
