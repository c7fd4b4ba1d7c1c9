/** Tarok as a person plays it: what a page asks is answered, by mouse, keys or finger. */
import assert from 'node:assert/strict';
import { type Locator, type Page, expect } from '@playwright/test';
import type { TarokOptions } from '../../src/lib/protocol';
import { cutPanels } from './layout.ts';
import { held, playByArrows, playByPress, pressCard } from './playing.ts';
import { findDeal } from './socketPlay.ts';
import { dealt } from './table.ts';

const TRIES = 80;

/** How a player answers. */
export interface Hand {
  press: (page: Page, button: Locator) => Promise<void>;
  play: (page: Page) => Promise<string>;
}

/** Tabs until the focus is there, then presses it. */
async function pressByKeys(page: Page, button: Locator): Promise<void> {
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
} satisfies Record<string, Hand>;

/** The number of the last event when a page was seen to ask. */
const ASKED = new WeakMap<Page, number>();
/** Decisions that a page may have to make again before anybody has seen that others made theirs. */
const REPEATED = ['bidding', 'announcing', 'doubling'];

/**
 * Returns what the page asks now: the decision before the cards, a card, or nothing more (`over`); while
 * others bid, `elsewhere` tells that one of them won.
 */
export async function asked(page: Page, bidding = false): Promise<string> {
  const found = await page.waitForFunction(
    (others) => {
      const asks = (): string | undefined => {
        const shown = document.querySelector<HTMLElement>('[data-testid="tarok-panel"]');
        const panel = shown?.dataset.mine === 'true' ? shown : null;
        if (document.querySelector('[data-testid="result"]')) return 'over';
        // A decision that is on its way is none any more.
        const free = panel?.querySelector('button:not(:disabled)');
        const card = document.querySelector('[data-testid="hand-card"][data-legal="true"]');
        if (panel?.dataset.name === 'discarding') return card ? 'discarding' : undefined;
        if (panel && free) return panel.dataset.name;
        if (card) return 'card';
        return others && shown?.dataset.name !== 'bidding' && shown?.dataset.mine !== 'true' ? 'elsewhere' : undefined;
      };
      const name = asks();
      const seq = Number(document.querySelector<HTMLElement>('[data-testid="table"]')?.dataset.seq);
      return name === undefined ? undefined : { name, seq };
    },
    bidding,
    { polling: 30 },
  );
  const { name, seq } = (await found.jsonValue()) ?? { name: '', seq: NaN };
  ASKED.set(page, seq);
  return name;
}

/** Waits until the page asks for something else than that, or for the same once more. */
export async function decided(page: Page, name: string): Promise<void> {
  await page.waitForFunction(
    ([before, after]) => {
      const panel = document.querySelector<HTMLElement>('[data-testid="tarok-panel"]');
      const seq = Number(document.querySelector<HTMLElement>('[data-testid="table"]')?.dataset.seq);
      return panel?.dataset.name !== before || panel.dataset.mine !== 'true' || seq > after;
    },
    [name, REPEATED.includes(name) ? (ASKED.get(page) ?? Number.MAX_VALUE) : Number.MAX_VALUE] as const,
    { polling: 30 },
  );
}

/** Returns the contract at the page's table, once it is chosen. */
export function contractOf(page: Page): Promise<string | null> {
  return page.evaluate(() => document.querySelector('[data-testid="contract"] [data-testid="term"]')?.textContent ?? null);
}

/** Passes until this contract can be bid or chosen. */
function leadTo(legal: readonly string[], contract: string): string {
  if (legal.includes(`bid:${contract}`) || legal.includes(`contract:${contract}`)) return 'stop';
  return legal.includes('pass') ? 'pass' : 'leave';
}

/**
 * Opens tables until the page's visitor plays this contract there: passes, bids or chooses as it takes.
 * Ends when the contract is chosen. `look` is called before each answer.
 */
export async function undertake(
  page: Page,
  contract: string,
  way: Hand,
  options: TarokOptions = {},
  look: (name: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    await page.goto(await findDeal(page, { game: { name: 'tarok', options } }, leadTo, contract));
    await dealt(page);
    if (await getContract(page, contract, way, look)) return;
  }
  assert.fail(`nobody let the visitor play ${contract} in ${TRIES} deals`);
}

