/** Tables for three and four, set up through the form and played without a mouse. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DESKTOP, PHONE, byId, drawn, launch, overflow, passing, scrollable, shootBoth, visit } from './browser.mjs';
import { awaitTurn, playByArrows, playByDigit, playByPress, playOn, thirds } from './play.mjs';
import { dealt } from './table.mjs';
import { playOut, search } from './unseen.mjs';

let browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

async function create(page, players, bots = 'gentle') {
  await page.goto('/create');
  await byId(page, `players-${players}`).check();
  await byId(page, 'bots').selectOption(bots);
  // Nobody is hurried, however slow the machine.
  await byId(page, 'off-alone').check();
  await byId(page, 'create').click();
  await byId(page, 'hand-card').first().waitFor();
}

test('three players, by keyboard', async () => {
  const page = await visit(browser, DESKTOP, '/create');
  await create(page, 3);
  assert.equal(await byId(page, 'hand-card').count(), 10);
  assert.equal(await overflow(page), 0);
  assert.equal(await scrollable(page), 0);
  const first = await playOn(page, (p, n) => (n % 2 === 0 ? playByArrows(p) : playByDigit(p)), 3);
  await shootBoth(page, 'table3-desktop');
  const rest = await playOn(page, (p, n) => (n % 2 === 0 ? playByArrows(p) : playByDigit(p)));
  assert.equal(first.length + rest.length, 13, 'ten cards and three drawn');
  assert.equal(thirds(await byId(page, 'result-total').innerText()), 35);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('four players on a phone, by keyboard and by finger', async () => {
  const page = await visit(browser, PHONE, '/create');
  await create(page, 4);
  assert.equal(await byId(page, 'hand-card').count(), 10);
  assert.equal(await overflow(page), 0);
  assert.equal(await scrollable(page), 0);
  const played = await playOn(page, (p) => playByArrows(p), 3);
  await shootBoth(page, 'table4-phone');
  played.push(...(await playOn(page, (p) => playByPress(p, true), 2)));
  played.push(...(await playOn(page, (p) => playByDigit(p))));
  assert.equal(played.length, 10);
  await shootBoth(page, 'result4-phone');
  assert.equal(await overflow(page), 0);
  assert.equal(thirds(await byId(page, 'result-total').innerText()), 35);
  await byId(page, 'look').tap();
  await byId(page, 'replay').waitFor();
  await byId(page, 'replay-nextTrick').tap();
  await page.waitForURL(/move=/);
  await drawn(page);
  assert.equal(await overflow(page), 0);
  await shootBoth(page, 'replay4-phone', true);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

/** Stops where a suit has to be followed that is not the only one in the hand of ten. */
function suitToFollow(legal) {
  return legal.length < 10 ? 'stop' : 'leave';
}

test('a card that may not be played says why', async () => {
  const page = await visit(browser, DESKTOP, 'about:blank');
  await page.goto(await search(page, { game: { name: 'trset', options: { players: 4 } } }, suitToFollow));
  await dealt(page);
  assert.equal(await awaitTurn(page), 'turn');
  const said = await passing(page, 'notice');
  // It says that it cannot be played, but it can be pressed.
  const forbidden = page.locator('[data-testid="hand-card"][data-legal="false"]');
  await forbidden.first().click({ position: { x: 8, y: 60 }, force: true });
  await said(/^You must follow suit: (coppe|spade|bastoni|denari)\.$/);
  await playByPress(page);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('two people at a private table, by link', async () => {
  const host = await visit(browser, DESKTOP, '/create');
  await byId(host, 'bots').selectOption('');
  await byId(host, 'private').check();
  await byId(host, 'create').click();
  await byId(host, 'status').waitFor();
  const stranger = await visit(browser, DESKTOP, new URL(host.url()).pathname);
  await byId(stranger, 'fatal').waitFor();
  const guest = await visit(browser, PHONE, host.url());
  await byId(guest, 'sit-join').tap();
  await byId(guest, 'hand-card').first().waitFor();
  await byId(host, 'hand-card').first().waitFor();
  await byId(host, 'tab-chat').click();
  await byId(host, 'chat-input').fill('Živjo, <b>mreža</b>!');
  await byId(host, 'chat-input').press('Enter');
  await byId(guest, 'open-side').tap();
  await byId(guest, 'tab-chat').tap();
  await guest.locator('[data-testid="chat"]', { hasText: 'Živjo, <b>mreža</b>!' }).waitFor();
  for (const page of [host, stranger, guest]) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('the table of a deal that is over shows its last trick, and nothing lies over that', async () => {
  const page = await visit(browser, DESKTOP, '/create');
  await create(page, 4);
  await playOut(page);
  await page.getByRole('button', { name: 'Hide result' }).click();
  const back = await page.getByRole('button', { name: 'Show result' }).boundingBox();
  const cards = page.locator('.middle [data-testid="trick-card"]');
  assert.equal(await cards.count(), 4);
  for (const card of await cards.all()) {
    const { y, height } = await card.boundingBox();
    assert.ok(y + height <= back.y, 'the way back lies below the trick');
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
