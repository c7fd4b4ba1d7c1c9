/** The pages around the table: the lobby, a table's form, the archive, players, accounts, rules. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { GameRecord, GameSummary, Player, PlayerStatistics, Session, TableSummary } from '../src/lib/protocol';
import { type Visit, expect, test } from './support/fixtures.ts';
import { accessible } from './support/accessibility.ts';
import { boxOf, drawn, goBackTo, loaded, overflow, scrollable } from './support/page.ts';
import { DESKTOP, PHONE } from './support/sizes.ts';
import { playByPress, playOn } from './support/playing.ts';
import { ask } from './support/record.ts';
import { playOut } from './support/socketPlay.ts';
import { anotherTable, dealt, post, whoAmI } from './support/table.ts';

interface Played {
  me: Player;
  game: GameSummary;
  bot: Player;
}

/** A game that a registered player has played to its end: only they have lasting ratings. */
async function playGame(page: Page, play: (page: Page) => Promise<unknown> = playOut): Promise<Played> {
  await post<Session>(page, '/api/register', { name: `Igralka ${randomUUID().slice(0, 8)}`, password: 'korenček in burja' });
  await anotherTable(page, { game: { name: 'trset', options: { players: 2 } } });
  await dealt(page);
  await play(page);
  await page.getByTestId('result').waitFor();
  const me = await whoAmI(page);
  const [game] = await ask<GameSummary[]>(page.request, `/api/games?player=${me.id}`);
  const bot = game?.players.find(({ player }) => player.kind === 'bot')?.player;
  assert.ok(game && bot);
  return { me, game, bot };
}

/** The same, by a visitor who is gone when others look at it. */
async function played(visit: Visit): Promise<Played> {
  return playGame(await visit(DESKTOP));
}

test('a game is played, replayed, and checked', async ({ visit }) => {
  const page = await visit(DESKTOP);
  const { game } = await playGame(page, (p) => playOn(p, (one) => playByPress(one)));

  await page.clock.install();
  await page.goto(`/game/${game.id}?move=17`);
  await page.getByTestId('replay').waitFor();
  await expect(page.getByTestId('replay')).toHaveAttribute('data-step', '17');
  await page.getByTestId('replay-next').click();
  await page.waitForURL(/move=18$/);
  await page.keyboard.press('ArrowLeft');
  await page.waitForURL(/move=17$/);
  await expect(page.getByTestId('about')).toHaveText(/\d+\.\d s to think · decided by/, { useInnerText: true });
  // By itself, and by hand again.
  await page.getByTestId('replay-speed').selectOption('fast');
  await page.getByTestId('replay-play').click();
  await page.waitForFunction(() => Number(document.querySelector<HTMLElement>('[data-testid=replay]')?.dataset.step) >= 19);
  await page.getByTestId('replay-play').click();
  const stopped = (await page.getByTestId('replay').getAttribute('data-step')) ?? '';
  await page.clock.runFor(10_000);
  await expect(page.getByTestId('replay')).toHaveAttribute('data-step', stopped);
  // All hands, or what one of them knew.
  await page.getByTestId('replay-first').click();
  const backs = page.locator('[data-testid^="replay-hand-"] [aria-label="hidden card"]');
  expect(await backs.count()).toBe(0);
  await page.getByTestId('replay-open').uncheck();
  await expect(backs).toHaveCount(10);
  await page.getByTestId('replay-last').click();
  await page.getByTestId('replay-result').waitFor();

  await page.getByTestId('fair-link').click();
  await page.getByTestId('verdict').waitFor();
  await expect(page.getByTestId('verdict')).toHaveAttribute('data-fair', 'true');
  // This browser was there and remembers the promise.
  await page.getByText('What this browser heard before the deal').waitFor();
  await accessible(page, 'fair');
});