async function getContract(page: Page, contract: string, way: Hand, look: (name: string) => Promise<void>): Promise<boolean> {
  for (;;) {
    const name = await asked(page, true);
    if (name === 'bidding' || name === 'choosing') await look(name);
    if (name === 'bidding') {
      const bid = page.getByTestId(`bid-${contract}`);
      const wanted = (await bid.count()) > 0 ? bid : page.getByTestId('bid-pass');
      if ((await wanted.count()) === 0) return false;
      await way.press(page, wanted);
    } else if (name === 'choosing') {
      const choice = page.getByTestId(`contract-${contract}`);
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
export async function discard(page: Page, way: Hand): Promise<void> {
  const confirm = page.getByTestId('discard-confirm');
  while (await confirm.isDisabled()) {
    const free = page.locator('[data-testid="hand-card"][data-legal="true"][aria-pressed="false"]');
    const card = await free.last().getAttribute('data-card');
    assert.ok(card);
    if (way.press === pressByKeys) {
      await held(page, card).focus();
      await page.keyboard.press('Enter');
    } else {
      await pressCard(page, held(page, card), way.press === WAYS.finger.press);
    }
    await page.locator(`[data-testid="discards"] [data-card="${card}"]`).waitFor();
  }
  await way.press(page, confirm);
}

/** Answers whatever is asked before the cards: `say` names actions that are chosen where they are offered. Returns `card` or `over`. */
export async function decideAll(page: Page, way: Hand, say: readonly string[] = []): Promise<string> {
  for (;;) {
    const name = await asked(page);
    await expect.poll(() => cutPanels(page)).toEqual([]);
    if (name === 'over' || name === 'card') return name;
    if (name === 'taking') await way.press(page, page.getByTestId('take-1'));
    else if (name === 'calling') await way.press(page, page.locator('[data-testid^="call-"]').first());
    else if (name === 'discarding') await discard(page, way);
    else if (name === 'announcing' || name === 'doubling') await speak(page, way, say);
    else {
      expect(name).toBe('bidding');
      await way.press(page, page.getByTestId('bid-pass'));
    }
    await decided(page, name);
  }
}

/** Answers whatever is asked and plays cards until the result is there. Returns the cards. */
export async function playToEnd(page: Page, way: Hand, say: readonly string[] = []): Promise<string[]> {
  const played: string[] = [];
  while ((await decideAll(page, way, say)) === 'card') played.push(await way.play(page));
  return played;
}

/** Chooses what is to be said of what can be said, and confirms. */
export async function speak(page: Page, way: Hand, say: readonly string[]): Promise<void> {
  // A player who plays by keys is led to what is to be decided.
  if (way.press === pressByKeys) {
    await page.waitForFunction(() => document.activeElement?.closest('[data-testid="tarok-panel"]'));
  }
  for (const action of say) {
    const choice = page.getByTestId(`say-${action}`);
    if ((await choice.count()) > 0) await way.press(page, choice);
  }
  await way.press(page, page.getByTestId('say-confirm'));
}

/** Lines of the result's table that are no part of a deal's sum. */
const APART = ['result-sum', 'result-cards', 'result-score', 'result-radelci', 'result-paid', 'result-final', 'result-ratings'];

/** The result's table as numbers: what each line adds for each seat, and the sums. */
export async function scoreOf(page: Page): Promise<{ rows: { name: string; values: string[] }[]; sum: number[]; lines: number[][] }> {
  const rows = await page
    .getByTestId('result-table')
    .first()
    .locator('tr[data-testid]')
    .evaluateAll((lines) =>
      lines.map((line) => {
        // The declarer's column is the first: the figures are put in the order of the seats.
        const cells = [...line.querySelectorAll<HTMLElement>('td')].sort((a, b) => Number(a.dataset.seat) - Number(b.dataset.seat));
        return { name: line.dataset.testid ?? '', values: cells.map((cell) => cell.textContent.trim()) };
      }),
    );
  const number = (text: string) => (text === '–' ? 0 : Number(text.replace('−', '-').replace('+', '')));
  const sum = rows.find((row) => row.name === 'result-sum')?.values.map(number) ?? [];
  const lines = rows.filter((row) => !APART.includes(row.name)).map((row) => row.values.map(number));
  return { rows, sum, lines };
}
