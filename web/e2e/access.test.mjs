/** Every page passes the machine's part of an accessibility check, in light and in dark. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible } from './axe.mjs';
import { DESKTOP, byId, launch, loaded, overflow, shoot, visit } from './browser.mjs';
import { playByPress, playOn } from './play.mjs';
import { still } from './table.mjs';

const NARROW = { viewport: { width: 360, height: 740 } };
let browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

test('pages', async () => {
  const page = await visit(browser, DESKTOP);
  for (const address of ['/', '/create', '/games', '/leaderboard', '/account', '/nowhere']) {
    await page.goto(address);
    await loaded(page);
    await accessible(page, address);
    await page.setViewportSize(NARROW.viewport);
    assert.equal(await overflow(page), 0, `${address} is wider than a narrow window`);
    await page.setViewportSize(DESKTOP.viewport);
  }
  await page.context().close();
});

test('a table in play, and every language on a narrow phone', async () => {
  const page = await visit(browser, DESKTOP);
  await byId(page, 'play-now').click();
  await byId(page, 'hand-card').first().waitFor();
  await playOn(page, (p) => playByPress(p), 2);
  await still(page);
  await accessible(page, 'table');
  await page.setViewportSize(NARROW.viewport);
  for (const language of ['sl', 'hr', 'it', 'en']) {
    await page.evaluate((name) => window.localStorage.setItem('vzetek.language', name), language);
    await page.reload();
    await byId(page, 'hand-card').first().waitFor();
    assert.equal(await overflow(page), 0, language);
    await shoot(page, `table-narrow-${language}`);
  }
  await page.context().close();
});
