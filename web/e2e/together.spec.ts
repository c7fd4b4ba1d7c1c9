/** Finding people to play with, and inviting friends. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { boxOf, lasting, overflow } from './support/page.ts';
import { DESKTOP, PHONE } from './support/sizes.ts';
import { playByPress, playOn } from './support/playing.ts';
import { UNHURRIED, becomeGuest, post, still } from './support/table.ts';
import type { CreatedTable } from '../src/lib/protocol';

/** Presses the tile of a kind and a pace, and waits until the server has taken the wish. */
async function look(page: Page, kind: string, pace: string) {
  const button = page.getByTestId(`pair-${kind}-${pace}`);
  await button.click();
  await page.locator(`[data-testid="pair-${kind}-${pace}"][aria-pressed="true"]`).waitFor();
}

test('two who look for the same game are called to a table, from a game with a bot as well', async ({ visit }) => {
  const ana = await visit(DESKTOP);
  await look(ana, 'tablic-2', 'quick');
  await ana.getByTestId('pair-bot').waitFor();
  // The wish belongs to the reader, not to the page.
  await ana.reload();
  await ana.locator('[data-testid="pair-tablic-2-quick"][aria-pressed="true"]').waitFor();
  await ana.getByTestId('pair-bot').click();
  await ana.getByTestId('hand-card').first().waitFor();
  const casual = new URL(ana.url()).pathname;
  await ana.getByTestId('seek-line').getByText('Looking for players').waitFor();

  const bor = await visit(PHONE);
  expect(await overflow(bor)).toBe(0);
  // One place alone says why the game with the bot is over.
  await ana.evaluate(() => {
    window.heard = [];
    new MutationObserver(() => {
      const closed = document.querySelector('[data-testid="closed"]')?.textContent;
      const line = document.querySelector('[data-testid="seek-line"]')?.textContent.trim();
      if (closed) window.heard.push(`${closed.trim()}|${line}`);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await bor.getByTestId('pair-tablic-2-quick').tap();
  for (const page of [ana, bor]) {
    await page.waitForURL((url) => url.pathname.startsWith('/table/') && url.pathname !== casual);
    await page.getByTestId('hand-card').first().waitFor();
  }
  expect(new URL(ana.url()).pathname).toBe(new URL(bor.url()).pathname);
  expect((await ana.evaluate(() => window.heard)).at(-1)).toMatch(/tablić · 2 players[^|]*\|$/i);
  await expect(ana.getByTestId('seek-line')).toHaveText('');
  // The game with the bot is over, and nobody has lost it.
  await bor.goto(casual);
  await bor.getByTestId('fatal').waitFor();
});

test('the answer to a pressed tile is in sight', async ({ visit }) => {
  for (const size of [DESKTOP, PHONE]) {
    const page = await visit(size);
    const tile = page.getByTestId('pair-trset-2-quick');
    // As one comes to it from above: the tile at the lower edge of the window.
    await tile.evaluate((button) => button.scrollIntoView({ block: 'end' }));
    await tile.click();
    await expect(page.getByTestId('pair-stop')).toBeInViewport({ ratio: 1 });
    await expect(tile).toBeInViewport({ ratio: 0.5 });
    await page.getByTestId('pair-stop').click();
    await page.locator('[data-testid="pair-trset-2-quick"][aria-pressed="false"]').waitFor();
  }
});

test('whoever has enough of looking stops', async ({ visit }) => {
  const page = await visit(DESKTOP);
  await look(page, 'tarok-3', 'unhurried');
  await page.goto('/rules');
  await page.getByTestId('seek-line').getByRole('button').click();
  await page.waitForFunction(() => document.querySelector('[data-testid="seek-line"]')?.textContent.trim() === '');
  await page.goto('/');
  await look(page, 'tarok-3', 'quick');
  await page.getByTestId('pair-tarok-3-quick').click();
  await page.locator('[data-testid="pair-tarok-3-quick"][aria-pressed="false"]').waitFor();
});

test('a friend reads who invites to what, and is at the table with one press', async ({ visit }) => {
  const host = await visit(DESKTOP, '/');
  await becomeGuest(host, 'Marjetka');
  const game = { name: 'trset', options: { players: 2, target: 21 } };
  const { table, invite } = await post<CreatedTable>(host, '/api/tables', { game, private: true });
  const link = `/table/${table}?invite=${invite}`;
  await host.goto(`${link}&sit`);
  await host.getByTestId('invite').waitFor();
  await host.getByTestId('show-qr').click();
  await host.getByTestId('qr').waitFor();

  // The preview that a messenger shows before anybody has opened it.
  const preview = await (await host.request.get(link)).text();
  expect(preview).toMatch(/<meta property="og:title" content="Marjetka invites you: tršet"/);
  const [, picture = ''] = /<meta property="og:image" content="([^"]+)"/.exec(preview) ?? [];
  const fetched = await host.request.get(picture);
  expect(fetched.headers()['content-type']).toBe('image/png');
  expect(await (await host.request.get(`/table/${table}`)).text()).not.toMatch(/Marjetka|tršet<|og:/);

  const friend = await visit(PHONE, link);
  const page = friend.getByTestId('invitation');
  await page.getByRole('heading', { name: 'Marjetka invites you to a game of tršet' }).waitFor();
  await expect(page).toHaveText(/2 players · to 21/, { useInnerText: true });
  const indents = await page
    .locator('dl')
    .evaluate((list) =>
      [...list.querySelectorAll<HTMLElement>('dd')].map((dd) => dd.getBoundingClientRect().left - list.getBoundingClientRect().left),
    );
  expect([...new Set(indents)], 'words have the whole width').toEqual([0]);
  expect(await overflow(friend)).toBe(0);
  await friend.getByTestId('sit-join').tap();
  for (const one of [host, friend]) await one.getByTestId('hand-card').first().waitFor();

  // Whoever comes later by the same link is told that there is no seat left.
  const late = await visit(DESKTOP, link);
  await late.getByTestId('invitation-full').waitFor();
  await late.getByTestId('invitation-watch').click();
  await late.getByText('You are watching').waitFor();
});

test('a bot comes to the seat that a player chooses, and gives it to a friend after the deal', async ({ visit }) => {
  const host = await visit(PHONE, '/');
  await becomeGuest(host);
  const game = { name: 'trset', options: { players: 2 } };
  const { table, invite } = await post<CreatedTable>(host, '/api/tables', { game, private: true, rated: false, clock: UNHURRIED });
  const link = `/table/${table}?invite=${invite}`;
  await host.goto(`${link}&sit`);
  await host.getByTestId('bot-1').tap();
  await host.getByTestId('bot-1-gentle').tap();
  await host.getByTestId('hand-card').first().waitFor();

  const friend = await visit(DESKTOP, link);
  await friend.getByTestId('invitation-full').getByText('take a bot’s seat when the deal is over').waitFor();
  await friend.getByTestId('invitation-watch').click();
  await playOn(host, (page) => playByPress(page, true));
  await friend.getByTestId('sit-join').click();
  await friend.getByTestId('sit-join').waitFor({ state: 'detached' });
  await host.getByTestId('again').tap();
  await friend.getByTestId('hand-card').first().waitFor();
});

test('friends choose their seats, change them, and bots fill the rest', async ({ visit }) => {
  const host = await visit(DESKTOP, '/');
  await becomeGuest(host, 'Marjetka');
  const game = { name: 'trset', options: { players: 4 } };
  const { table, invite } = await post<CreatedTable>(host, '/api/tables', { game, private: true, rated: false, clock: UNHURRIED });
  const link = `/table/${table}?invite=${invite}`;
  await host.goto(`${link}&sit`);
  await expect(host.getByTestId('free-2')).toHaveText('your partner’s seat');
  await expect(host.getByTestId('free-1')).toHaveText('an opponent’s seat');
  const friend = await visit(PHONE, '/');
  await becomeGuest(friend, 'Bor');
  await friend.goto(`${link}&sit`);
  await friend.getByTestId('seat-1').getByText('Bor').or(friend.getByTestId('seat-2').getByText('Bor')).waitFor();
  // To the seat across, whichever one was given.
  await friend.getByTestId('bot-3').tap();
  await friend.getByTestId('move-3').tap();
  await host.getByTestId('seat-3').getByText('Bor').waitFor();
  await expect(host.getByTestId('live')).toContainText('Bor takes another seat');

  // The host is asked, and agrees.
  await friend.getByTestId('about-0').tap();
  await friend.getByTestId('player-card').getByText('No deals against each other today.').waitFor();
  await friend.getByTestId('change-seats').tap();
  await expect(host.getByTestId('wants-3')).toContainText('wants your seat');
  await expect(host.getByTestId('live')).toContainText('Bor would like to change seats with Marjetka');
  await host.getByTestId('about-3').click();
  await host.getByRole('button', { name: 'Change seats with Bor' }).click();
  await host.getByTestId('seat-0').getByText('Bor').waitFor();
  for (const page of [host, friend]) expect(await overflow(page)).toBe(0);
  await expect(host.getByTestId('seat-3')).toHaveAttribute('data-own', 'true');

  await host.getByTestId('fill').click();
  for (const page of [host, friend]) await page.getByTestId('hand-card').first().waitFor();
  for (const seat of [1, 2, 3]) {
    await friend.getByTestId(`about-${seat}`).tap();
    await friend.getByTestId('player-card').getByTestId('between').waitFor();
    await expect(friend.getByTestId('player-card'), 'on a phone at each plate').toBeInViewport({ ratio: 1 });
    await friend.keyboard.press('Escape');
  }
  // In a match seats are fixed; the card is there all the same.
  await host.getByTestId('about-0').click();
  await host.getByTestId('player-card').getByTestId('profile').waitFor();
  expect(await host.getByTestId('change-seats').count()).toBe(0);
});

test('a player who left a private table finds the way back when another sits there alone', async ({ visit }) => {
  const host = await visit(PHONE, '/');
  await becomeGuest(host, 'Marjetka');
  const game = { name: 'trset', options: { players: 2 } };
  const { table, invite } = await post<CreatedTable>(host, '/api/tables', { game, private: true, rated: false, clock: UNHURRIED });
  const link = `/table/${table}?invite=${invite}&sit`;
  await host.goto(link);
  const friend = await visit(DESKTOP, '/');
  await becomeGuest(friend, 'Bor');
  await friend.goto(link);
  for (const page of [host, friend]) await page.getByTestId('hand-card').first().waitFor();
  await host.getByTestId('leave').click();
  await host.getByTestId('leave-yes').click();
  await playOn(friend, (page) => playByPress(page, false));

  // The seat is free by now: nothing but the word opens the table.
  await expect(async () => {
    await host.goto('/');
    const row = host.getByTestId('own-tables').getByTestId('lobby-table');
    await expect(row).toContainText('Bor', { timeout: 1000 });
    await expect(row).toContainText('tršet', { timeout: 1000 });
    expect(await overflow(host)).toBe(0);
    await row.getByRole('link').click();
    await host.getByTestId('invitation').waitFor({ timeout: 3000 });
  }).toPass();
  await host.getByTestId('sit-join').tap();
  await friend.getByTestId('seat-1').getByText('Marjetka').or(friend.getByTestId('seat-0').getByText('Marjetka')).waitFor();
});

test('a phrase is said with one press, and read in another language', async ({ visit }) => {
  const host = await visit(DESKTOP, '/');
  await becomeGuest(host);
  const { table, invite } = await post<CreatedTable>(host, '/api/tables', {
    game: { name: 'trset', options: { players: 2 } },
    private: true,
    clock: UNHURRIED,
  });
  const link = `/table/${table}?invite=${invite}&sit`;
  await host.goto(link);
  await host.getByTestId('tab-chat').click();
  const friend = await visit({ ...PHONE, locale: 'sl-SI' }, link);
  // From one's own seat it takes no chat, nor does the chat of a telephone hide one's hand.
  await friend.getByTestId('hand-card').first().waitFor();
  await friend.getByTestId('say').tap();
  await friend.getByTestId('phrase-bravo').tap();
  await host.getByTestId('chat').getByText('Bravo!').waitFor();
  await friend.getByTestId('phrase-bravo').waitFor({ state: 'detached' });
  await friend.getByTestId('open-side').tap();
  await friend.getByTestId('tab-chat').tap();
  const [sheet, card] = await Promise.all([
    friend.locator('.side.open').boundingBox(),
    friend.getByTestId('hand-card').first().boundingBox(),
  ]);
  expect((sheet?.y ?? NaN) + (sheet?.height ?? NaN)).toBeLessThanOrEqual((card?.y ?? NaN) + 1);
  await host.getByTestId('phrase-thanks').click();
  await host.getByTestId('chat').getByText('Thanks!').waitFor();
  await friend.getByTestId('chat').getByText('Hvala!').waitFor();
  // Those of whom one wants to hear nothing say no phrases either.
  await friend.getByTestId('mute').click();
  await friend.getByTestId('chat').getByText('Hvala!').waitFor({ state: 'detached' });
});

/** The boxes of everything that has its place on the cloth. */
function places(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-place], [data-testid="hand-card"], .middle')].map((node) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return [node.dataset.place ?? node.dataset.card ?? 'middle', x, y, width, height].join(' ');
    }),
  );
}

