/** Every page passes the machine's part of an accessibility check, in light and in dark. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { DESKTOP, byId, launch, overflow, shoot, visit } from './browser.mjs';
import { playByPress, playOn } from './play.mjs';

const NARROW = { viewport: { width: 360, height: 740 } };
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

async function check(page, name) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.waitForTimeout(100);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run());
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
    assert.deepEqual(found, [], `${name}, ${colorScheme}`);
  }
}

test('pages', async () => {
  const page = await visit(browser, DESKTOP);
  for (const address of ['/', '/create', '/games', '/leaderboard', '/account', '/nowhere']) {
    await page.goto(address);
    await page.waitForTimeout(500);
    await check(page, address);
    await page.setViewportSize(NARROW.viewport);
    assert.equal(await overflow(page), 0, `${address} is wider than a narrow window`);
    await page.setViewportSize(DESKTOP.viewport);
  }
  await page.context().close();
});

test('a table in play, and every language on a narrow phone', async () => {
  const page = await visit(browser, DESKTOP);
  await byId(page, 'play-now').click();
  await byId(page, 'hand-card').first().waitFor({ timeout: 20_000 });
  await playOn(page, (p) => playByPress(p), 2);
  await page.waitForTimeout(2000);
  await check(page, 'table');
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