test('play now has no clock, and nothing is at stake', async ({ visit }) => {
  const page = await visit(DESKTOP);
  await page.getByTestId('play-now').click();
  await dealt(page);
  await page.getByTestId('no-clock').waitFor();
  const unrated = page.getByTestId('unrated').getByTestId('term');
  await expect(unrated).toHaveText('not rated');
  await unrated.click();
  await page.getByText('Not rated: the table was opened without ratings.').waitFor();
  await page.keyboard.press('Escape');
  const id = new URL(page.url()).pathname.split('/').pop();
  const table = (await ask<TableSummary[]>(page.request, '/api/tables')).find((one) => one.id === id);
  assert.ok(table);
  const { config, seats } = table;
  expect([config.rated, config.clock?.off_alone, config.bots]).toEqual([false, true, 'gentle']);
  expect(seats.some((player) => player?.level === 'gentle')).toBe(true);
  // There is no clock now, nor at the beginning of any turn.
  await page.evaluate(() => {
    window.clocks = document.querySelectorAll<HTMLElement>('[data-testid=clock]').length;
    new MutationObserver(() => {
      window.clocks += document.querySelectorAll<HTMLElement>('[data-testid=clock]').length;
    }).observe(document.body, { childList: true, subtree: true });
  });
  await playOn(page, (p) => playByPress(p));
  await page.getByTestId('result').waitFor();
  expect(await page.evaluate(() => window.clocks)).toBe(0);
  expect(await page.getByTestId('result-ratings').count()).toBe(0);
  await expect(page.getByTestId('rated-text')).toHaveText('Not rated: the table was opened without ratings.');
});

