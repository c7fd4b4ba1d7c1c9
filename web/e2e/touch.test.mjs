/** Whole deals on a phone with fingers alone, from the form to the next deal. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MOVING, PHONE, byId, launch, overflow, scrollable, shootBoth, visit } from './browser.mjs';
import { playByPress, playOn, thirds } from './play.mjs';
import { dealt } from './table.mjs';

/** Ten cards each; with two and three players everybody draws. */
const CARDS = { 3: 13, 4: 10 };
/** The least that accessibility asks of what is to be touched. */
const FINGER_PX = 24;
let browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

for (const players of [3, 4]) {
  test(`${players} players, by finger`, async () => {
    const page = await visit(browser, { ...PHONE, ...MOVING });
    await page.getByRole('link', { name: 'New table' }).first().tap();
    await byId(page, `players-${players}`).tap();
    await byId(page, 'bots').selectOption('gentle');
    await byId(page, 'off-alone').check();
    await byId(page, 'create').tap();
    await dealt(page);
    assert.equal(await byId(page, 'hand-card').count(), 10);
    // Every card of a full hand has a strip that a finger finds, once the hand has opened out.
    await page.waitForFunction((least) => {
      const cards = [...document.querySelectorAll('[data-testid="hand-card"]')];
      const boxes = cards.map((card) => card.getBoundingClientRect());
      // The first card of a second row lies left of the last one of the first.
      const steps = boxes.slice(1).map((box, n) => Math.max(box.left - boxes[n].left, box.top - boxes[n].top));
      return cards.length === 10 && steps.every((step) => step >= least);
    }, FINGER_PX);
    let looked = false;
    const played = await playOn(page, async (p) => {
      if (!looked) {
        looked = true;
        assert.deepEqual([await overflow(p), await scrollable(p)], [0, 0]);
        await shootBoth(p, `touch${players}-phone`);
      }
      return playByPress(p, true);
    });
    assert.equal(played.length, CARDS[players]);
    assert.equal(new Set(played).size, played.length);
    assert.equal(thirds(await byId(page, 'result-total').innerText()), 35);
    assert.deepEqual([await overflow(page), await scrollable(page)], [0, 0]);
    await byId(page, 'again').tap();
    await byId(page, 'result').waitFor({ state: 'detached' });
    await dealt(page);
    await playOn(page, (p) => playByPress(p, true), 2);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}