/** The time for which a bubble stays that has much to say, in milliseconds; `LONGEST_MS` of the page. */
const LONGEST_MS = 7000;

/** Writes a line in the chat. */
async function write(page: Page, text: string) {
  await page.getByTestId('chat-input').fill(text);
  await page.getByTestId('chat-input').press('Enter');
}

test('what somebody writes stands in a bubble at their seat for a moment, and nothing moves', async ({ visit }) => {
  const host = await visit(DESKTOP, '/');
  await becomeGuest(host, 'Ana');
  // The clock is long: no substitute plays meanwhile.
  const { table, invite } = await post<CreatedTable>(host, '/api/tables', {
    game: { name: 'trset', options: { players: 2 } },
    private: true,
    clock: UNHURRIED,
  });
  const link = `/table/${table}?invite=${invite}&sit`;
  await host.goto(link);
  const friend = await visit({ ...PHONE, locale: 'sl-SI' }, 'about:blank');
  // A bubble of many words stays until it has been looked at.
  await lasting(friend, LONGEST_MS);
  await friend.goto(link);
  for (const page of [host, friend]) {
    await page.getByTestId('hand-card').first().waitFor();
    await still(page);
  }
  const own = Number((await host.locator('[data-own="true"]').getAttribute('data-testid'))?.slice('seat-'.length));
  await host.getByTestId('tab-chat').click();
  const before = await places(friend);
  const bubble = friend.getByTestId(`said-${own}`);
  await host.getByTestId('phrase-bravo').click();
  await bubble.getByText('Bravo!').waitFor();
  expect(await places(friend)).toEqual(before);
  // To whom the list is not in sight it is said; in the list it is said only there.
  await friend.getByTestId('live').getByText('Ana: Bravo!').waitFor();
  expect(await host.getByTestId('live').textContent()).not.toMatch(/Bravo/);
  await bubble.waitFor({ state: 'detached' });

  await write(host, `${'Dolgčas'.repeat(12)} in še nekaj besed, ki jih je treba povedati, preden se igra nadaljuje.`);
  await bubble.waitFor();
  expect(await places(friend)).toEqual(before);
  const [box, room] = await Promise.all([boxOf(bubble), boxOf(friend.locator('.cloth'))]);
  expect(box.x >= room.x - 1 && box.x + box.width <= room.x + room.width + 1, `in the cloth: ${JSON.stringify([box, room])}`).toBe(true);
  expect(box.height, `three lines at most: ${box.height}`).toBeLessThan(90);
  expect(await bubble.locator('bdi').evaluate((text) => text.scrollHeight > text.clientHeight), 'the rest is cut').toBe(true);

  // Lines said before one came are not said again.
  await friend.reload();
  await friend.getByTestId('hand-card').first().waitFor();
  expect(await friend.locator('[data-testid^="said-"]').count()).toBe(0);
  expect(await overflow(friend)).toBe(0);
});
