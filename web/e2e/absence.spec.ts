/**
 * An absent player is played for, comes back by one press; one seat in two tabs; a player who talks
 * too much is muted.
 */
import { expect, test } from './support/fixtures.ts';
import { overflow } from './support/page.ts';
import { DESKTOP, PHONE } from './support/sizes.ts';
import { awaitTurn, handOf, playByPress, playOn } from './support/playing.ts';
import { dealt, openTable, still } from './support/table.ts';

/** Bots that play so slowly that no deal ends while pictures are taken. */
const SLOW_BOTS = ['--min-think-ms', '2000'];

test('time runs out visibly, somebody plays on, and one press brings the player back', async ({ serve, visit }) => {
  const slow = await serve({ bots: SLOW_BOTS });
  const page = await visit({ ...DESKTOP, baseURL: slow.url }, 'about:blank');
  // Nobody waits for the tests: what passes by is waited for before it can have passed.
  const urgent = page.locator('[data-own="true"] [data-urgent="true"]').waitFor();
  const warned = page.getByTestId('soon').waitFor();
  const substituted = page.getByTestId('you-substituted').waitFor();
  const address = await openTable(page, { players: 2 }, { clock: { move_ms: 20_000, bank_ms: 0, grace_ms: 60_000 } });
  await dealt(page);
  const watcher = await visit({ ...PHONE, baseURL: slow.url }, address);
  await urgent;
  await warned;
  await expect(page.getByTestId('live')).toContainText(/sec, then a substitute plays for you/);
  await substituted;
  await expect(page.getByTestId('you-substituted')).toHaveText(/has been playing for you since \d/, { useInnerText: true });
  await watcher.locator('[data-testid^="substitute-"]').waitFor();
  await expect(watcher.locator('[data-testid^="substitute-"]')).toHaveText(/ has been playing for .+ since \d/, { useInnerText: true });
  await page.getByTestId('back').click();
  await page.getByTestId('you-substituted').waitFor({ state: 'detached' });
  await watcher.locator('[data-testid^="substitute-"]').waitFor({ state: 'detached' });
  expect(await awaitTurn(page)).toBe('turn');
  await playByPress(page);
});

test('among bots alone time stands still while one is away', async ({ visit }) => {
  const page = await visit(DESKTOP, 'about:blank');
  const address = await openTable(page, { players: 2 }, { clock: { move_ms: 60_000, bank_ms: 0, grace_ms: 500 } });
  await dealt(page);
  await awaitTurn(page);
  await page.goto('about:blank');
  // Longer than the table's grace.
  await page.waitForTimeout(5000);
  await page.goto(address);
  await dealt(page);
  expect(await awaitTurn(page)).toBe('turn');
  await expect(page.getByTestId('you-substituted')).toHaveCount(0);
  await page.goto('/');
  await expect(page.getByTestId('own-tables')).toBeVisible();
});

test('who lost by being away is told once, and by the address of the table', async ({ serve, visit }) => {
  const server = await serve({ args: ['--alone-s', '1'] });
  const page = await visit({ ...DESKTOP, baseURL: server.url }, 'about:blank');
  const address = await openTable(page, { players: 2 });
  await dealt(page);
  await page.goto('about:blank');
  await expect
    .poll(async () => ((await (await page.request.get('/api/games?limit=1')).json()) as unknown[]).length, { timeout: 60_000 })
    .toBe(1);
  await page.goto('/');
  const lost = page.getByTestId('lost-away');
  await expect(lost).toContainText('a bot played on for you');
  await expect(page.getByTestId('own-results')).toBeVisible();
  await expect(lost).toBeInViewport();
  await page.reload();
  await expect(page.getByTestId('own-results')).toBeVisible();
  await expect(lost).toHaveCount(0);
  await page.goto(address);
  await expect(page.getByTestId('fatal')).toHaveText('This table is closed.');
  await expect(lost).toBeVisible();
  // Another player sees the deals at that address, and no loss.
  const other = await visit({ ...PHONE, baseURL: server.url }, address);
  await expect(other.getByTestId('fatal')).toHaveText('This table is closed.');
  for (const reader of [other, page]) {
    await reader.getByTestId('games').getByRole('link', { name: 'Replay' }).first().click();
    await expect(reader).toHaveURL(/\/game\//);
  }
  await other.goto(address);
  await expect(other.getByTestId('games')).toBeVisible();
  await expect(other.getByTestId('lost-away')).toHaveCount(0);
  // The front page shows the loss once, on later visits no longer.
  await page.goto('/');
  await expect(page.getByTestId('own-results')).toBeVisible();
  await expect(lost).toHaveCount(0);
  // An address at which nothing was ever played says that.
  await page.goto('/table/nowhere');
  await expect(page.getByTestId('fatal')).toContainText('doesn’t exist');
});

test('one seat in two tabs: both follow, either may play', async ({ visit }) => {
  const one = await visit(DESKTOP, 'about:blank');
  const address = await openTable(one, { players: 2 });
  await dealt(one);
  const two = await one.context().newPage();
  await two.goto(address);
  await dealt(two);
  const played = await playOn(one, (p) => playByPress(p), 2);
  expect(await awaitTurn(two)).toBe('turn');
  played.push(...(await playOn(two, (p) => playByPress(p), 2)));
  expect(new Set(played).size).toBe(4);
  for (const page of [one, two]) {
    expect(await awaitTurn(page)).toBe('turn');
    await still(page);
  }
  expect(await handOf(one)).toEqual(await handOf(two));
});

test('chat: an unread mark on phones, long words wrap, muted stays muted', async ({ visit }) => {
  const host = await visit(DESKTOP, 'about:blank');
  const address = await openTable(host, { players: 2 }, { bots: null });
  await host.getByTestId('invite').waitFor();
  const guest = await visit(PHONE, address);
  await guest.locator('[data-testid^="sit-"]').tap();
  await dealt(guest);
  const long = 'mreža'.repeat(50);
  await host.getByTestId('tab-chat').click();
  await host.getByTestId('chat-input').fill(long);
  await host.getByTestId('chat-input').press('Enter');
  await guest.getByTestId('fresh-mark').getByText('1').waitFor();
  await guest.getByTestId('open-side').tap();
  await guest.getByTestId('chat').getByText(long).waitFor();
  expect(await guest.getByTestId('fresh-mark').count()).toBe(0);
  expect(await overflow(guest)).toBe(0);
  expect(await guest.getByTestId('chat').evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
  // The name opens the card of the player.
  await guest.getByTestId('chat-from').tap();
  await guest.getByTestId('player-card').waitFor();
  await guest.keyboard.press('Escape');
  await guest.getByTestId('player-card').waitFor({ state: 'detached' });
  await guest.getByTestId('mute').tap();
  await guest.getByTestId('muted').waitFor();
  expect(await guest.getByTestId('chat').getByText(long).count()).toBe(0);
  await guest.keyboard.press('Escape');
  await host.getByTestId('chat-input').fill('slišiš?');
  await host.getByTestId('chat-input').press('Enter');
  await host.getByTestId('chat').getByText('slišiš?').waitFor();
  await guest.reload();
  await dealt(guest);
  await guest.getByTestId('open-side').tap();
  await guest.getByTestId('tab-chat').tap();
  await guest.getByTestId('muted').waitFor();
  expect(await guest.getByTestId('chat').getByText('slišiš?').count(), 'after a reload, too').toBe(0);
  await guest.getByTestId('muted').locator('button').tap();
  await guest.getByTestId('chat').getByText('slišiš?').waitFor();
});
