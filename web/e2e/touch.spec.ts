/** Whole deals on a phone with fingers alone, from the form to the next deal. */
import { expect, test } from './support/fixtures.ts';
import { overflow, scrollable } from './support/page.ts';
import { MOVING, PHONE } from './support/sizes.ts';
import { playByPress, playOn, thirds } from './support/playing.ts';
import { dealt } from './support/table.ts';

/** Ten cards each; with two and three players everybody draws. */
const CARDS = [
  [3, 13],
  [4, 10],
] as const;
/** The least that accessibility asks of what is to be touched. */
const FINGER_PX = 24;

for (const [players, cards] of CARDS) {
  test(`${players} players, by finger`, async ({ visit }) => {
    const page = await visit({ ...PHONE, ...MOVING });
    await page.getByRole('link', { name: 'New table' }).first().tap();
    await page.getByTestId(`players-${players}`).tap();
    await page.getByTestId('bots').selectOption('gentle');
    await page.getByTestId('off-alone').check();
    await page.getByTestId('create').tap();
    await dealt(page);
    await expect(page.getByTestId('hand-card')).toHaveCount(10);
    // Every card of a full hand has a strip that a finger finds, once the hand has opened out.
    await page.waitForFunction((least) => {
      const boxes = [...document.querySelectorAll('[data-testid="hand-card"]')].map((card) => card.getBoundingClientRect());
      // The first card of a second row lies left of the last one of the first.
      const steps = boxes.slice(1).map(({ left, top }, n) => Math.max(left - (boxes[n]?.left ?? 0), top - (boxes[n]?.top ?? 0)));
      return boxes.length === 10 && steps.every((step) => step >= least);
    }, FINGER_PX);
    let looked = false;
    const played = await playOn(page, async (p) => {
      if (!looked) {
        looked = true;
        expect([await overflow(p), await scrollable(p)]).toEqual([0, 0]);
      }
      return playByPress(p, true);
    });
    expect(played.length).toBe(cards);
    expect(new Set(played).size).toBe(played.length);
    expect(thirds(await page.getByTestId('result-total').innerText())).toBe(35);
    expect([await overflow(page), await scrollable(page)]).toEqual([0, 0]);
    await page.getByTestId('again').tap();
    await page.getByTestId('result').waitFor({ state: 'detached' });
    await dealt(page);
    await playOn(page, (p) => playByPress(p, true), 2);
  });
}
