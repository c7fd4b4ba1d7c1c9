/** A guest plays a whole deal by mouse, sees the result and replays it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DESKTOP, MOVING, byId, goBackTo, launch, loaded, overflow, scrollable, shootBoth, visit } from './browser.mjs';
import { playByPress, playOn, thirds } from './play.mjs';
import { playOut } from './unseen.mjs';

let browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

test('play now, to the result, to the replay, to the archive', async () => {
  const page = await visit(browser, { ...DESKTOP, ...MOVING });
  await byId(page, 'lobby-table').first().waitFor({ timeout: 5000 }).catch(() => undefined);
  await shootBoth(page, 'front-desktop');
  await byId(page, 'play-now').click();
  await byId(page, 'hand-card').first().waitFor();
  assert.equal(await byId(page, 'hand-card').count(), 10);
  assert.equal(await overflow(page), 0);
  assert.equal(await scrollable(page), 0);

  const first = await playOn(page, (p) => playByPress(p), 6);
  await shootBoth(page, 'table-desktop');
  const rest = await playOn(page, (p) => playByPress(p));
  assert.equal(first.length + rest.length, 20);
  assert.equal(new Set([...first, ...rest]).size, 20, 'no card twice');

  await byId(page, 'result').waitFor();
  await shootBoth(page, 'result-desktop');
  assert.equal(thirds(await byId(page, 'result-total').innerText()), 35);

  await byId(page, 'look').click();
  await byId(page, 'replay').waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const said = new Set();
  for (let step = 1; step <= 40; step++) {
    await byId(page, 'replay-next').click();
    await page.waitForFunction((n) => document.querySelector('[data-testid=replay]')?.dataset.step === String(n), step);
    said.add(await byId(page, 'said').innerText());
    if (step === 13) await shootBoth(page, 'replay-desktop', true);
  }
  assert.ok(said.size > 35, 'every step says something of its own');
  assert.ok(await byId(page, 'replay-next').isDisabled());
  await byId(page, 'replay-result').waitFor();
  assert.equal(thirds(await byId(page, 'result-total').innerText()), 35);
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelector('[data-testid=replay]')?.dataset.step === '0');

  await page.goto('/games');
  await byId(page, 'games').waitFor();
  await loaded(page);
  assert.ok((await byId(page, 'games').locator('li').count()) <= 20, 'one page at a time');
  await goBackTo(page, id);
  assert.equal(await page.locator('main [role="status"]').count(), 0, 'nothing is being loaded any more');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('another deal at the same table', async () => {
  const page = await visit(browser, DESKTOP);
  await byId(page, 'play-now').click();
  await byId(page, 'hand-card').first().waitFor();
  await playOut(page);
  await byId(page, 'again').click();
  await byId(page, 'result').waitFor({ state: 'detached' });
  await byId(page, 'hand-card').first().waitFor();
  assert.equal(await byId(page, 'hand-card').count(), 10);
  await playOn(page, (p) => playByPress(p), 2);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
