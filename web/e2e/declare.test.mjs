/** A person declares at a real page, and it counts. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DESKTOP, PHONE, byId, launch, overflow, scrollable, shootBoth, visit } from './browser.mjs';
import { awaitTurn, thirds } from './play.mjs';
import { dealt, still } from './table.mjs';
import { playOut, search } from './unseen.mjs';

let browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

/** Stops where there is something to declare. */
function somethingToDeclare(legal) {
  return legal.some((action) => action.includes(':')) ? 'stop' : 'leave';
}

/** A page on whose turn there is something to declare. */
async function withDeclaration(options, more = {}) {
  const page = await visit(browser, options, 'about:blank');
  const game = { name: 'trset', options: { players: 2, declarations: true } };
  await page.goto(await search(page, { game, ...more }, somethingToDeclare));
  await dealt(page);
  assert.equal(await awaitTurn(page), 'turn');
  await byId(page, 'declare').waitFor();
  return page;
}

/** Nothing of what was declared is cut off by the plate's line. */
async function wholly(told) {
  const cut = await told.evaluate((node) => {
    const line = node.parentElement.getBoundingClientRect();
    const { left, right, width } = node.getBoundingClientRect();
    return width === 0 || left < line.left - 1 || right > line.right + 1;
  });
  assert.equal(cut, false, 'the mark is whole');
}

function apart(a, b) {
  return a.y + a.height <= b.y + 1 || b.y + b.height <= a.y + 1;
}

test('declared by mouse, it stands in the log, at the seat and in the score', async () => {
  const page = await withDeclaration(DESKTOP);
  await still(page);
  const panel = await byId(page, 'declare').boundingBox();
  for (const card of await byId(page, 'hand-card').all()) {
    assert.ok(apart(panel, await card.boundingBox()), 'the panel covers no card');
  }
  await shootBoth(page, 'declare-desktop');
  const hand = await byId(page, 'hand-card').count();
  const button = byId(page, 'declare').locator('button').first();
  const what = (await button.innerText()).replace(/^Declare /, '');
  await button.click();
  await byId(page, 'log').getByText(`declares ${what}`).waitFor();
  assert.equal(await byId(page, 'hand-card').count(), hand, 'no card was played');
  const own = page.locator('[data-own="true"]');
  const told = own.locator('[data-testid^="declared-"]');
  assert.match(await told.innerText(), new RegExp(what));
  await wholly(told);
  assert.equal(await byId(page, 'declare').getByText(what, { exact: false }).count(), 0, 'once is enough');

  await page.reload();
  await byId(page, 'log').getByText(`declares ${what}`).waitFor();
  await playOut(page);
  // The last column is the sum of the others.
  const worth = (await byId(page, 'result-declared').locator('td').allInnerTexts()).slice(0, 2);
  const sums = worth.map((text) => (text === '–' ? 0 : thirds(text)));
  assert.ok(Math.max(...sums) >= 9, `three points or more: ${worth}`);
  assert.equal(thirds(await byId(page, 'result-total').innerText()), 35 + sums.reduce((a, b) => a + b, 0));
  await shootBoth(page, 'result-declared-desktop');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('declared by keyboard on a small page, the focus goes on to the hand', async () => {
  const page = await withDeclaration({ ...PHONE, viewport: { width: 360, height: 740 } });
  await still(page);
  assert.equal(await overflow(page), 0);
  assert.equal(await scrollable(page), 0);
  await shootBoth(page, 'declare-small');
  for (let choices = await byId(page, 'declare').locator('button').count(); choices > 0; choices -= 1) {
    await page.keyboard.press('Tab');
    await byId(page, 'declare').locator('button').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      (left) => document.querySelectorAll('[data-testid="declare"] button').length < left,
      choices,
    );
    choices = (await byId(page, 'declare').locator('button').count()) + 1;
  }
  await page.waitForFunction(() => document.activeElement?.dataset.testid === 'hand-card');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('on a telephone on its side it covers neither the card that was led nor the place of one’s own', async () => {
  // Where a coach speaks there is least room.
  const page = await withDeclaration({ ...PHONE, viewport: { width: 844, height: 390 }, settings: { line: 'on' } }, { rated: false });
  await still(page);
  await shootBoth(page, 'declare-flat');
  const panel = await page.locator('.declare').boundingBox();
  const middle = await page.locator('[data-testid="trick-card"], [data-place="awaited"]').all();
  const lying = (await Promise.all(middle.map((card) => card.boundingBox()))).filter((box) => box !== null);
  assert.ok(lying.length > 0);
  for (const box of lying) assert.ok(apart(panel, box), JSON.stringify({ panel, box }));
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
