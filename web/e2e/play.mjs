/** Playing a deal the way a person does, without knowing any rules. */
import assert from 'node:assert/strict';
import { byId } from './browser.mjs';

/** The time after a card within which the next one is taken for a double press. */
const HASTE_MS = 400;
/** A card that is in the hand for so long after its press moved away under it. */
const MISSED_MS = 5000;

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
 * Chooses a card and presses it, and goes on when one has left the hand, but not sooner than a
 * person would; again if the card moved away under the press, as when another is drawn. Returns
 * the card that left.
 */
export async function unhurried(page, press) {
  for (;;) {
    const before = await handOf(page);
    const card = await press();
    const rest = page.waitForTimeout(HASTE_MS);
    const left = await page
      .waitForFunction(
        ([pressed, cards]) => {
          const hand = [...document.querySelectorAll('[data-testid="hand-card"]')].map((one) => one.dataset.card);
          return hand.includes(pressed) ? cards.find((one) => !hand.includes(one)) : pressed;
        },
        [card, before],
        { polling: 30, timeout: MISSED_MS },
      )
      .then((found) => found.jsonValue(), (error) => (error.name === 'TimeoutError' ? undefined : Promise.reject(error)));
    await rest;
    if (left !== undefined) return left;
  }
}

/** Presses a legal card with the mouse or a finger. */
export async function playByPress(page, touch = false) {
  return unhurried(page, async () => {
    const card = await someLegal(page);
    const button = page.locator(`[data-testid="hand-card"][data-card="${card}"]`);
    // Cards overlap: the left edge is the part that is always free.
    const position = { x: 8, y: 40 };
    await (touch ? button.tap({ position }) : button.click({ position }));
    return card;
  });
}

/** Goes to a legal card with the arrow keys and plays it with Enter. */
export async function playByArrows(page) {
  return unhurried(page, async () => {
    const card = await someLegal(page);
    const first = page.locator('[data-testid="hand-card"][tabindex="0"]');
    if ((await page.evaluate(() => document.activeElement?.dataset.testid)) !== 'hand-card') await first.focus();
    for (let i = 0; i < 20; i++) {
      if ((await page.evaluate(() => document.activeElement?.dataset.card)) === card) break;
      await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('Enter');
    return card;
  });
}

/** Plays a legal card by its place in the hand. */
export async function playByDigit(page) {
  return unhurried(page, async () => {
    const card = await someLegal(page);
    const place = (await handOf(page)).indexOf(card) + 1;
    await page.keyboard.press(String(place % 10));
    return card;
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
