/** A visitor's pages log no error, the lists are chosen, and whoever left in a deal comes back. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BASE, DESKTOP, byId, launch, loaded, visit } from './browser.mjs';
import { becomeGuest, dealt, openTable } from './table.mjs';

let browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

/** The addresses of all pages, of a game and a player too if there are any yet. */
async function addresses() {
  const pages = ['/', '/create', '/games', '/leaderboard', '/leaderboard?ladder=bots', '/account', '/rules', '/rules/tarok', '/bots', '/settings', '/about', '/privacy'];
  const [game] = await (await fetch(`${BASE}/api/games?limit=1`)).json();
  return game ? [...pages, `/game/${game.id}`, `/game/${game.id}/fair`, `/player/${game.players[0].player.id}`] : pages;
}

test('no page of a visitor logs an error, with the cookie of an ended session neither', async () => {
  for (const cookie of [undefined, 'ended']) {
    const page = await visit(browser, DESKTOP, 'about:blank');
    const errors = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`);
    });
    for (const address of await addresses()) {
      if (cookie) await page.context().addCookies([{ name: 'vzetek_session', value: cookie, url: BASE }]);
      const answered = page.waitForResponse((response) => response.url().endsWith('/api/me'));
      await page.goto(address);
      assert.equal((await answered).status(), 200, address);
      await loaded(page);
    }
    assert.deepEqual(errors, []);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('people and bots have lists of their own, and an empty one says how one gets on it', async () => {
  const page = await visit(browser, DESKTOP, '/leaderboard?kind=tablic-6');
  await loaded(page);
  assert.match(await byId(page, 'board-none').textContent(), /an account and about ten rated matches/);
  await byId(page, 'ladder-bots').click();
  await page.waitForURL(/kind=tablic-6&ladder=bots/);
  await page.waitForFunction(() => document.querySelector('[data-testid="ladder-bots"]').getAttribute('aria-current') === 'true');
  await page.waitForFunction(() => /No bot is on this list/.test(document.querySelector('[data-testid="board-none"]')?.textContent ?? ''));
  await page.context().close();
});

test('whoever left in a deal takes the seat back', async () => {
  const [ana, bor] = [await visit(browser, DESKTOP, 'about:blank'), await visit(browser, DESKTOP, 'about:blank')];
  // The deal waits for the other, who never plays.
  const address = await openTable(ana, { players: 2 }, { bots: undefined });
  await becomeGuest(bor);
  await bor.goto(address);
  await bor.locator('[data-testid^="sit-"]').first().click();
  await Promise.all([dealt(ana), dealt(bor)]);
  await byId(ana, 'leave').click();
  await byId(ana, 'leave-yes').click();
  await ana.waitForURL((url) => url.pathname === '/');
  await ana.goto(address);
  await byId(ana, 'you-left').waitFor();
  assert.equal(await byId(ana, 'hand-card').count(), 0);
  await byId(ana, 'take-back').click();
  await dealt(ana);
  await byId(ana, 'you-left').waitFor({ state: 'detached' });
  await byId(ana, 'you-substituted').waitFor({ state: 'detached' });
  await bor.locator('[data-testid^="substitute-"]').waitFor({ state: 'detached' });
  assert.deepEqual([...ana.faults, ...bor.faults], []);
  await Promise.all([ana.context().close(), bor.context().close()]);
});
