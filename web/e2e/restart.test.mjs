/** The server dies in mid-deal, comes back, and the deal goes on. A table that closes says so. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DESKTOP, byId, launch, passing, shootBoth, visit } from './browser.mjs';
import { OwnServer } from './own.mjs';
import { awaitTurn, handOf, playByPress, playOn, thirds } from './play.mjs';
import { dealt, openTable, still } from './table.mjs';

let browser;
let own;

before(async () => {
  browser = await launch();
  own = await OwnServer.with([]);
});

after(async () => {
  await browser.close();
  await own.stop();
});

/** Bots need a moment after the server's start; then there are tables with them. */
async function seated(page, options) {
  for (;;) {
    try {
      return await openTable(page, options);
    } catch (error) {
      if (!/no_bots/.test(String(error))) throw error;
      await page.waitForTimeout(300);
    }
  }
}

test('a server that crashes in mid-deal', async () => {
  const page = await visit(browser, { ...DESKTOP, baseURL: own.url }, 'about:blank');
  await seated(page, { players: 2 });
  await dealt(page);
  const played = await playOn(page, (p) => playByPress(p), 7);
  assert.equal(await awaitTurn(page), 'turn');
  await still(page);
  const hand = await handOf(page);
  const lines = await byId(page, 'log').locator('li').allInnerTexts();

  await own.kill();
  await page.getByText('connection is lost').waitFor();
  assert.match(await byId(page, 'connection').innerText(), /connection is lost.*Trying again/s);
  await shootBoth(page, 'offline-desktop');
  // Pressed while nobody hears it: it says so, and the card stays.
  const said = await passing(page, 'notice');
  await page.locator('[data-testid="hand-card"][data-legal="true"]').first().click({ position: { x: 8, y: 40 } });
  await said(/No connection/);
  assert.deepEqual(await handOf(page), hand);
  // Nor can anybody leave whom nobody hears. What is said about the connection lies over the button.
  await byId(page, 'leave').press('Enter');
  await byId(page, 'leave-yes').press('Enter');
  await said(/nothing has been done/);
  assert.match(new URL(page.url()).pathname, /^\/table\//);

  await own.revive();
  await page.locator('[data-testid="connection"][data-status="online"]').waitFor({ state: 'attached' });
  await page.locator('[data-testid="table"][data-phase="playing"]').waitFor();
  assert.deepEqual(await handOf(page), hand);
  const after = await byId(page, 'log').locator('li').allInnerTexts();
  assert.deepEqual(after.slice(0, lines.length), lines, 'the log knows everything that was before');

  played.push(...(await playOn(page, (p) => playByPress(p))));
  assert.equal(new Set(played).size, 20);
  await byId(page, 'result').waitFor();
  assert.equal(thirds(await byId(page, 'result-total').innerText()), 35);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a table that is closed under those who watch', async () => {
  const player = await visit(browser, { ...DESKTOP, baseURL: own.url }, 'about:blank');
  const address = await seated(player, { players: 2 });
  await dealt(player);
  const watcher = await visit(browser, { ...DESKTOP, baseURL: own.url }, address);
  await byId(watcher, 'table').waitFor();
  await byId(player, 'leave').click();
  await byId(player, 'leave-yes').click();
  // Bots play the deal to its end first.
  await byId(watcher, 'closed').waitFor();
  assert.match(await byId(watcher, 'closed').innerText(), /This table is closed\. (Nobody was left|The players have left)\./);
  await shootBoth(watcher, 'closed-desktop');
  await watcher.reload();
  await byId(watcher, 'fatal').or(byId(watcher, 'closed')).waitFor();
  await watcher.getByText('To the front page').click();
  await watcher.waitForURL((url) => url.pathname === '/');
  assert.deepEqual([...player.faults, ...watcher.faults], []);
  await player.context().close();
  await watcher.context().close();
});
