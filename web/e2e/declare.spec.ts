/** A person declares at a real page, and it counts. */
import type { Locator, Page } from '@playwright/test';
import { type Visit, expect, test } from './support/fixtures.ts';
import { type Box, boxOf, overflow, scrollable } from './support/page.ts';
import { messageOf, turnOf } from './support/frames.ts';
import { DESKTOP, PHONE } from './support/sizes.ts';
import { awaitTurn, thirds } from './support/playing.ts';
import { type GameOptions, type Setup, dealt, still } from './support/table.ts';
import type { VisitOptions } from './support/visit.ts';
import { playOut, findDeal } from './support/socketPlay.ts';

const GAME: GameOptions = { name: 'trset', options: { players: 2, declarations: true } };

/** Stops where there is something to declare. */
function somethingToDeclare(legal: readonly string[]) {
  return legal.some((action) => action.includes(':')) ? 'stop' : 'leave';
}

/** A page on whose turn there is something to declare. */
async function withDeclaration(visit: Visit, options: VisitOptions, more: Partial<Setup> = {}) {
  const page = await visit(options, 'about:blank');
  await page.goto(await findDeal(page, { game: GAME, ...more }, somethingToDeclare, undefined));
  await dealt(page);
  expect(await awaitTurn(page)).toBe('turn');
  await page.getByTestId('declare').waitFor();
  return page;
}

/** Nothing of what was declared is cut off by the plate's line. */
async function wholly(told: Locator) {
  const cut = await told.evaluate((node) => {
    const line = node.closest('p, div')?.getBoundingClientRect() ?? new DOMRect();
    const { left, right, width } = node.getBoundingClientRect();
    return width === 0 || left < line.left - 1 || right > line.right + 1;
  });
  expect(cut, 'the mark is whole').toBe(false);
}

function apart(a: Box, b: Box) {
  return a.y + a.height <= b.y + 1 || b.y + b.height <= a.y + 1;
}

test('declared by mouse, it stands in the log, at the seat and in the score', async ({ visit }) => {
  const page = await withDeclaration(visit, DESKTOP);
  await still(page);
  const panel = await boxOf(page.getByTestId('declare'));
  for (const card of await page.getByTestId('hand-card').all()) {
    expect(apart(panel, await boxOf(card)), 'the panel covers no card').toBe(true);
  }
  const hand = await page.getByTestId('hand-card').count();
  const button = page.getByTestId('declare').locator('button').first();
  const what = (await button.innerText()).replace(/^Declare /, '');
  await button.click();
  await page.getByTestId('log').getByText(`declares ${what}`).waitFor();
  await expect(page.getByTestId('hand-card'), 'no card was played').toHaveCount(hand);
  const own = page.locator('[data-own="true"]');
  const told = own.locator('[data-testid^="declared-"]');
  await expect(told).toHaveText(new RegExp(what), { useInnerText: true });
  await wholly(told);
  expect(await page.getByTestId('declare').getByText(what, { exact: false }).count(), 'once is enough').toBe(0);

  await page.reload();
  await page.getByTestId('log').getByText(`declares ${what}`).waitFor();
  await playOut(page);
  // The last column is the sum of the others.
  const worth = (await page.getByTestId('result-declared').locator('td').allInnerTexts()).slice(0, 2);
  const sums = worth.map((text) => (text === '–' ? 0 : thirds(text)));
  expect(Math.max(...sums), `three points or more: ${worth}`).toBeGreaterThanOrEqual(9);
  expect(thirds(await page.getByTestId('result-total').innerText())).toBe(35 + sums.reduce((a, b) => a + b, 0));
});

test('declared by keyboard on a small page, the focus goes on to the hand', async ({ visit }) => {
  const page = await withDeclaration(visit, { ...PHONE, viewport: { width: 360, height: 740 } });
  await still(page);
  expect(await overflow(page)).toBe(0);
  expect(await scrollable(page)).toBe(0);
  for (let choices = await page.getByTestId('declare').locator('button').count(); choices > 0; choices -= 1) {
    await page.keyboard.press('Tab');
    await page.getByTestId('declare').locator('button').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction((left) => document.querySelectorAll<HTMLElement>('[data-testid="declare"] button').length < left, choices);
    choices = (await page.getByTestId('declare').locator('button').count()) + 1;
  }
  await page.waitForFunction(() => (document.activeElement as HTMLElement | null)?.dataset.testid === 'hand-card');
});

/** Combinations of one hand of ten cards, as many as there can be. */
const COMBINATIONS = ['napola:C', 'napola:S', 'napola:B', 'three:A/D', 'three:2/D', 'three:3/D'];

/** Offers this many combinations at every turn of the reader, whatever the hand holds. */
async function offering(page: Page, count: number): Promise<void> {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    socket.connectToServer().onMessage((text) => {
      const message = messageOf({ text: String(text) });
      const legal = turnOf(message)?.legal;
      legal?.splice(0, legal.length, ...COMBINATIONS.slice(0, count), ...legal.filter((action) => !action.includes(':')));
      socket.send(JSON.stringify(message));
    });
  });
}

// With a coach there is least room for the trick, without one least room for the panel.
for (const line of ['on', 'off'] as const) {
  for (const count of [1, 2, COMBINATIONS.length]) {
    test(
      `the panel covers neither the trick nor a card: ${count} to declare, coach ${line}`,
      { tag: ['@phone', '@small', '@flat'] },
      async ({ visit }) => {
        const page = await visit({ settings: { line } }, 'about:blank');
        await offering(page, count);
        await page.goto(await findDeal(page, { game: GAME, rated: false }, () => 'stop', undefined));
        await dealt(page);
        await expect(page.getByTestId('declare').getByRole('button')).toHaveCount(count);
        await still(page);
        const panel = await boxOf(page.locator('.declare'));
        const cards = await page.locator('.middle [data-testid="trick-card"], [data-place="awaited"], [data-testid="hand-card"]').all();
        for (const card of cards) {
          const box = await boxOf(card);
          expect(apart(panel, box), JSON.stringify({ panel, box })).toBe(true);
        }
        expect(cards.length, 'the hand and a place in the trick').toBeGreaterThan(10);
        // The one that is out of sight comes when it is wanted.
        await page.getByTestId('declare').getByRole('button').last().click({ trial: true });
        expect([await overflow(page), await scrollable(page)]).toEqual([0, 0]);
      },
    );
  }
}
