/** Accidents of the page must not happen to the deal. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DESKTOP, PHONE, byId, launch, shootBoth, visit } from './browser.mjs';
import { awaitTurn, handOf, playByPress, playOn } from './play.mjs';

let browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

/** Waits until nothing moves any more and it is one's own turn. */
async function settled(page) {
  assert.equal(await awaitTurn(page), 'turn');
  await page.locator('[data-testid="table"][data-still="true"]').waitFor();
  return handOf(page);
}

test('a reload in mid-deal finds the same cards and plays on', async () => {
  const page = await visit(browser, PHONE);
  await byId(page, 'play-now').tap();
  await byId(page, 'hand-card').first().waitFor();
  await shootBoth(page, 'table-phone');
  await playOn(page, (p) => playByPress(p, true), 4);
  const before = await settled(page);
  await page.reload();
  await byId(page, 'hand-card').first().waitFor();
  assert.deepEqual(await handOf(page), before);
  const played = await playOn(page, (p) => playByPress(p, true));
  assert.equal(played.length, 16);
  await byId(page, 'result').waitFor();
  await page.reload();
  await byId(page, 'result').waitFor();
  await shootBoth(page, 'result-phone');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a lost connection is named, and the table catches up', async () => {
  const page = await visit(browser, DESKTOP, 'about:blank');
  const line = { cut: false, sockets: [] };
  await page.routeWebSocket(/\/ws$/, (socket) => {
    if (line.cut) socket.close();
    else line.sockets.push([socket, socket.connectToServer()]);
  });
  await page.goto('/');
  await byId(page, 'play-now').click();
  await byId(page, 'hand-card').first().waitFor();
  await playOn(page, (p) => playByPress(p), 2);
  const before = await settled(page);
  assert.equal(await page.title(), 'Your turn · tršet · Vzetek');
  line.cut = true;
  for (const [browserSide, serverSide] of line.sockets) {
    await browserSide.close();
    await serverSide.close();
  }
  await page.getByText('connection is lost').waitFor();
  assert.match(await byId(page, 'connection').innerText(), /connection is lost/);
  line.cut = false;
  await page.locator('[data-testid="connection"][data-status="online"]').waitFor({ state: 'attached' });
  assert.deepEqual(await handOf(page), before);
  await playOn(page, (p) => playByPress(p), 2);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a line that dies without a word is noticed by the next press', async () => {
  const page = await visit(browser, DESKTOP, 'about:blank');
  const lines = [];
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    const line = { dead: false };
    lines.push(line);
    socket.onMessage((message) => line.dead || server.send(message));
    server.onMessage((message) => line.dead || socket.send(message));
  });
  await page.goto('/');
  await byId(page, 'play-now').click();
  await byId(page, 'hand-card').first().waitFor();
  const before = await settled(page);
  lines.at(-1).dead = true;
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
  assert.deepEqual(await settled(page), before);
  await playOn(page, (p) => playByPress(p), 1);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a spectator sees the game but no hand', async () => {
  const player = await visit(browser, DESKTOP);
  await byId(player, 'play-now').click();
  await byId(player, 'hand-card').first().waitFor();
  const watcher = await visit(browser, DESKTOP, new URL(player.url()).pathname);
  await byId(watcher, 'table').waitFor();
  assert.equal(await byId(watcher, 'hand-card').count(), 0);
  assert.equal(await byId(watcher, 'cards-0').innerText(), '10 cards');
  await player.context().close();
  await watcher.context().close();
});
