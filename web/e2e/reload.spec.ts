/** Accidents of the page must not happen to the deal. */
import type { Page, WebSocketRoute } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { DESKTOP, PHONE } from './support/sizes.ts';
import { playOut } from './support/socketPlay.ts';
import { dealt, openTable, still } from './support/table.ts';
import { awaitTurn, handOf, playByPress, playOn } from './support/playing.ts';

/** Waits until nothing moves any more and it is one's own turn. */
async function atRest(page: Page): Promise<string[]> {
  expect(await awaitTurn(page)).toBe('turn');
  await still(page);
  return handOf(page);
}

test('a reload in mid-deal finds the same cards and plays on', async ({ visit }) => {
  const page = await visit(PHONE);
  await page.getByTestId('play-now').tap();
  await page.getByTestId('hand-card').first().waitFor();
  await playOn(page, (p) => playByPress(p, true), 4);
  const before = await atRest(page);
  await page.reload();
  await page.getByTestId('hand-card').first().waitFor();
  expect(await handOf(page)).toEqual(before);
  const played = await playOn(page, (p) => playByPress(p, true));
  expect(played.length).toBe(16);
  await page.getByTestId('result').waitFor();
  await page.reload();
  await page.getByTestId('result').waitFor();
});

test('a lost connection is named, and the table catches up', async ({ visit }) => {
  const page = await visit(DESKTOP, 'about:blank');
  const line: { cut: boolean; sockets: [WebSocketRoute, WebSocketRoute][] } = { cut: false, sockets: [] };
  await page.routeWebSocket(/\/ws$/, (socket) => {
    if (line.cut) void socket.close();
    else line.sockets.push([socket, socket.connectToServer()]);
  });
  await page.goto('/');
  await page.getByTestId('play-now').click();
  await page.getByTestId('hand-card').first().waitFor();
  await playOn(page, (p) => playByPress(p), 2);
  const before = await atRest(page);
  await expect(page).toHaveTitle('Your turn · tršet · Vzetek');
  line.cut = true;
  for (const [browserSide, serverSide] of line.sockets) {
    await browserSide.close();
    await serverSide.close();
  }
  await page.getByText('connection is lost').waitFor();
  await expect(page.getByTestId('connection')).toHaveText(/connection is lost/, { useInnerText: true });
  line.cut = false;
  await page.locator('[data-testid="connection"][data-status="online"]').waitFor({ state: 'attached' });
  expect(await handOf(page)).toEqual(before);
  await playOn(page, (p) => playByPress(p), 2);
});

test('a line that dies without a word is noticed by the next press', async ({ visit }) => {
  const page = await visit(DESKTOP, 'about:blank');
  const lines: { dead: boolean }[] = [];
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    const line = { dead: false };
    lines.push(line);
    socket.onMessage((message) => {
      if (!line.dead) server.send(message);
    });
    server.onMessage((message) => {
      if (!line.dead) socket.send(message);
    });
  });
  await page.goto('/');
  await page.getByTestId('play-now').click();
  await page.getByTestId('hand-card').first().waitFor();
  const before = await atRest(page);
  for (const line of lines) line.dead = true;
  const card = page.locator('[data-testid="hand-card"][data-legal="true"]').first();
  const name = await card.getAttribute('data-card');
  const began = Date.now();
  const tries = lines.length;
  await card.click({ position: { x: 8, y: 40 } });
  await page.locator(`[data-testid="hand-card"][data-card="${name}"]`).waitFor({ state: 'detached' });
  while (lines.length === tries) await page.waitForTimeout(20);
  console.log(`a dead line was noticed ${Date.now() - began} ms after the press`);
  // The server never heard of the card: it is in the hand again, and can be played.
  await page.locator('[data-testid="connection"][data-status="online"]').waitFor({ state: 'attached' });
  expect(await atRest(page)).toEqual(before);
  await playOn(page, (p) => playByPress(p), 1);
});

test('a spectator sees the game but no hand', async ({ visit }) => {
  const player = await visit(DESKTOP);
  await player.getByTestId('play-now').click();
  await player.getByTestId('hand-card').first().waitFor();
  const watcher = await visit(DESKTOP, new URL(player.url()).pathname);
  await watcher.getByTestId('table').waitFor();
  expect(await watcher.getByTestId('hand-card').count()).toBe(0);
  await expect(watcher.getByTestId('cards-0')).toHaveText('10 cards');
});

test('where the players allow it, a spectator sees the deal before with open hands', async ({ visit }) => {
  const player = await visit(DESKTOP, 'about:blank');
  const address = await openTable(player, { players: 2, target: 21 }, { open_hands: true });
  await dealt(player);
  await playOut(player);
  const watcher = await visit(DESKTOP, address);
  const before = watcher.getByTestId('deal-before');
  await before.waitFor();
  await expect(watcher.getByTestId('replay-hand-0').locator('[data-card]')).toHaveCount(10);
  await expect(watcher.getByTestId('replay-hand-1').locator('[data-card]')).toHaveCount(10);
  // It goes on by itself, also while the next deal is played.
  await expect(before).not.toHaveAttribute('data-step', '0');
  const game = await before.getAttribute('data-game');
  await player.getByTestId('again').click();
  await dealt(player);
  await expect(before).toHaveAttribute('data-game', game ?? '');
  // The running deal is a press away, with closed hands; the choice stays.
  await watcher.getByTestId('open-hands').click();
  await before.waitFor({ state: 'detached' });
  await expect(watcher.getByTestId('cards-0')).toHaveText('10 cards');
  await watcher.reload();
  await watcher.getByTestId('open-hands').waitFor();
  await expect(before).toHaveCount(0);
  await watcher.getByTestId('open-hands').click();
  await before.waitFor();
});

test('where the players do not allow it, a spectator sees no deal before', async ({ visit }) => {
  const player = await visit(DESKTOP, 'about:blank');
  const address = await openTable(player, { players: 2, target: 21 });
  await dealt(player);
  await playOut(player);
  const watcher = await visit(DESKTOP, address);
  await watcher.getByTestId('result').waitFor();
  expect(await watcher.getByTestId('open-hands').count()).toBe(0);
});
