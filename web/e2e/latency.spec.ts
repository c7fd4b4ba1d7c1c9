/** From the press to the picture: a card that is played lies in the trick before the server has answered. */
import type { Page } from '@playwright/test';
import { type Visit, expect, test } from './support/fixtures.ts';
import { holdable } from './support/frames.ts';
import { type Way, playByPress, playOn } from './support/playing.ts';
import { DESKTOP, MOVING, PHONE } from './support/sizes.ts';
import type { VisitOptions } from './support/visit.ts';
import { dealt, openTable } from './support/table.ts';

/** A press is handled in one frame, and its picture made in the next. */
const FRAMES = 2;

/** Opens a page whose messages from the server can be held back. */
async function gated(visit: Visit, options: VisitOptions) {
  const page = await visit(options, 'about:blank');
  return { page, ...(await holdable(page)) };
}

/** Notes in the page in which frame a card was pressed, and in which it lay in the trick. */
async function watchPlays(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.plays = {};
    let frame = 0;
    const count = () => {
      frame += 1;
      requestAnimationFrame(count);
    };
    count();
    for (const name of ['pointerdown', 'pointerup']) {
      document.addEventListener(
        name,
        ({ target }) => {
          const button = target instanceof Element ? target.closest<HTMLElement>('[data-testid="hand-card"][data-legal="true"]') : null;
          if (button?.dataset.card) (window.plays[button.dataset.card] ??= {}).pressed = frame;
        },
        { capture: true },
      );
    }
    new MutationObserver(() => {
      for (const { dataset } of document.querySelectorAll<HTMLElement>('.middle [data-testid="trick-card"]')) {
        if (dataset.card) (window.plays[dataset.card] ??= {}).shown ??= frame;
      }
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-card'] });
  });
}

/** Waits until a card has been in the trick. */
async function shows(page: Page, card: string): Promise<void> {
  await page.waitForFunction((name) => window.plays[name]?.shown !== undefined, card, { polling: 30 });
}

test('a press shows the card before the server has answered, and then on the other’s page', async ({ visit }) => {
  const [one, two] = [await gated(visit, { ...DESKTOP, ...MOVING }), await gated(visit, { ...PHONE, ...MOVING })];
  const address = await openTable(one.page, { players: 2 }, { bots: null });
  await two.page.goto(address);
  await two.page.locator('[data-testid^="sit-"]').first().tap();
  const both = [one, two] as const;
  await Promise.all(both.map(({ page }) => dealt(page)));
  await Promise.all(both.map(({ page }) => watchPlays(page)));
  const plays =
    (own: typeof one, other: typeof one, touch: boolean): Way =>
    async (page) => {
      own.hold();
      const card = await playByPress(page, touch);
      await shows(page, card);
      own.release();
      await shows(other.page, card);
      return card;
    };
  const played = await Promise.all([playOn(one.page, plays(one, two, false)), playOn(two.page, plays(two, one, true))]);
  await Promise.all(both.map(({ page }) => page.getByTestId('result').waitFor()));
  expect(played.flat().length, 'a whole deal').toBe(40);
  for (const [n, { page }] of both.entries()) {
    const seen = await page.evaluate(() => window.plays);
    const frames = (played[n] ?? []).map((card) => (seen[card]?.shown ?? Infinity) - (seen[card]?.pressed ?? 0));
    // A busy machine may be late once.
    const usual = frames.toSorted((one, other) => one - other).slice(0, -1);
    expect(Math.max(...usual), `frames from each press to its card: ${frames}`).toBeLessThanOrEqual(FRAMES);
  }
});
