/** Cards travel, cheaply, in nobody's way, and not for those who do not want it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DESKTOP, MOVING, byId, drawn, launch, shoot, visit } from './browser.mjs';
import { watchCards } from './cloth.mjs';
import { awaitTurn, handOf, playByPress, playOn } from './play.mjs';
import { dealt, openTable, still } from './table.mjs';

/** The properties that the compositor can move without the page. */
const CHEAP = new Set(['transform', 'translate', 'scale', 'opacity']);
/** The properties that a keyframe holds besides. */
const FRAME = new Set(['offset', 'easing', 'composite', 'computedOffset']);
let browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

test('cards travel to the trick, the piles and the hands', async () => {
  const page = await visit(browser, { ...DESKTOP, ...MOVING }, 'about:blank');
  await openTable(page, { players: 2 });
  await dealt(page);
  await watchCards(page);
  const draws = byId(page, 'log').getByText(/ draws the /);
  await playOn(
    page,
    async (p) => {
      await still(p);
      return playByPress(p);
    },
    4,
  );
  await still(page);
  assert.ok((await draws.count()) >= 4);
  // The other player's card stays to be seen.
  assert.equal(await page.locator('[data-own="false"] [data-testid^="drawn-"]').count(), 1);
  const [moved, travels] = await page.evaluate(() => [[...window.moved], [...window.travels]]);
  for (const zone of ['trick', 'pile', 'shown', 'hand']) assert.ok(travels.includes(zone), `cards travel to ${zone}: ${travels}`);
  assert.deepEqual(moved.filter((name) => !CHEAP.has(name) && !FRAME.has(name)), []);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a press does not wait for what moves', async () => {
  const page = await visit(browser, { ...DESKTOP, ...MOVING, settings: { pace: 'tap' } }, 'about:blank');
  await openTable(page, { players: 2 });
  await dealt(page);
  assert.equal(await awaitTurn(page), 'turn');
  await playByPress(page);
  // It is one's own turn again, and the full trick waits for a tap.
  assert.equal(await awaitTurn(page), 'turn');
  await page.waitForFunction(() => document.querySelectorAll('[data-testid="trick-card"]').length === 2);
  const hand = await handOf(page);
  const [card, gone] = await page.evaluate(async () => {
    const button = document.querySelector('[data-testid="hand-card"][data-legal="true"]');
    const { card } = button.dataset;
    button.click();
    await new Promise(requestAnimationFrame);
    return [card, document.querySelector(`[data-testid="hand-card"][data-card="${card}"]`) === null];
  });
  assert.ok(gone, 'the card leaves the hand in the next frame');
  assert.ok(hand.includes(card));
  await page.locator(`[data-testid="trick-card"][data-card="${card}"]`).waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('nothing travels for those who want it still, nor after a reload', async () => {
  const page = await visit(browser, DESKTOP, 'about:blank');
  await openTable(page, { players: 2 });
  await dealt(page);
  await watchCards(page);
  await playOn(page, (p) => playByPress(p), 3);
  await still(page);
  assert.deepEqual(await page.evaluate(() => [...window.travels]), []);
  assert.equal(await page.locator('[data-own="false"] [data-testid^="drawn-"]').count(), 1, 'what was drawn is told');

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  assert.equal(await awaitTurn(page), 'turn');
  // One may act before everything has been shown.
  await still(page);
  const lines = await byId(page, 'log').locator('li').allInnerTexts();
  await page.addInitScript(() => {
    window.flown = [];
    const look = () => {
      for (const motion of document.getAnimations()) {
        const target = motion.effect.target;
        if (target.closest('[data-layer="cards"]')) window.flown.push(target.outerHTML.slice(0, 80));
      }
      requestAnimationFrame(look);
    };
    look();
  });
  await page.reload();
  await dealt(page);
  await still(page);
  await drawn(page);
  assert.deepEqual(await page.evaluate(() => window.flown), []);
  assert.deepEqual(await byId(page, 'log').locator('li').allInnerTexts(), lines, 'the log is as it was');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('at the end the piles are counted up until a press, then whoever won is celebrated', async () => {
  const page = await visit(browser, { ...DESKTOP, ...MOVING }, 'about:blank');
  await page.addInitScript(() => {
    // The counting lasts until it is pressed away, on any machine.
    const { setTimeout } = window;
    const COUNT_MS = 1700;
    window.setTimeout = (act, ms, ...more) => setTimeout(act, ms === COUNT_MS ? 600_000 : ms, ...more);
    window.celebrated = 0;
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) if (node instanceof Element && node.matches('[data-testid^="celebrated-"]')) window.celebrated += 1;
      }
    }).observe(document, { childList: true, subtree: true });
    window.localStorage.setItem('vzetek.settings', JSON.stringify({ pace: 'fast' }));
  });
  await openTable(page, { players: 4 });
  await dealt(page);
  const counted = page.locator('[data-testid^="counted-"]');
  await page.waitForFunction(
    () => {
      if (document.querySelectorAll('[data-testid^="counted-"]').length === 4) return true;
      document.querySelector('[data-testid="hand-card"][data-legal="true"]')?.click();
      return false;
    },
    null,
    { polling: 300 },
  );
  assert.equal(await byId(page, 'result').count(), 0, 'the result waits');
  // The figures come to stand.
  await page.waitForFunction(() => document.querySelectorAll('[data-testid^="counted-"].full').length === 4);
  await shoot(page, 'counting');
  await page.locator('[data-place="middle"]').evaluate((middle) => middle.parentElement.click());
  await byId(page, 'result').waitFor();
  assert.equal(await counted.count(), 0);
  assert.equal(await page.evaluate(() => window.celebrated), 2, 'both of the side that won');
  await page.reload();
  await byId(page, 'result').waitFor();
  assert.equal(await page.evaluate(() => window.celebrated), 0, 'once');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
