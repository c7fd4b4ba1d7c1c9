/** Tables that are full, seats that are lost, accounts that are gone, phones that are slow: it is said, and one gets on. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { holdable } from './support/frames.ts';
import { overflow, passing, wholeLobby } from './support/page.ts';
import { DESKTOP, MOVING, PHONE } from './support/sizes.ts';
import { awaitTurn, handOf, playByPress, playOn, thirds } from './support/playing.ts';
import { dealt, openTable, still } from './support/table.ts';

test('two want the last seat: one gets it, the other is told and looks on', async ({ visit }) => {
  const host = await visit(DESKTOP, 'about:blank');
  const address = await openTable(host, { players: 2 }, { bots: null });
  const [one, two] = [await visit(PHONE, 'about:blank'), await visit(PHONE, 'about:blank')];
  const free = (page: Page) => page.locator('[data-testid^="sit-"]');
  const lines = [await holdable(one), await holdable(two)];
  await Promise.all([one.goto(address), two.goto(address)]);
  await Promise.all([free(one).waitFor(), free(two).waitFor()]);
  // Both at once: neither hears of the other before it has pressed.
  lines.forEach((line) => line.hold());
  await Promise.all([one, two].map((page) => free(page).dispatchEvent('click')));
  lines.forEach((line) => line.release());
  await dealt(host);
  await Promise.all([one, two].map((page) => page.locator('[data-testid="table"][data-phase="playing"]').waitFor()));
  const seated = [];
  for (const page of [one, two]) {
    expect(await free(page).count(), 'no seat is offered that is not there').toBe(0);
    seated.push((await handOf(page)).length > 0);
  }
  expect([...seated].sort()).toEqual([false, true]);
  const loser = seated[0] ? two : one;
  await loser.getByText('You are watching').waitFor();
  await expect(loser.getByTestId('status')).toHaveText(/faster|taken| to play/, { useInnerText: true });
  // A player who comes later, by the same link, looks on as well.
  const third = await visit(DESKTOP, address);
  await third.getByText('You are watching').waitFor();
  expect(await free(third).count()).toBe(0);
  expect(await overflow(loser)).toBe(0);
});

test('a seat that is taken in another tab, from the list of tables', async ({ visit }) => {
  const host = await visit(DESKTOP, 'about:blank');
  const address = await openTable(host, { players: 2 }, { bots: null });
  const guest = await visit(DESKTOP, '/');
  await wholeLobby(guest);
  const opened = guest.context().waitForEvent('page');
  await guest.locator(`[data-testid="lobby-table"] a[href^="${address}"]`).click({ modifiers: ['Control'] });
  const other = await opened;
  await Promise.all([dealt(host), dealt(other)]);
  expect(new URL(other.url()).search, 'the address does not sit down again').toBe('');
  expect(new URL(guest.url()).pathname).toBe('/');
});

test('words that cannot be fetched: another language, or a way to load the page again', async ({ visit, faults }) => {
  const page = await visit({ ...DESKTOP, locale: 'sl-SI' }, 'about:blank');
  let missing = /\/assets\/sl-[^/]*\.js$/;
  await page.route(/\/assets\//, (route) => (missing.test(route.request().url()) ? route.abort() : route.continue()));
  await page.goto('/');
  await page.getByTestId('play-now').getByText('Play a bot').waitFor();
  // A language that does not come leaves the one that is spoken, and says so.
  const failed = await passing(page, 'language-failed');
  await page.getByTestId('language').selectOption('sl');
  await failed(/./);
  await expect(page.getByTestId('language')).toHaveValue('en');
  await page.getByTestId('language-failed').waitFor({ state: 'detached' });

  missing = /\/assets\/(sl|hr|sr|it|en)-[^/]*\.js$/;
  // The link is there from the first: the page has given up when it says why.
  const failure = page.waitForEvent('pageerror');
  await page.goto('/leaderboard', { waitUntil: 'commit' });
  await failure;
  const again = page.getByRole('link', { name: /Naloži znova/ });
  await again.waitFor();
  missing = /^$/;
  await again.click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/leaderboard');
  expect(await again.count()).toBe(0);
  expect(faults.splice(0), 'what could not be fetched').toHaveLength(1);
});

test('where nothing may be stored the page is there all the same', async ({ visit }) => {
  const page = await visit(DESKTOP, 'about:blank');
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await page.goto('/');
  await page.getByTestId('language').selectOption('it');
  await page.getByTestId('play-now').getByText('Gioca').waitFor();
  await page.getByTestId('play-now').click();
  await dealt(page);
  await playOn(page, (p) => playByPress(p), 2);
});

test('an account that is deleted in another tab, in mid-deal', async ({ visit }) => {
  const page = await visit(DESKTOP, 'about:blank');
  const name = `Neva ${Date.now() % 1_000_000}`;
  const address = await openTable(page, { players: 2 });
  await dealt(page);
  const other = await page.context().newPage();
  await other.goto('/account');
  await other.getByTestId('register-name').fill(name);
  await other.getByTestId('register-password').fill('korenček in burja');
  await other.getByTestId('register').locator('button[type=submit]').click();
  await other.getByTestId('logout').waitFor();
  // The guest who plays here is a person by now, and plays on.
  await playOn(page, (p) => playByPress(p), 2);
  await still(page);
  await other.getByTestId('delete').click();
  await other.getByTestId('delete-name').fill(name);
  await other.getByTestId('delete-yes').click();
  await other.getByTestId('deleted').waitFor();

  // It is said here, too, and the hand of whom there is no more is gone.
  await page.getByTestId('session-ended').waitFor();
  expect(await page.getByTestId('hand-card').count()).toBe(0);
  // Opened again, it is somebody new who looks on.
  await page.reload();
  await page.getByText('You are watching').waitFor();
  expect(await page.getByTestId('hand-card').count(), 'the hand was another’s').toBe(0);
  await page.goto('/');
  await page.getByTestId('play-now').click();
  await dealt(page);
  expect(new URL(page.url()).pathname).not.toBe(new URL(address, page.url()).pathname);
});

test('a slow phone on a slow line: a guest plays a whole deal', async ({ visit }) => {
  const page = await visit({ ...PHONE, ...MOVING }, 'about:blank');
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
  await page.getByTestId('play-now').waitFor();
  const front = Date.now() - began;
  // While it takes its time, there are words for it.
  const words = page
    .getByText(/Dealing|Loading the table|Loading the page/)
    .first()
    .waitFor();
  await page.getByTestId('play-now').tap();
  await words;
  await page.getByTestId('hand-card').first().waitFor();
  console.log(`slow phone: front page after ${front} ms, cards in hand after ${Date.now() - began} ms`);
  const played = await playOn(page, (p) => playByPress(p, true), 10);
  expect(await awaitTurn(page)).toBe('turn');
  await page.getByTestId('open-side').tap();
  await page.getByTestId('tab-chat').tap();
  await page.getByTestId('chat-input').fill('počasi');
  await page.getByTestId('chat-input').press('Enter');
  await page.getByTestId('chat').getByText('počasi').waitFor();
  await page.keyboard.press('Escape');
  played.push(...(await playOn(page, (p) => playByPress(p, true))));
  expect(new Set(played).size).toBe(20);
  expect(thirds(await page.getByTestId('result-total').innerText())).toBe(35);
  expect(await overflow(page)).toBe(0);
});
