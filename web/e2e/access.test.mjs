/** Every page passes the machine's part of an accessibility check on a wide screen, in light and in dark. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible } from './axe.mjs';
import { DESKTOP, byId, launch, loaded, visit } from './browser.mjs';
import { PAGES } from './pages.mjs';
import { playByPress, playOn } from './play.mjs';
import { still } from './table.mjs';

let browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

test('pages', async () => {
  const page = await visit(browser, DESKTOP, 'about:blank');
  for (const address of PAGES) {
    await page.goto(address);
    await loaded(page);
    await accessible(page, address);
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a table in play', async () => {
  const page = await visit(browser, DESKTOP);
  await byId(page, 'play-now').click();
  await byId(page, 'hand-card').first().waitFor();
  await playOn(page, (p) => playByPress(p), 2);
  await still(page);
  await accessible(page, 'table');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
