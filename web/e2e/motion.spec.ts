/** Cards travel, cheaply, in nobody's way, and not for those who do not want it. */
import type { GameRecord } from '../src/lib/protocol';
import { expect, test } from './support/fixtures.ts';
import { drawn, lasting } from './support/page.ts';
import { DESKTOP, MOVING } from './support/sizes.ts';
import { watchCards } from './support/layout.ts';
import { DOUBLED_MS, awaitTurn, handOf, playByPress, playOn } from './support/playing.ts';
import { dealt, openTable, still } from './support/table.ts';

/** The properties that the compositor can move without the page. */
const CHEAP = new Set(['transform', 'translate', 'scale', 'opacity']);
/** The properties that a keyframe holds besides. */
const FRAME = new Set(['offset', 'easing', 'composite', 'computedOffset']);

test('cards travel to the trick, the piles and the hands', async ({ visit }) => {
  const page = await visit({ ...DESKTOP, ...MOVING }, 'about:blank');
  await openTable(page, { players: 2 });
  await dealt(page);
  await watchCards(page);
  const draws = page.getByTestId('log').getByText(/ draws the /);
  await playOn(
    page,
    async (p) => {
      await still(p);
      return playByPress(p);
    },
    4,
  );
  await still(page);
  expect(await draws.count()).toBeGreaterThanOrEqual(4);
  // The other player's card stays to be seen.
  await expect(page.locator('[data-own="false"] [data-testid^="drawn-"]')).toHaveCount(1);
  const { moved, travels } = await page.evaluate(() => ({ moved: [...window.moved], travels: [...window.travels] }));
  for (const zone of ['trick', 'pile', 'shown', 'hand']) expect(travels, `cards travel to ${zone}: ${travels}`).toContain(zone);
  expect(moved.filter((name) => !CHEAP.has(name) && !FRAME.has(name))).toEqual([]);
});

test('a press does not wait for what moves', async ({ visit }) => {
  const page = await visit({ ...DESKTOP, ...MOVING, settings: { pace: 'tap' } }, 'about:blank');
  // With four players no cards are drawn: each legal card is in sight.
  await openTable(page, { players: 4 });
  await dealt(page);
  expect(await awaitTurn(page)).toBe('turn');
  await playByPress(page);
  // It is one's own turn again, and the full trick waits for a tap.
  expect(await awaitTurn(page)).toBe('turn');
  await page.waitForFunction(() => document.querySelectorAll<HTMLElement>('[data-testid="trick-card"]').length === 4);
  const hand = await handOf(page);
  // So soon after the last one a press would wait until it is certain that it is none of its own.
  await page.waitForTimeout(DOUBLED_MS);
  const { card, gone } = await page.evaluate(async () => {
    const button = document.querySelector<HTMLElement>('[data-testid="hand-card"][data-legal="true"]');
    const card = button?.dataset.card;
    button?.click();
    await new Promise(requestAnimationFrame);
    return { card, gone: document.querySelector(`[data-testid="hand-card"][data-card="${card}"]`) === null };
  });
  expect(gone, 'the card leaves the hand in the next frame').toBe(true);
  expect(hand).toContain(card);
  await page.locator(`[data-testid="trick-card"][data-card="${card}"]`).waitFor();
});

test('nothing travels for those who want it still, nor after a reload', async ({ visit }) => {
  const page = await visit(DESKTOP, 'about:blank');
  await openTable(page, { players: 2 });
  await dealt(page);
  await watchCards(page);
  await playOn(page, (p) => playByPress(p), 3);
  await still(page);
  expect(await page.evaluate(() => [...window.travels])).toEqual([]);
  await expect(page.locator('[data-own="false"] [data-testid^="drawn-"]'), 'what was drawn is told').toHaveCount(1);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await awaitTurn(page)).toBe('turn');
  // One may act before everything has been shown.
  await still(page);
  const lines = await page.getByTestId('log').locator('li').allInnerTexts();
  await page.addInitScript(() => {
    window.flown = [];
    const look = () => {
      for (const motion of document.getAnimations()) {
        const target = motion.effect instanceof KeyframeEffect ? motion.effect.target : null;
        if (target?.closest('[data-layer="cards"]')) window.flown.push(target.outerHTML.slice(0, 80));
      }
      requestAnimationFrame(look);
    };
    look();
  });
  await page.reload();
  await dealt(page);
  await still(page);
  await drawn(page);
  expect(await page.evaluate(() => window.flown)).toEqual([]);
  expect(await page.getByTestId('log').locator('li').allInnerTexts(), 'the log is as it was').toEqual(lines);
});

/** The time for which the piles are counted, in milliseconds; `COUNT_MS` of the page. */
const COUNT_MS = 1700;

test('at the end the piles are counted up until a press, then those who have won celebrate', async ({ visit }) => {
  const page = await visit({ ...DESKTOP, ...MOVING }, 'about:blank');
  // The counting lasts until it is pressed away.
  await lasting(page, COUNT_MS);
  await page.addInitScript(() => {
    window.celebrated = 0;
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) if (node instanceof Element && node.matches('[data-testid^="celebrated-"]')) window.celebrated += 1;
      }
    }).observe(document, { childList: true, subtree: true });
    window.localStorage.setItem('vzetek.settings', JSON.stringify({ pace: 'fast' }));
  });
  await openTable(page, { players: 4 });
  await dealt(page);
  const counted = page.locator('[data-testid^="counted-"]');
  await page.waitForFunction(
    () => {
      if (document.querySelectorAll<HTMLElement>('[data-testid^="counted-"]').length === 4) return true;
      document.querySelector<HTMLElement>('[data-testid="hand-card"][data-legal="true"]')?.click();
      return false;
    },
    null,
    { polling: 300 },
  );
  expect(await page.getByTestId('result').count(), 'the result waits').toBe(0);
  // The figures come to stand.
  await page.waitForFunction(() => document.querySelectorAll<HTMLElement>('[data-testid^="counted-"].full').length === 4);
  await page.locator('[data-place="middle"]').evaluate((middle) => middle.parentElement?.click());
  await page.getByTestId('result').waitFor();
  expect(await counted.count()).toBe(0);
  const href = (await page.getByTestId('look').getAttribute('href')) ?? '';
  const { players } = (await (await page.request.get(href.replace('/game/', '/api/games/'))).json()) as GameRecord;
  const own = players.find(({ player }) => player.kind === 'guest');
  expect(await page.evaluate(() => window.celebrated), 'both of the own side, and nobody else').toBe(own?.won ? 2 : 0);
  await page.reload();
  await page.getByTestId('result').waitFor();
  expect(await page.evaluate(() => window.celebrated), 'once').toBe(0);
});
