/**
 * An absent player is played for, comes back by one press; one seat in two tabs; a player who talks
 * too much is muted.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DESKTOP, PHONE, byId, launch, overflow, shootBoth, visit } from './browser.mjs';
import { OwnServer } from './own.mjs';
import { awaitTurn, handOf, playByPress, playOn } from './play.mjs';
import { dealt, openTable, still } from './table.mjs';

/** Bots that play so slowly that no deal ends while pictures are taken. */
const SLOW_BOTS = ['--min-think-ms', '2000', '--levels', 'gentle'];

let browser;
let slow;

before(async () => {
  browser = await launch();
  slow = await OwnServer.with([], SLOW_BOTS);
});

after(async () => {
  await browser?.close();
  await slow?.stop();
});

test('time runs out visibly, somebody plays on, and one press brings the player back', async () => {
  const page = await visit(browser, { ...DESKTOP, baseURL: slow.url }, 'about:blank');
  // Nobody waits for the tests: what passes by is waited for before it can have passed.
  const urgent = page.locator('[data-own="true"] [data-urgent="true"]').waitFor();
  const substituted = byId(page, 'you-substituted').waitFor();
  const address = await openTable(page, { players: 2 }, { clock: { move_ms: 20_000, bank_ms: 0, grace_ms: 60_000 } });
  await dealt(page);
  const watcher = await visit(browser, { ...PHONE, baseURL: slow.url }, address);
  await urgent;
  await substituted;
  assert.match(await byId(page, 'you-substituted').innerText(), /has been playing for you since \d/);
  await shootBoth(page, 'substituted-desktop');
  await watcher.locator('[data-testid^="substitute-"]').waitFor();
  assert.match(await watcher.locator('[data-testid^="substitute-"]').innerText(), / has been playing for .+ since \d/);
  await byId(page, 'back').click();
  await byId(page, 'you-substituted').waitFor({ state: 'detached' });
  await watcher.locator('[data-testid^="substitute-"]').waitFor({ state: 'detached' });
  assert.equal(await awaitTurn(page), 'turn');
  await playByPress(page);
  assert.deepEqual([...page.faults, ...watcher.faults], []);
  await page.context().close();
  await watcher.context().close();
});

test('one seat in two tabs: both follow, either may play', async () => {
  const one = await visit(browser, DESKTOP, 'about:blank');
  const address = await openTable(one, { players: 2 });
  await dealt(one);
  const two = await one.context().newPage();
  two.faults = [];
  two.on('pageerror', (error) => two.faults.push(error));
  await two.goto(address);
  await dealt(two);
  const played = await playOn(one, (p) => playByPress(p), 2);
  assert.equal(await awaitTurn(two), 'turn');
  played.push(...(await playOn(two, (p) => playByPress(p), 2)));
  assert.equal(new Set(played).size, 4);
  for (const page of [one, two]) {
    assert.equal(await awaitTurn(page), 'turn');
    await still(page);
  }
  assert.deepEqual(await handOf(one), await handOf(two));
  assert.deepEqual([...one.faults, ...two.faults], []);
  await one.context().close();
});

test('chat: an unread mark on phones, long words wrap, muted stays muted', async () => {
  const host = await visit(browser, DESKTOP, 'about:blank');
  const address = await openTable(host, { players: 2 }, { bots: undefined });
  await byId(host, 'invite').waitFor();
  await shootBoth(host, 'invite-desktop');
  const guest = await visit(browser, PHONE, address);
  await guest.locator('[data-testid^="sit-"]').tap();
  await dealt(guest);
  const long = 'mreža'.repeat(50);
  await byId(host, 'tab-chat').click();
  await byId(host, 'chat-input').fill(long);
  await byId(host, 'chat-input').press('Enter');
  await byId(guest, 'fresh-mark').getByText('1').waitFor();
  await byId(guest, 'open-side').tap();
  await byId(guest, 'chat').getByText(long).waitFor();
  assert.equal(await byId(guest, 'fresh-mark').count(), 0);
  assert.equal(await overflow(guest), 0);
  assert.equal(await byId(guest, 'chat').evaluate((list) => list.scrollWidth - list.clientWidth), 0);
  await shootBoth(guest, 'chat-phone');
  await byId(guest, 'mute').tap();
  await byId(guest, 'muted').waitFor();
  assert.equal(await byId(guest, 'chat').getByText(long).count(), 0);
  await guest.keyboard.press('Escape');
  await byId(host, 'chat-input').fill('slišiš?');
  await byId(host, 'chat-input').press('Enter');
  await byId(host, 'chat').getByText('slišiš?').waitFor();
  await guest.reload();
  await dealt(guest);
  await byId(guest, 'open-side').tap();
  await byId(guest, 'tab-chat').tap();
  await byId(guest, 'muted').waitFor();
  assert.equal(await byId(guest, 'chat').getByText('slišiš?').count(), 0, 'after a reload, too');
  await byId(guest, 'muted').locator('button').tap();
  await byId(guest, 'chat').getByText('slišiš?').waitFor();
  assert.deepEqual([...host.faults, ...guest.faults], []);
  await host.context().close();
  await guest.context().close();
});
