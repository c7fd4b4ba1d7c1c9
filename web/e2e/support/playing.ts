/** Playing a deal the way a person does, without knowing any rules. */
import assert from 'node:assert/strict';
import { type Locator, type Page, errors } from '@playwright/test';

/** A card that is in the hand for so long after its press moved away under it. */
const MISSED_MS = 20_000;
/** The presses of a card after which the page is wrong. */
const TRIES = 8;
/** Two presses nearer than this to each other may be one, doubled. */
const APART = 30;
/** The places on a card at which it is pressed in turn, as far as no other card lies over them; the left edge is mostly free. */
const PLACES = [
  { x: 8, y: 30 },
  { x: 8, y: 66 },
  { x: 8, y: 10 },
];

/** Plays a card, the n-th of the deal, and returns which. */
export type Way = (page: Page, n: number) => Promise<string>;

/** Waits for one's own next move, with cards to choose from, or for the result. */
export async function awaitTurn(page: Page): Promise<'over' | 'turn'> {
  const found = await page.waitForFunction(
    () => {
      if (document.querySelector('[data-testid="result"]')) return 'over';
      return document.querySelector('[data-testid="hand-card"][data-legal="true"]') ? 'turn' : undefined;
    },
    null,
    // Looking in every frame keeps the page busy.
    { polling: 30 },
  );
  return (await found.jsonValue()) ?? 'turn';
}

/** Returns the cards of an element's kind, in their order. */
export function cardsOf(page: Page, id: string): Promise<string[]> {
  return page.getByTestId(id).evaluateAll((cards) => cards.map((card) => card.dataset.card ?? ''));
}

export function handOf(page: Page): Promise<string[]> {
  return cardsOf(page, 'hand-card');
}

export function held(page: Page, card: string): Locator {
  return page.locator(`[data-testid="hand-card"][data-card="${card}"]`);
}

/** Returns the cards that may be played. */
export function legalCards(page: Page): Promise<string[]> {
  return page.locator('[data-testid="hand-card"][data-legal="true"]').evaluateAll((cards) => cards.map((card) => card.dataset.card ?? ''));
}

async function someLegal(page: Page): Promise<string> {
  const [card] = await legalCards(page);
  assert.ok(card, 'a card may be played');
  return card;
}

/**
 * Presses a card, and goes on when it has left the hand; again if it moved away under the press, as when another is
 * drawn. Returns the card that left.
 */
export async function unhurried(page: Page, card: string, press: () => Promise<void>): Promise<string> {
  const before = await handOf(page);
  for (let tries = 0; tries < TRIES; tries += 1) {
    await press();
    await page
      .waitForFunction(
        ({ card, before }) => {
          const hand = new Set([...document.querySelectorAll<HTMLElement>('[data-testid="hand-card"]')].map((one) => one.dataset.card));
          return !hand.has(card) || before.some((one) => !hand.has(one));
        },
        { card, before },
        { polling: 30, timeout: MISSED_MS },
      )
      .catch((error: unknown) => {
        if (!(error instanceof errors.TimeoutError)) throw error;
      });
    const hand = new Set(await handOf(page));
    const left = hand.has(card) ? before.find((one) => !hand.has(one)) : card;
    if (left !== undefined) return left;
  }
  return assert.fail(`${card} was pressed ${TRIES} times and is in the hand still`);
}

/** Where each page was pressed last. */
const pressed = new WeakMap<Page, { x: number; y: number }>();

/** Presses the free edge of a card, away from the last press: at the same place so soon it would be a part of that. */
export async function pressCard(page: Page, button: Locator, touch = false): Promise<void> {
  const last = pressed.get(page);
  const box = await button.boundingBox();
  const free = await button.evaluate((node, places) => {
    const { left, top } = node.getBoundingClientRect();
    return places.filter(({ x, y }) => node.contains(document.elementFromPoint(left + x, top + y)));
  }, PLACES);
  const [first = { x: 8, y: 30 }] = free;
  const at = free.find(({ x, y }) => !last || !box || Math.hypot(box.x + x - last.x, box.y + y - last.y) > APART) ?? first;
  if (box) pressed.set(page, { x: box.x + at.x, y: box.y + at.y });
  await (touch ? button.tap({ position: at }) : button.click({ position: at }));
}

/** Presses a legal card with the mouse or a finger. */
export async function playByPress(page: Page, touch = false): Promise<string> {
  const card = await someLegal(page);
  return unhurried(page, card, () => pressCard(page, held(page, card), touch));
}

/** Goes to a legal card with the arrow keys and plays it with Enter. */
export async function playByArrows(page: Page): Promise<string> {
  const card = await someLegal(page);
  const at = () => page.evaluate(() => ({ ...(document.activeElement as HTMLElement | null)?.dataset }));
  return unhurried(page, card, async () => {
    if ((await at()).testid !== 'hand-card') await page.locator('[data-testid="hand-card"][tabindex="0"]').focus();
    // Whoever goes to a card means it: the same key is no part of the last press then.
    await page.keyboard.press('Home');
    for (let i = 0; i < 20 && (await at()).card !== card; i += 1) await page.keyboard.press('ArrowRight');
    // A card that went meanwhile, late, is not to take another with it.
    if ((await at()).card === card) await page.keyboard.press('Enter');
  });
}

const digits = new WeakMap<Page, string>();

/** Plays a legal card by its place in the hand; by another than last time if there is one, for the same digit may be a part of that press. */
export async function playByDigit(page: Page): Promise<string> {
  const [hand, legal] = [await handOf(page), await legalCards(page)];
  const digitOf = (card: string, cards: readonly string[]) => String((cards.indexOf(card) + 1) % 10);
  const card = legal.find((one) => digitOf(one, hand) !== digits.get(page)) ?? legal[0];
  assert.ok(card, 'a card may be played');
  return unhurried(page, card, async () => {
    // A card that was drawn meanwhile has moved the others on.
    const now = await handOf(page);
    if (!now.includes(card)) return;
    const digit = digitOf(card, now);
    if (digit === digits.get(page)) await page.waitForTimeout(DOUBLED_MS);
    digits.set(page, digit);
    await page.keyboard.press(digit);
  });
}

/** The time within which the page takes the same press for one, doubled; `DOUBLED_MS` of the page and a little more. */
export const DOUBLED_MS = 400;

/** Plays until the result is there, or this many cards. Returns the cards played. */
export async function playOn(page: Page, way: Way, most = Infinity): Promise<string[]> {
  const played: string[] = [];
  while (played.length < most && (await awaitTurn(page)) === 'turn') {
    played.push(await way(page, played.length));
  }
  return played;
}

/** Thirds as they are written: `11⅔` is 35. */
export function thirds(text: string): number {
  const found = /^(\d*)([⅓⅔]?)$/u.exec(text.trim());
  assert.ok(found, `${text} is no number of points`);
  const [, whole, rest] = found;
  return Number(whole || 0) * 3 + (rest === '⅔' ? 2 : rest === '⅓' ? 1 : 0);
}
