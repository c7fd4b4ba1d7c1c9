/** The server dies in mid-deal, comes back, and the deal goes on. A table that closes says so. */
import { expect, test } from './support/fixtures.ts';
import { passing } from './support/page.ts';
import { DESKTOP } from './support/sizes.ts';
import { awaitTurn, handOf, playByPress, playOn, thirds } from './support/playing.ts';
import { dealt, openTable, still } from './support/table.ts';

test('a server that crashes in mid-deal', async ({ serve, visit }) => {
  const own = await serve({ restarts: true });
  const page = await visit({ ...DESKTOP, baseURL: own.url }, 'about:blank');
  await openTable(page, { players: 2 });
  await dealt(page);
  const played = await playOn(page, (p) => playByPress(p), 7);
  expect(await awaitTurn(page)).toBe('turn');
  await still(page);
  const hand = await handOf(page);
  const lines = await page.getByTestId('log').locator('li').allInnerTexts();

  await own.kill();
  await page.getByText('connection is lost').waitFor();
  await expect(page.getByTestId('connection')).toHaveText(/connection is lost.*Trying again/s, { useInnerText: true });
  // Pressed while nobody hears it: it says so, and the card stays.
  const said = await passing(page, 'notice');
  await page
    .locator('[data-testid="hand-card"][data-legal="true"]')
    .first()
    .click({ position: { x: 8, y: 40 } });
  await said(/No connection/);
  expect(await handOf(page)).toEqual(hand);
  // Nor can anybody leave whom nobody hears. What is said about the connection lies over the button.
  await page.getByTestId('leave').press('Enter');
  await page.getByTestId('leave-yes').press('Enter');
  await said(/nothing has been done/);
  expect(new URL(page.url()).pathname).toMatch(/^\/table\//);

  await own.revive();
  await page.locator('[data-testid="connection"][data-status="online"]').waitFor({ state: 'attached' });
  await page.locator('[data-testid="table"][data-phase="playing"]').waitFor();
  expect(await handOf(page)).toEqual(hand);
  const after = await page.getByTestId('log').locator('li').allInnerTexts();
  expect(after.slice(0, lines.length), 'the log knows everything that was before').toEqual(lines);

  played.push(...(await playOn(page, (p) => playByPress(p))));
  expect(new Set(played).size).toBe(20);
  await page.getByTestId('result').waitFor();
  expect(thirds(await page.getByTestId('result-total').innerText())).toBe(35);
});

test('a table that is closed under those who watch', async ({ visit }) => {
  const player = await visit(DESKTOP, 'about:blank');
  const address = await openTable(player, { players: 2 });
  await dealt(player);
  const watcher = await visit(DESKTOP, address);
  await watcher.getByTestId('table').waitFor();
  await player.getByTestId('leave').click();
  await player.getByTestId('leave-yes').click();
  // Bots play the deal to its end first.
  await watcher.getByTestId('closed').waitFor();
  await expect(watcher.getByTestId('closed')).toHaveText(/This table is closed\. (Nobody was left|The players have left)\./, {
    useInnerText: true,
  });
  await watcher.reload();
  await watcher.getByTestId('fatal').or(watcher.getByTestId('closed')).waitFor();
  await watcher.getByText('To the front page').click();
  await watcher.waitForURL((url) => url.pathname === '/');
});

test('once the server is back, pages that failed are there and forms say no longer that it is away', async ({ serve, visit }) => {
  const own = await serve({ restarts: true });
  const page = await visit({ ...DESKTOP, baseURL: own.url }, '/account');
  await page.getByTestId('register-name').fill('Bartolomej');
  await page.getByTestId('register-password').fill('a long word of mine');
  const other = await visit({ ...DESKTOP, baseURL: own.url }, '/leaderboard');
  await other.locator('main h1').waitFor();
  await other.locator('header a[href="/games"]').click();
  await other.waitForURL(/games$/);
  await other.locator('main h1').waitFor();
  await own.kill();
  await page.getByTestId('register').getByRole('button').last().click();
  await expect(page.getByTestId('register').getByRole('alert')).toHaveText(/server/);
  await other.locator('header a[href="/leaderboard"]').click();
  await other.getByTestId('load-failed').waitFor();
  await own.revive();
  await expect(page.getByTestId('register').getByRole('alert')).toHaveCount(0);
  await expect(other.getByTestId('load-failed')).toHaveCount(0);
});
