/** Tables that are full, seats that are lost, accounts that are gone, phones that are slow: it is said, and one gets on. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DESKTOP, MOVING, PHONE, byId, launch, overflow, passing, shootBoth, visit, wholeLobby } from './browser.mjs';
import { awaitTurn, handOf, playByPress, playOn, thirds } from './play.mjs';
import { dealt, openTable, still } from './table.mjs';

let browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

test('two want the last seat: one gets it, the other is told and looks on', async () => {
  const host = await visit(browser, DESKTOP, 'about:blank');
  const address = await openTable(host, { players: 2 }, { bots: undefined });
  const [one, two] = [await visit(browser, PHONE, address), await visit(browser, PHONE, address)];
  const free = (page) => page.locator('[data-testid^="sit-"]');
  await Promise.all([free(one).waitFor(), free(two).waitFor()]);
  // Both at once, without a look at what the other does.
  await Promise.all([one, two].map((page) => free(page).evaluate((button) => button.click())));
  await dealt(host);
  await Promise.all([one, two].map((page) => page.locator('[data-testid="table"][data-phase="playing"]').waitFor()));
  const seated = [];
  for (const page of [one, two]) {
    assert.equal(await free(page).count(), 0, 'no seat is offered that is not there');
    seated.push((await handOf(page)).length > 0);
  }
  assert.deepEqual([...seated].sort(), [false, true]);
  const loser = seated[0] ? two : one;
  await loser.getByText('You are watching').waitFor();
  assert.match(await byId(loser, 'status').innerText(), /faster|taken| to play/);
  // A player who comes later, by the same link, looks on as well.
  const third = await visit(browser, DESKTOP, address);
  await third.getByText('You are watching').waitFor();
  assert.equal(await free(third).count(), 0);
  assert.equal(await overflow(loser), 0);
  for (const page of [host, one, two, third]) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('a seat that is taken in another tab, from the list of tables', async () => {
  const host = await visit(browser, DESKTOP, 'about:blank');
  const address = await openTable(host, { players: 2 }, { bots: undefined });
  const guest = await visit(browser, DESKTOP, '/');
  await wholeLobby(guest);
  const opened = guest.context().waitForEvent('page');
  await guest.locator(`[data-testid="lobby-table"] a[href^="${address}"]`).click({ modifiers: ['Control'] });
  const other = await opened;
  await Promise.all([dealt(host), dealt(other)]);
  assert.equal(new URL(other.url()).search, '', 'the address does not sit down again');
  assert.equal(new URL(guest.url()).pathname, '/');
  assert.deepEqual([...host.faults, ...guest.faults], []);
  await host.context().close();
  await guest.context().close();
});

test('words that cannot be fetched: another language, or a way to load the page again', async () => {
  const page = await visit(browser, { ...DESKTOP, locale: 'sl-SI' }, 'about:blank');
  let missing = /\/assets\/sl-[^/]*\.js$/;
  await page.route(/\/assets\//, (route) => (missing.test(route.request().url()) ? route.abort() : route.continue()));
  await page.goto('/');
  await byId(page, 'play-now').getByText('Play a bot').waitFor();
  // A language that does not come leaves the one that is spoken, and says so.
  const failed = await passing(page, 'language-failed');
  await byId(page, 'language').selectOption('sl');
  await failed(/./);
  assert.equal(await byId(page, 'language').inputValue(), 'en');
  await byId(page, 'language-failed').waitFor({ state: 'detached' });

  missing = /\/assets\/(sl|hr|it|en)-[^/]*\.js$/;
  // The link is there from the first: the page has given up when it says why.
  const failure = page.waitForEvent('pageerror');
  await page.goto('/leaderboard', { waitUntil: 'commit' });
  await failure;
  const again = page.getByRole('link', { name: /Naloži znova/ });
  await again.waitFor();
  missing = /^$/;
  await again.click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/leaderboard');
  assert.equal(await again.count(), 0);
  assert.equal(page.faults.length, 1, 'what could not be fetched');
  await page.context().close();
});

test('where nothing may be stored the page is there all the same', async () => {
  const page = await visit(browser, DESKTOP, 'about:blank');
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await page.goto('/');
  await byId(page, 'language').selectOption('it');
  await byId(page, 'play-now').getByText('Gioca').waitFor();
  await byId(page, 'play-now').click();
  await dealt(page);
  await playOn(page, (p) => playByPress(p), 2);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('an account that is deleted in another tab, in mid-deal', async () => {
  const page = await visit(browser, DESKTOP, 'about:blank');
  const name = `Neva ${Date.now() % 1_000_000}`;
  const address = await openTable(page, { players: 2 });
  await dealt(page);
  const other = await page.context().newPage();
  await other.goto('/account');
  await byId(other, 'register-name').fill(name);
  await byId(other, 'register-password').fill('korenček in burja');
  await byId(other, 'register').locator('button[type=submit]').click();
  await byId(other, 'logout').waitFor();
  // The guest who plays here is a person by now, and plays on.
  await playOn(page, (p) => playByPress(p), 2);
  await still(page);
  await byId(other, 'delete').click();
  await byId(other, 'delete-name').fill(name);
  await byId(other, 'delete-yes').click();
  await byId(other, 'deleted').waitFor();

  // It is said here, too, and the hand of whom there is no more is gone.
  await byId(page, 'session-ended').waitFor();
  assert.equal(await byId(page, 'hand-card').count(), 0);
  await shootBoth(page, 'deleted-at-table');
  // Opened again, it is somebody new who looks on.
  await page.reload();
  await page.getByText('You are watching').waitFor();
  assert.equal(await byId(page, 'hand-card').count(), 0, 'the hand was another’s');
  assert.deepEqual(page.faults, []);
  await page.goto('/');
  await byId(page, 'play-now').click();
  await dealt(page);
  assert.notEqual(new URL(page.url()).pathname, new URL(address, page.url()).pathname);
  await page.context().close();
});

test('a slow phone on a slow line: a guest plays a whole deal', async () => {
  const page = await visit(browser, { ...PHONE, ...MOVING }, 'about:blank');
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await client.send('Network.enable');
  // The network called slow 3G: it also holds up the first load, without anything in a cache.
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: (400 * 1024) / 8,
    uploadThroughput: (400 * 1024) / 8,
  });
  const began = Date.now();
  await page.goto('/');
  await byId(page, 'play-now').waitFor();
  const front = Date.now() - began;
  // While it takes its time, there are words for it.
  const words = page.getByText(/Dealing|Loading the table|Loading the page/).first().waitFor();
  await byId(page, 'play-now').tap();
  await words;
  await byId(page, 'hand-card').first().waitFor();
  console.log(`slow phone: front page after ${front} ms, cards in hand after ${Date.now() - began} ms`);
  const played = await playOn(page, (p) => playByPress(p, true), 10);
  assert.equal(await awaitTurn(page), 'turn');
  await byId(page, 'open-side').tap();
  await byId(page, 'tab-chat').tap();
  await byId(page, 'chat-input').fill('počasi');
  await byId(page, 'chat-input').press('Enter');
  await byId(page, 'chat').getByText('počasi').waitFor();
  await page.keyboard.press('Escape');
  played.push(...(await playOn(page, (p) => playByPress(p, true))));
  assert.equal(new Set(played).size, 20);
  assert.equal(thirds(await byId(page, 'result-total').innerText()), 35);
  assert.equal(await overflow(page), 0);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
