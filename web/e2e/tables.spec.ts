/** Tables for three and four, set up through the form and played without a mouse. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { boxOf, drawn, overflow, passing, scrollable } from './support/page.ts';
import { DESKTOP, PHONE } from './support/sizes.ts';
import { awaitTurn, playByArrows, playByDigit, playByPress, playOn, thirds } from './support/playing.ts';
import { dealt } from './support/table.ts';
import { playOut, findDeal } from './support/socketPlay.ts';

async function create(page: Page, players: number, bots = 'gentle') {
  await page.goto('/create');
  await page.getByTestId(`players-${players}`).check();
  await page.getByTestId('bots').selectOption(bots);
  // Nobody is hurried, however slow the machine.
  await page.getByTestId('off-alone').check();
  await page.getByTestId('create').click();
  await page.getByTestId('hand-card').first().waitFor();
}

test('three players, by keyboard', async ({ visit }) => {
  const page = await visit(DESKTOP, '/create');
  await create(page, 3);
  await expect(page.getByTestId('hand-card')).toHaveCount(10);
  expect(await overflow(page)).toBe(0);
  expect(await scrollable(page)).toBe(0);
  const first = await playOn(page, (p, n) => (n % 2 === 0 ? playByArrows(p) : playByDigit(p)), 3);
  const rest = await playOn(page, (p, n) => (n % 2 === 0 ? playByArrows(p) : playByDigit(p)));
  expect(first.length + rest.length, 'ten cards and three drawn').toBe(13);
  expect(thirds(await page.getByTestId('result-total').innerText())).toBe(35);
});

test('four players on a phone, by keyboard and by finger', async ({ visit }) => {
  const page = await visit(PHONE, '/create');
  await create(page, 4);
  await expect(page.getByTestId('hand-card')).toHaveCount(10);
  expect(await overflow(page)).toBe(0);
  expect(await scrollable(page)).toBe(0);
  const played = await playOn(page, (p) => playByArrows(p), 3);
  played.push(...(await playOn(page, (p) => playByPress(p, true), 2)));
  played.push(...(await playOn(page, (p) => playByDigit(p))));
  expect(played.length).toBe(10);
  expect(await overflow(page)).toBe(0);
  expect(thirds(await page.getByTestId('result-total').innerText())).toBe(35);
  await page.getByTestId('look').tap();
  await page.getByTestId('replay').waitFor();
  await page.getByTestId('replay-nextTrick').tap();
  await page.waitForURL(/move=/);
  await drawn(page);
  expect(await overflow(page)).toBe(0);
});

/** Stops where a suit has to be followed that is not the only one in the hand of ten. */
function suitToFollow(legal: readonly string[]) {
  return legal.length < 10 ? 'stop' : 'leave';
}

test('a card that may not be played says why', async ({ visit }) => {
  const page = await visit(DESKTOP, 'about:blank');
  await page.goto(await findDeal(page, { game: { name: 'trset', options: { players: 4 } } }, suitToFollow, undefined));
  await dealt(page);
  expect(await awaitTurn(page)).toBe('turn');
  const said = await passing(page, 'notice');
  // It says that it cannot be played, but it can be pressed.
  const forbidden = page.locator('[data-testid="hand-card"][data-legal="false"]');
  await forbidden.first().click({ position: { x: 8, y: 60 }, force: true });
  await said(/^You must follow suit: (coppe|spade|bastoni|denari)\.$/);
  await playByPress(page);
});

test('two people at a private table, by link', async ({ visit }) => {
  const host = await visit(DESKTOP, '/create');
  await host.getByTestId('bots').selectOption('');
  await host.getByTestId('private').check();
  await host.getByTestId('create').click();
  await host.getByTestId('status').waitFor();
  const stranger = await visit(DESKTOP, new URL(host.url()).pathname);
  await stranger.getByTestId('fatal').waitFor();
  const guest = await visit(PHONE, host.url());
  await guest.getByTestId('sit-join').tap();
  await guest.getByTestId('hand-card').first().waitFor();
  await host.getByTestId('hand-card').first().waitFor();
  await host.getByTestId('tab-chat').click();
  await host.getByTestId('chat-input').fill('Živjo, <b>mreža</b>!');
  await host.getByTestId('chat-input').press('Enter');
  await guest.getByTestId('open-side').tap();
  await guest.getByTestId('tab-chat').tap();
  await guest.locator('[data-testid="chat"]', { hasText: 'Živjo, <b>mreža</b>!' }).waitFor();
});

test('the table of a deal that is over shows its last trick, and nothing lies over that', async ({ visit }) => {
  const page = await visit(DESKTOP, '/create');
  await create(page, 4);
  await playOut(page);
  // Names open the cards of the others, which lead on as well.
  await expect(page.locator('[data-testid^="result-card-"]')).toHaveCount(3);
  await page.locator('[data-testid^="result-card-"]').first().click();
  await expect(page.getByTestId('player-card').getByTestId('card-again')).toHaveText('Next deal');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Hide result' }).click();
  const back = await boxOf(page.getByRole('button', { name: 'Show result' }));
  const cards = page.locator('.middle [data-testid="trick-card"]');
  await expect(cards).toHaveCount(4);
  for (const card of await cards.all()) {
    const { y, height } = await boxOf(card);
    expect(y + height, 'the way back lies below the trick').toBeLessThanOrEqual(back.y);
  }
});
