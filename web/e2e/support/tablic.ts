/** Tablić as a person plays it: cards of the hand and of the table are chosen, then something is done with them. */
import assert from 'node:assert/strict';
import { type Locator, type Page, expect } from '@playwright/test';
import type { GameRecord, TablicOptions } from '../../src/lib/protocol';
import { type Frames, messageOf, turnOf } from './frames.ts';
import { DOUBLED_MS, type Way, awaitTurn, handOf, held, pressCard, unhurried } from './playing.ts';
import { recordOf, resultOf } from './record.ts';
import { type OwnSetup, anotherTable, becomeGuest, dealt } from './table.ts';

/** Sets a table of tablić up as a new guest and sits down at it. */
export async function openTablic(page: Page, options: TablicOptions = { players: 2 }, { name, ...more }: OwnSetup = {}): Promise<string> {
  await becomeGuest(page, name);
  const address = await anotherTable(page, { game: { name: 'tablic', options }, ...more });
  await dealt(page);
  return address;
}

export function lying(page: Page, card: string): Locator {
  return page.locator(`[data-testid="table-card"][data-card="${card}"]`);
}

/** Returns the actions that the page was told to be legal now; `cut` is true if there are more. */
export function legalOf({ received }: Frames): { legal: string[]; cut: boolean } {
  for (const frame of received.toReversed()) {
    const turn = turnOf(messageOf(frame));
    if (turn?.legal) return { legal: turn.legal, cut: turn.legal_cut ?? false };
  }
  return assert.fail('nothing was told to be legal');
}

export interface Action {
  card: string;
  taken: string[];
}

/** The parts of an action. */
export function readAction(action: string): Action {
  const [card = '', taken] = action.split('x');
  return { card, taken: taken?.split('+') ?? [] };
}

const COURT: Record<string, number[]> = { A: [1, 11], J: [12], Q: [13], K: [14] };

/** The groups of table cards that a card takes, and every union of some of them that is not listed. */
export function unlisted(card: string, table: readonly string[], legal: readonly string[]): string[] | undefined {
  const values = (one: string) => COURT[one.slice(1)] ?? [Number(one.slice(1))];
  const target = card.endsWith('A') ? 11 : values(card)[0];
  if (target === undefined) return undefined;
  const groups: string[][] = [];
  const add = (from: number, group: string[], sums: number[]) => {
    if (sums.includes(target)) groups.push(group);
    if (group.length === 4) return;
    table.slice(from).forEach((one, n) => {
      const next = sums.flatMap((sum) => values(one).map((value) => sum + value)).filter((sum) => sum <= target);
      if (next.length > 0) add(from + n + 1, [...group, one], next);
    });
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

/** True if another press of the chosen card would do something: at rated tables one picks among several captures. */
async function isUsual(page: Page, card: string): Promise<boolean> {
  return (await page.locator(`[data-testid="capture"][data-card="${card}"]`).getAttribute('data-usual')) !== null;
}

async function press(button: Locator, touch: boolean): Promise<void> {
  await (touch ? button.tap() : button.click());
}

/** Returns the first card of the hand. */
async function firstCard(page: Page): Promise<string> {
  const [card] = await handOf(page);
  assert.ok(card, 'there is a card in the hand');
  return card;
}

/** Plays the first card by two presses: it takes the only or the richest capture, or is laid down. */
export function playTwice(touch = false): Way {
  return async (page) => {
    const card = await firstCard(page);
    return unhurried(page, card, async () => {
      await pressCard(page, held(page, card), touch);
      // Sooner it would be one press, doubled.
      await page.waitForTimeout(DOUBLED_MS);
      if (await isUsual(page, card)) await pressCard(page, held(page, card), touch);
      else await press(page.getByTestId('do-lay'), touch);
    });
  };
}

/** Plays the first card by its buttons. */
export function playByButtons(touch = false): Way {
  return async (page) => {
    const card = await firstCard(page);
    return unhurried(page, card, async () => {
      await pressCard(page, held(page, card), touch);
      await page.getByTestId('do-lay').waitFor();
      const richest = page.getByTestId('do-richest');
      await press((await richest.count()) > 0 ? richest : page.getByTestId('do-lay'), touch);
    });
  };
}

/** Goes to the first card by the keys and presses it twice. */
export async function playByKeys(page: Page): Promise<string> {
  const card = await firstCard(page);
  return unhurried(page, card, async () => {
    if ((await page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.testid)) !== 'hand-card') {
      await page.locator('[data-testid="hand-card"][tabindex="0"]').focus();
    }
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.waitForTimeout(DOUBLED_MS);
    if (!(await isUsual(page, card))) await page.getByTestId('do-lay').focus();
    await page.keyboard.press('Enter');
  });
}

/** Picks these cards of the table for this card of the hand. */
export async function pick(page: Page, card: string, taken: readonly string[], touch = false): Promise<void> {
  await pressCard(page, held(page, card), touch);
  for (const one of taken) await pressCard(page, lying(page, one), touch);
}

/** Lays the first card down, whatever it could take. */
export async function layDown(page: Page): Promise<string> {
  const card = await firstCard(page);
  return unhurried(page, card, async () => {
    await pressCard(page, held(page, card));
    await page.getByTestId('do-lay').click();
  });
}

/** Plays until one's own turn in which this holds; whether there was one. */
export async function playUntil(page: Page, way: Way, holds: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let n = 0; (await awaitTurn(page)) === 'turn'; n += 1) {
    if (await holds()) return true;
    await way(page, n);
  }
  return false;
}

/** The result's table says what is recorded, and adds up. */
export async function checkScore(page: Page): Promise<GameRecord> {
  await page.getByTestId('result').waitFor();
  const record = await recordOf(page);
  const { seats } = resultOf(record, 'tablic');
  const lines = await page
    .getByTestId('result-table')
    .locator('tr[data-testid]')
    .evaluateAll((rows) =>
      rows.map((row) => {
        const items = Object.fromEntries(
          [...row.querySelectorAll<HTMLElement>('[data-item]')].map((cell) => [cell.dataset.item ?? '', Number(cell.textContent) || 0]),
        );
        const item = (name: string) => items[name] ?? NaN;
        return {
          seat: Number(row.dataset.testid?.split('-').at(-1)),
          cards: item('cards'),
          points: item('points'),
          most: item('most'),
          tablas: item('tablas'),
          sum: item('sum'),
        };
      }),
    );
  expect(lines.length).toBe(record.players.length);
  for (const line of lines) {
    const told = seats[line.seat];
    assert.ok(told);
    expect([line.cards, line.points, line.most, line.tablas, line.sum]).toEqual([
      told.cards,
      told.card_points,
      told.most_cards ? 3 : 0,
      told.tablas,
      told.score,
    ]);
    expect(line.points + line.most + line.tablas).toBe(line.sum);
    const plate = page.getByTestId(`tablas-${line.seat}`);
    expect((await plate.count()) > 0, 'tablas are counted beside the seat').toBe(told.tablas > 0);
    if (told.tablas > 0) await expect(plate).toHaveText(new RegExp(String(told.tablas)));
  }
  expect(lines.map(({ sum }) => sum)).toEqual(lines.map(({ sum }) => sum).sort((a, b) => b - a));
  const cards = lines.reduce((sum, line) => sum + line.cards, 0);
  expect([52, 0], `${cards} cards were captured`).toContain(cards);
  return record;
}
