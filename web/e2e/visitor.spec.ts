/** A visitor's pages log no error, the lists are chosen, and whoever left in a deal comes back. */
import type { Page } from '@playwright/test';
import type { GameSummary } from '../src/lib/protocol';
import { expect, test } from './support/fixtures.ts';
import { loaded } from './support/page.ts';
import { ask } from './support/record.ts';
import { DESKTOP } from './support/sizes.ts';
import { anotherTable, becomeGuest, dealt, openTable } from './support/table.ts';

/** The addresses of all pages, of a game and a player too if there are any yet. */
async function addresses(page: Page) {
  const pages = [
    '/',
    '/create',
    '/games',
    '/leaderboard',
    '/leaderboard?ladder=bots',
    '/account',
    '/rules',
    '/rules/tarok',
    '/bots',
    '/settings',
    '/about',
    '/privacy',
  ];
  const [game] = await ask<GameSummary[]>(page.request, '/api/games?limit=1');
  return game ? [...pages, `/game/${game.id}`, `/game/${game.id}/fair`, `/player/${game.players[0]?.player.id}`] : pages;
}

test('no page of a visitor logs an error, with the cookie of an ended session neither', async ({ visit }) => {
  for (const cookie of [undefined, 'ended']) {
    const page = await visit(DESKTOP, 'about:blank');
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`);
    });
    for (const address of await addresses(page)) {
      if (cookie) await page.context().addCookies([{ name: 'vzetek_session', value: cookie, url: test.info().project.use.baseURL ?? '' }]);
      const answered = page.waitForResponse((response) => response.url().endsWith('/api/me'));
      await page.goto(address);
      expect((await answered).status(), address).toBe(200);
      await loaded(page);
    }
    expect(errors).toEqual([]);
  }
});

test('people and bots have lists of their own, and an empty one says how one gets on it', async ({ visit }) => {
  const page = await visit(DESKTOP, '/leaderboard?kind=tablic-6');
  await loaded(page);
  await expect(page.getByTestId('board-none')).toHaveText(/an account and about ten rated matches/);
  await page.getByTestId('ladder-bots').click();
  await page.waitForURL(/kind=tablic-6&ladder=bots/);
  await page.waitForFunction(() => document.querySelector('[data-testid="ladder-bots"]')?.getAttribute('aria-current') === 'true');
  await page.waitForFunction(() =>
    /No bot is on this list/.test(document.querySelector<HTMLElement>('[data-testid="board-none"]')?.textContent ?? ''),
  );
});

test('whoever left in a deal takes the seat back', async ({ visit }) => {
  const [ana, bor] = [await visit(DESKTOP, 'about:blank'), await visit(DESKTOP, 'about:blank')];
  // The deal waits for the other, who never plays.
  const address = await openTable(ana, { players: 2 }, { bots: null });
  await becomeGuest(bor);
  await bor.goto(address);
  await bor.locator('[data-testid^="sit-"]').first().click();
  await Promise.all([dealt(ana), dealt(bor)]);
  await ana.getByTestId('leave').click();
  await ana.getByTestId('leave-yes').click();
  await ana.waitForURL((url) => url.pathname === '/');
  await ana.goto(address);
  await ana.getByTestId('you-left').waitFor();
  expect(await ana.getByTestId('hand-card').count()).toBe(0);
  await ana.getByTestId('take-back').click();
  await dealt(ana);
  await ana.getByTestId('you-left').waitFor({ state: 'detached' });
  await ana.getByTestId('you-substituted').waitFor({ state: 'detached' });
  await bor.locator('[data-testid^="substitute-"]').waitFor({ state: 'detached' });
});

test('a browser that keeps no cookies is told so before anything is created', async ({ visit }) => {
  const page = await visit(DESKTOP, 'about:blank');
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false });
  });
  const created: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') created.push(request.url());
  });
  await page.goto('/');
  await page.locator('.bot').first().click();
  await page.getByText('keeps no cookies of this site').waitFor();
  await expect(page.locator('.bot').first()).toBeEnabled();
  await page.goto('/account');
  await page.getByTestId('register-name').fill('Somebody New');
  await page.getByTestId('register-password').fill('a long enough password');
  await page.getByTestId('register').locator('button[type="submit"]').click();
  await page.getByText('keeps no cookies of this site').waitFor();
  expect(created).toEqual([]);
});

test('the screen is kept on while one plays', async ({ visit }) => {
  const page = await visit(DESKTOP, 'about:blank');
  await page.addInitScript(() => {
    window.awake = [];
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: () => {
          window.awake.push('on');
          return Promise.resolve({ release: () => Promise.resolve(window.awake.push('off')) });
        },
      },
    });
  });
  const awake = () => page.evaluate(() => window.awake);
  await openTable(page, { players: 2 }, { bots: null });
  await page.getByTestId('status').waitFor();
  expect(await awake(), 'nobody plays yet').toEqual([]);
  await anotherTable(page, { game: { name: 'trset', options: { players: 2 } } });
  await dealt(page);
  await expect.poll(awake).toEqual(['on']);
  await page.getByTestId('leave').click();
  await page.getByTestId('leave-yes').click();
  await expect.poll(awake).toEqual(['on', 'off']);
});