test('a new table is set up without clock among bots, and without ratings', async ({ visit }) => {
  const page = await visit(DESKTOP, '/create');
  await page.getByTestId('preset-quick').click();
  await page.getByTestId('bots').selectOption('gentle');
  await page.getByTestId('create').click();
  await page.waitForURL(/\/table\//);
  await page.getByTestId('no-clock').waitFor();
  await page.getByTestId('unrated').waitFor();
});

test('a record that was tampered with shows a cross', async ({ visit }) => {
  const { game } = await played(visit);
  const page = await visit(PHONE, 'about:blank');
  await page.route('**/api/games/*', async (route) => {
    const record = (await (await route.fetch()).json()) as GameRecord;
    const [one, other] = record.cards.hands;
    assert.ok(one?.[0] && other?.[0]);
    [one[0], other[0]] = [other[0], one[0]];
    await route.fulfill({ json: record });
  });
  await page.goto(`/game/${game.id}/fair`);
  await page.getByTestId('verdict').waitFor();
  await expect(page.getByTestId('verdict')).toHaveAttribute('data-fair', 'false');
  await expect(page.locator('[data-testid=mark][data-same=false]'), 'two hands and the verdict').toHaveCount(3);
  expect(await overflow(page)).toBe(0);
});

test('the archive is narrowed by whose, kind and day, and kept in the address', async ({ visit }) => {
  const { me, game } = await played(visit);
  const page = await visit(DESKTOP, `/games?player=${me.id}`);
  await page.getByTestId(`game-${game.id}`).waitFor();
  await page.getByTestId('by-kind').selectOption('kifameno-4');
  await page.waitForURL(/kind=kifameno-4/);
  await page.getByTestId('no-games').waitFor();
  await expect(page.getByTestId('no-games')).toHaveText(/No game fits/, { useInnerText: true });
  await page.getByTestId('by-kind').selectOption('trset-2');
  await page.getByTestId(`game-${game.id}`).waitFor();
  await page.getByTestId('by-until').fill('2001-01-01');
  await page.waitForURL(/until=2001-01-01/);
  await page.getByTestId('no-games').waitFor();
  await page.reload();
  await page.getByTestId('no-games').waitFor();
  await expect(page.getByTestId('by-until')).toHaveValue('2001-01-01');
  await page.getByRole('link', { name: 'Show all' }).click();
  await page.getByTestId('games').waitFor();
});

test('the archive is narrowed to a player found by name, by mouse and by keyboard', async ({ visit }) => {
  const { game, bot: player } = await played(visit);
  const page = await visit(PHONE, '/games');
  await goBackTo(page, game.id);
  const whose = page.getByTestId('by-player');
  await expect(whose).toHaveValue('everybody’s');
  await whose.click();
  await whose.pressSequentially('nobody is called so');
  await page.getByText('No player’s name begins like this.').waitFor();
  await whose.fill(player.name.slice(0, 3).toUpperCase());
  await page.getByTestId('player-option').filter({ hasText: player.name }).first().waitFor();
  await accessible(page, 'games');
  expect(await overflow(page)).toBe(0);
  await page.getByTestId('player-option').filter({ hasText: player.name }).first().click();
  await page.waitForURL(new RegExp(`player=${player.id}`));
  await loaded(page);
  await goBackTo(page, game.id);
  await expect(whose).toHaveValue(player.name);
  // Back to everybody's games with the keys, after a change of mind.
  await page.locator('[data-testid=by-kind]').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.type('x');
  await page.keyboard.press('Escape');
  await expect(whose).toHaveValue(player.name);
  await page.keyboard.press('ArrowDown');
  while ((await page.getByTestId('player-option').and(page.locator('[aria-selected=true]')).innerText()) !== 'everybody’s') {
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.search.includes('player='));
  await expect(whose).toHaveValue('everybody’s');
});

test('a player’s page shows ratings, results and games', async ({ visit }) => {
  const { me, game, bot } = await played(visit);
  const page = await visit(DESKTOP, `/player/${me.id}`);
  await page.getByTestId('standings').waitFor();
  await page.getByTestId('curve').waitFor();
  await expect(page.getByTestId('results').locator('tbody tr')).toHaveText(/with bots[\s\S]*[01] \/ 1/, { useInnerText: true });
  await expect(page.getByTestId('opponents').locator('tbody tr')).toHaveCount(1);
  await expect(page.getByTestId('effect')).toHaveText(/^Rating 1500 → \d+$/);
  await expect(page.getByTestId('curve').locator('svg')).toHaveAttribute('aria-label', /after 1 match:/);
  await page.getByTestId(`game-${game.id}`).waitFor();
  await accessible(page, 'player');
  await page.goto(`/player/${bot.id}`);
  await page.getByTestId('curve').waitFor();
  await page.setViewportSize(PHONE.viewport);
  await drawn(page);
  expect(await overflow(page)).toBe(0);
  // Results of many years stand in the narrowest window, in every language.
  const sums = { kind: 'tarok-4', matches: 1234, matches_won: 1034, deals: 9876, deals_won: 8765, points: -987_654 };
  const statistics: PlayerStatistics = {
    kinds: [
      { ...sums, company: 'people' },
      { ...sums, company: 'bots' },
    ],
    contracts: [{ kind: sums.kind, contract: 'solo_without', deals: 1234, deals_won: 1034, points: 98_765 }],
    opponents: [{ player: me, matches: 1234, won: 1034, lost: 123 }],
  };
  await page.route('**/api/players/*/statistics', (route) => route.fulfill({ json: statistics }));
  await page.setViewportSize({ width: 320, height: 640 });
  for (const language of ['it', 'sl', 'hr', 'sr', 'en']) {
    await page.evaluate((name) => window.localStorage.setItem('vzetek.language', name), language);
    await page.reload();
    for (const name of ['results', 'contracts', 'opponents']) {
      const table = page.getByTestId(name);
      await table.waitFor();
      const wider = await table.locator('..').evaluate((one) => one.scrollWidth - one.clientWidth);
      expect(wider, `${name} in ${language}`).toBe(0);
    }
    expect(await overflow(page)).toBe(0);
  }
  await page.setViewportSize(PHONE.viewport);
  // Nobody gets on a list by so few matches.
  const standing = { kind: game.kind, ladder: 'people', rating: 2345, deviation: 110, settled: true, matches: 12_345, wins: 10_234 };
  const lines = [
    { rank: 1, player: { ...bot, name: 'Igralka z dolgim imenom' }, standing },
    { rank: 2, player: me, standing },
  ];
  await page.route('**/api/leaderboard?*', (route) => route.fulfill({ json: lines }));
  await page.goto(`/leaderboard?kind=${game.kind}`);
  await page.getByTestId('leaderboard').waitFor();
  for (const language of ['it', 'sl', 'hr', 'sr', 'en']) {
    await page.evaluate((name) => window.localStorage.setItem('vzetek.language', name), language);
    await page.reload();
    const table = page.getByTestId('leaderboard');
    await table.waitFor();
    const wider = await table.locator('..').evaluate((one) => one.scrollWidth - one.clientWidth);
    expect(wider, `the leaderboard fits a phone: ${language}`).toBe(0);
  }
});

test('one’s own private table is found again on the front page', async ({ visit }) => {
  const page = await visit(DESKTOP, '/create');
  await page.getByTestId('preset-friends').click();
  await expect(page.getByTestId('preset-friends')).toHaveAttribute('aria-pressed', 'true');
  await page.getByTestId('clock-choice').selectOption('own');
  await page.getByTestId('move-s').fill('45');
  // The choice survives a look elsewhere.
  await page.getByRole('link', { name: 'Games' }).first().click();
  await page.waitForURL(/\/games/);
  await page.goBack();
  await expect(page.getByTestId('move-s')).toHaveValue('45');
  await page.getByTestId('create').click();
  await page.waitForURL(/\/table\//);
  await page.getByTestId('topline').waitFor();
  const table = new URL(page.url()).pathname;
  await page.goto('/');
  await page.getByTestId('own-tables').waitFor();
  await expect(page.getByTestId('own-tables').locator(`a[href="${table}"]`)).toHaveCount(1);
  const own = page.getByTestId('own-tables').getByTestId('lobby-table');
  await expect(own).toContainText('private table');
  await expect(own.locator('strong')).toHaveText(/tršet|kifameno|tarok|tablić/);
  await page.getByTestId('own-tables').getByRole('link').click();
  await page.getByTestId('topline').waitFor();
});

test('a guest becomes an account, makes a bot, and goes', async ({ visit, request }) => {
  const name = `Zora ${randomUUID().slice(0, 6)}`;
  const page = await visit(DESKTOP, '/create');
  await page.getByTestId('preset-friends').click();
  await page.getByTestId('create').click();
  await page.getByTestId('topline').waitFor();
  await page.goto('/account');
  await expect(page.getByTestId('who')).toHaveText(/a guest/, { useInnerText: true });
  const guest = await whoAmI(page);
  // A name that is taken: said beside the field, and nothing typed is lost.
  const other = await visit(DESKTOP, '/account');
  await other.getByTestId('register-name').fill(name);
  await other.getByTestId('register-password').fill('korenček in burja');
  await other.getByRole('button', { name: 'Create account' }).click();
  await other.getByTestId('logout').waitFor();
  await page.getByTestId('register-name').fill(name);
  await page.getByTestId('register-password').fill('burja in korenček');
  await page.getByRole('button', { name: 'Create account and keep my games' }).click();
  await page.getByText('This name is taken.').waitFor();
  await expect(page.getByTestId('register-name')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByTestId('register-password')).toHaveValue('burja in korenček');
  await page.getByTestId('register-name').fill(`${name} B`);
  await page.getByRole('button', { name: 'Create account and keep my games' }).click();
  await page.getByTestId('logout').waitFor();
  const person = await whoAmI(page);
  expect([person.id, person.kind]).toEqual([guest.id, 'person']);

  await page.getByTestId('bot-name').fill(`Robi ${name}`);
  await page.getByTestId('bot-make').click();
  const token = await page.getByTestId('bot-token').innerText();
  const asked = await request.get('/api/me', { headers: { authorization: `Bearer ${token}` } });
  expect(((await asked.json()) as Session).user.kind).toBe('bot');
  await accessible(page, 'account');
  await page.reload();
  await page.getByTestId('bot-remove').waitFor();
  expect(await page.getByTestId('bot-token').count(), 'a token is shown once').toBe(0);
  await page.getByTestId('bot-remove').click();
  await page.getByTestId('bot-remove').click();
  await page.getByText('You have no bots yet.').waitFor();

  await page.getByTestId('password-old').fill('not that one');
  await page.getByTestId('password-new').fill('maestral in burja');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByText('That is not your current password.').waitFor();
  await page.getByTestId('password-old').fill('burja in korenček');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByText('The password is changed.').waitFor();
  await page.getByTestId('logout').click();
  await page.getByTestId('login-name').fill(`${name} B`);
  await page.getByTestId('login-password').fill('burja in korenček');
  await page.getByTestId('login').getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Name and password do not match.').waitFor();
  await page.getByTestId('login-password').fill('maestral in burja');
  await page.getByTestId('login').getByRole('button', { name: 'Sign in' }).click();
  await page.getByTestId('delete').click();
  await page.getByTestId('delete-name').fill('somebody');
  await page.getByTestId('delete-yes').click();
  await page.getByText('That is not your name.').waitFor();
  await page.getByTestId('delete-name').fill(`${name} B`);
  await page.getByTestId('delete-yes').click();
  await page.getByTestId('deleted').waitFor();
  await page.getByTestId('register').waitFor();
  await page.goto(`/player/${guest.id}`);
  await page.getByText('This player doesn’t exist.').waitFor();
});

test('whoever is deleted elsewhere is told so', async ({ visit }) => {
  const page = await visit(DESKTOP, '/account');
  await page.getByTestId('register-name').fill(`Vid ${randomUUID().slice(0, 6)}`);
  await page.getByTestId('register-password').fill('korenček in burja');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByTestId('logout').waitFor();
  await page.getByRole('link', { name: 'New table' }).first().click();
  await page.getByTestId('create').waitFor();
  // The server tells it by the socket, without a press.
  expect(await page.evaluate(async () => (await fetch('/api/me', { method: 'DELETE' })).ok)).toBe(true);
  await page.getByTestId('session-ended').waitFor();
  await page.getByTestId('session-ended').getByRole('link').click();
  await page.getByTestId('register').waitFor();
  await expect(page.getByTestId('who')).toHaveText(/not signed in/, { useInnerText: true });
});

test('the contents of the rules stay in sight beside the text', async ({ visit }) => {
  const page = await visit(DESKTOP, '/rules/tarok');
  await page.locator('#words').waitFor();
  const contents = page.locator('main nav');
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await drawn(page);
  const [list, text] = await Promise.all([boxOf(contents), boxOf(page.locator('main dl').last())]);
  expect(list.y >= 0 && list.y + list.height <= DESKTOP.viewport.height, 'the contents are in sight at the end').toBe(true);
  expect(list.x, 'and lie on no text').toBeGreaterThanOrEqual(text.x + text.width);
  expect(await overflow(page)).toBe(0);
});

test('the front page keeps the place of its tables', async ({ visit }) => {
  const page = await visit(DESKTOP, 'about:blank');
  await page.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as LayoutShift[]) if (!shift.hadRecentInput) window.shifted += shift.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  await loaded(page);
  await drawn(page);
  expect(await page.evaluate(() => window.shifted), 'little moves when the tables come').toBeLessThan(0.03);
});

test('an address that leads nowhere is told without scrolling', async ({ visit }) => {
  for (const size of [DESKTOP, PHONE]) {
    const page = await visit(size, '/nowhere');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('footer').waitFor();
    expect(await scrollable(page)).toBe(0);
  }
});

test('a finger finds the links of the site', async ({ visit }) => {
  const page = await visit(PHONE, '/');
  const links = page.locator('body header a, header select');
  await links.last().waitFor();
  for (const link of await links.all()) {
    const { width, height } = await boxOf(link);
    expect(Math.min(width, height), await link.innerText()).toBeGreaterThanOrEqual(44);
  }
});

test('what is not there is said, with a way on', async ({ visit }) => {
  const page = await visit(DESKTOP, '/game/nothing');
  await page.getByText('This finished game doesn’t exist.').waitFor();
  await page.goto('/game/nothing/fair');
  await page.getByText('This finished game doesn’t exist.').waitFor();
  await page.goto('/player/nobody');
  await page.getByText('This player doesn’t exist.').waitFor();
  await page.goto('/player/%zz');
  await page.getByText('This player doesn’t exist.').waitFor();
  await page.goto('/table/nothing');
  await expect(page.getByTestId('fatal')).toHaveText(/table doesn’t exist/, { useInnerText: true });
  await page.getByRole('link', { name: 'To the front page' }).click();
  // Somebody else's private table, with a word that is not its.
  const other = await visit(DESKTOP, '/create');
  await other.getByTestId('preset-friends').click();
  await other.getByTestId('create').click();
  await other.waitForURL(/invite=/);
  await page.goto(new URL(other.url()).pathname + '?invite=guessed');
  await expect(page.getByTestId('fatal')).toHaveText(/is private/, { useInnerText: true });
  // A table whose seats are all taken can be watched.
  const full = await anotherTable(other, { game: { name: 'trset', options: { players: 2 } } });
  await dealt(other);
  await page.goto(full);
  await page.getByText('You are watching').first().waitFor();
  // The archive has a deal then, whichever tests ran before.
  await playOut(other);
  for (const odd of ['/somewhere/else.png', '/table/..%2f..%2fx', '/%00']) {
    await page.goto(odd);
    await page.getByRole('link', { name: 'To the front page' }).waitFor();
  }
  await page.goto('/somewhere/else');
  await page.getByRole('link', { name: 'To the front page' }).click();
  await page.getByTestId('play-now').waitFor();
  // The server is away.
  await page.route('**/api/**', (route) => route.abort());
  await page.goto('/games');
  await page.getByTestId('load-failed').waitFor();
  await expect(page.getByTestId('load-failed')).toHaveText(/Can’t reach the server/, { useInnerText: true });
  await page.unroute('**/api/**');
  await page.getByTestId('load-failed').getByRole('button').click();
  await page.getByTestId('games').waitFor();
  // A part of the page that cannot be fetched.
  await page.route('**/assets/Rules-*.js', (route) => route.abort());
  await page.goto('/rules');
  await page.getByRole('button', { name: 'Load again' }).waitFor();
});

interface Manifest {
  display: string;
  icons: { src: string; sizes: string; type: string }[];
}

test('the page can be installed', async ({ visit, request }) => {
  const manifest = await ask<Manifest>(request, '/manifest.webmanifest');
  expect(manifest.display).toBe('standalone');
  for (const { src, sizes, type } of manifest.icons) {
    const answer = await request.get(src);
    expect(answer.headers()['content-type']).toBe(type);
    const bytes = await answer.body();
    if (type === 'image/png') expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
  }
  const page = await visit(DESKTOP);
  const client = await page.context().newCDPSession(page);
  const { errors } = await client.send('Page.getAppManifest');
  expect(errors).toEqual([]);
});

test('tabs can be told apart by their titles', async ({ visit }) => {
  const page = await visit(DESKTOP);
  const { me, game } = await playGame(page);
  await page.goto('/rules/tarok');
  await expect(page).toHaveTitle('Rules: tarok · Vzetek');
  await page.locator('.games a').first().click();
  await expect(page).toHaveTitle('Rules: tršet · Vzetek');
  await page.goto(`/player/${me.id}`);
  await expect(page).toHaveTitle(`${me.name} · Vzetek`);
  await page.getByTestId(`game-${game.id}`).click();
  await expect(page).toHaveTitle(/^Replay: tršet · 2 players · .* · Vzetek$/);
  await expect(page.locator('input[type="range"]')).toHaveAttribute('aria-valuetext', /^Step \d+ of \d+$/);
  await page.getByRole('link', { name: 'Ratings' }).click();
  await expect(page).toHaveTitle('Ratings · Vzetek');
});

test('a replay is printed as a page, and rules without the menu', async ({ visit }) => {
  const page = await visit(DESKTOP);
  const { game } = await playGame(page);
  const { players } = await ask<GameRecord>(page.request, `/api/games/${game.id}`);
  await page.goto(`/game/${game.id}?move=3`);
  await page.getByTestId('replay').waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const sheet = page.getByTestId('sheet');
  await expect(sheet).toBeVisible();
  await expect(page.getByTestId('replay')).toBeHidden();
  await expect(page.locator('header')).toBeHidden();
  expect(await sheet.locator('dd').count(), 'hands and stock').toBe(players.length + 1);
  await expect(sheet.getByTestId('result-table').first()).toBeVisible();
  expect(await sheet.locator('dd > *').count(), 'all cards').toBe(40);
  expect(await sheet.locator('[data-row="trick"]').count(), 'all tricks').toBe(20);
  for (const { player } of players) await expect(sheet.getByText(player.name).first()).toBeVisible();
  const list = sheet.getByTestId('log');
  expect(await list.evaluate((node) => node.scrollHeight - node.clientHeight), 'nothing is cut').toBeLessThanOrEqual(1);
  // A box that scrolls is cut where its paper ends.
  expect(await list.evaluate((node) => getComputedStyle(node).overflowY)).toBe('visible');
  await page.goto('/rules/trset');
  await page.locator('main h2').first().waitFor();
  await expect(page.locator('main').getByRole('link', { name: 'tarok' })).toBeHidden();
  await expect(page.locator('header')).toBeHidden();
  await expect(page.locator('main nav')).toBeHidden();
});
