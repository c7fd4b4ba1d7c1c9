/** Whole deals on a phone with fingers alone, from the form to the next deal. */
import { expect, test } from './support/fixtures.ts';
import { boxOf, overflow, scrollable } from './support/page.ts';
import { MOVING, PHONE } from './support/sizes.ts';
import { playByPress, playOn, thirds } from './support/playing.ts';
import { anotherTable, becomeGuest, dealt, still } from './support/table.ts';
import { asked } from './support/tarok.ts';

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

for (const players of [3, 4]) {
  test(`each dotted word of a decision of ${players} explains itself to the finger`, async ({ visit }) => {
    const page = await visit(PHONE, 'about:blank');
    await becomeGuest(page);
    await anotherTable(page, { game: { name: 'tarok', options: { players } } });
    await dealt(page);
    // The others may have left the choice to the reader already.
    expect(['bidding', 'choosing']).toContain(await asked(page));
    await still(page);
    const words = page.getByTestId('tarok-panel').getByTestId('term');
    const count = await words.count();
    expect(count).toBeGreaterThan(0);
    for (let n = 0; n < count; n += 1) {
      const word = words.nth(n);
      await word.scrollIntoViewIfNeeded();
      // The middle of the word as it is seen, even where another word reaches there.
      const { x, y, width, height } = await boxOf(word);
      await page.touchscreen.tap(x + width / 2, y + height / 2);
      const own = await word.getAttribute('popovertarget');
      await expect(page.locator('[role="note"]:popover-open')).toHaveAttribute('id', own ?? '');
      await page.keyboard.press('Escape');
      await expect(page.locator('[role="note"]:popover-open')).toHaveCount(0);
    }
  });
}

test('score and marks of the top line are pressed each where it stands', async ({ visit }) => {
  const page = await visit(PHONE, 'about:blank');
  await becomeGuest(page);
  await anotherTable(page, { game: { name: 'trset', options: { players: 2, target: 21 } }, rated: false });
  await dealt(page);
  const { x, y, width, height } = await boxOf(page.getByTestId('score'));
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  await page.getByTestId('score-sheet').waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('score-sheet').waitFor({ state: 'detached' });
  const mark = await boxOf(page.getByTestId('unrated'));
  await page.touchscreen.tap(mark.x + mark.width / 2, mark.y + mark.height / 2);
  await page.getByText('the table was opened').waitFor();
});
