/** Playing a deal the way a person does, without knowing any rules. */
import assert from 'node:assert/strict';
import { byId } from './browser.mjs';

/** The time after a card within which the next one is taken for a double press. */
const HASTE_MS = 400;
/** A card that is in the hand for so long after its press moved away under it. */
const MISSED_MS = 20_000;

/** Waits for one's own next move, with cards to choose from, or for the result. */
async function awaitTurn(page) {
  await page.waitForFunction(
    () =>
      document.querySelector('[data-testid="result"]') !== null ||
      document.querySelector('[data-testid="hand-card"][data-legal="true"]') !== null,
    null,
    // Looking in every frame keeps the page busy.
    { polling: 30 },
  );
  return (await byId(page, 'result').count()) > 0 ? 'over' : 'turn';
}

export async function handOf(page) {
  return byId(page, 'hand-card').evaluateAll((cards) => cards.map((card) => card.dataset.card));
}

/** Returns a card that may be played. */
function someLegal(page) {
  return page.locator('[data-testid="hand-card"][data-legal="true"]').first().getAttribute('data-card');
}

/**
 * Presses a card, and goes on when it has left the hand, but not sooner than a person would; again
 * if it moved away under the press, as when another is drawn. Returns the card that left.
 */
export async function unhurried(page, card, press) {
  const before = await handOf(page);
  for (;;) {
    await press();
    const rest = page.waitForTimeout(HASTE_MS);
    await page
      .waitForFunction(
        ([pressed, cards]) => {
          const hand = new Set([...document.querySelectorAll('[data-testid="hand-card"]')].map((one) => one.dataset.card));
          return !hand.has(pressed) || cards.some((one) => !hand.has(one));
        },
        [card, before],
        { polling: 30, timeout: MISSED_MS },
      )
      .catch((error) => (error.name === 'TimeoutError' ? undefined : Promise.reject(error)));
    await rest;
    const hand = new Set(await handOf(page));
    const left = hand.has(card) ? before.find((one) => !hand.has(one)) : card;
    if (left !== undefined) return left;
  }
}

/** Presses a legal card with the mouse or a finger. */
export async function playByPress(page, touch = false) {
  const card = await someLegal(page);
  const button = page.locator(`[data-testid="hand-card"][data-card="${card}"]`);
  // Cards overlap: the left edge is the part that is always free.
  const position = { x: 8, y: 40 };
  return unhurried(page, card, () => (touch ? button.tap({ position }) : button.click({ position })));
}

/** Goes to a legal card with the arrow keys and plays it with Enter. */
export async function playByArrows(page) {
  const card = await someLegal(page);
  const at = () => page.evaluate(() => document.activeElement?.dataset);
  return unhurried(page, card, async () => {
    if ((await at())?.testid !== 'hand-card') await page.locator('[data-testid="hand-card"][tabindex="0"]').focus();
    for (let i = 0; i < 20 && (await at()).card !== card; i += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
  });
}

/** Plays a legal card by its place in the hand. */
export async function playByDigit(page) {
  const card = await someLegal(page);
  return unhurried(page, card, async () => {
    const place = (await handOf(page)).indexOf(card) + 1;
    await page.keyboard.press(String(place % 10));
  });
}

/** Plays until the result is there. Returns the cards played. */
export async function playOn(page, way, most = Infinity) {
  const played = [];
  while (played.length < most && (await awaitTurn(page)) === 'turn') {
    played.push(await way(page, played.length));
  }
  return played;
}

export { awaitTurn };

/** Thirds as they are written: `11⅔` is 35. */
export function thirds(text) {
  const found = /^(\d*)([⅓⅔]?)$/u.exec(text.trim());
  assert.ok(found, `${text} is no number of points`);
  return Number(found[1] || 0) * 3 + { '': 0, '⅓': 1, '⅔': 2 }[found[2]];
}
