/** The pages around the table: the lobby, a table's form, the archive, players, accounts, rules. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible } from './axe.mjs';
import { BASE, DESKTOP, PHONE, byId, drawn, goBackTo, launch, loaded, overflow, shootBoth, visit } from './browser.mjs';
import { playByPress, playOn } from './play.mjs';
import { anotherTable, dealt } from './table.mjs';

let browser;
/** A game that has been played to its end, and who played it. */
let played;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

async function ask(address) {
  const answer = await fetch(new URL(address, BASE));
  assert.ok(answer.ok, `${address}: ${answer.status}`);
  return answer.json();
}

async function done(page) {
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

test('a game is played, replayed, and checked', async () => {
  const page = await visit(browser, DESKTOP);
  // Only registered players have lasting ratings.
  const person = { name: `Igralka ${Date.now().toString(36)}`, password: 'korenček in burja' };
  const registered = await page.request.post('/api/register', { data: person });
  assert.ok(registered.ok(), await registered.text());
  await anotherTable(page, { game: { name: 'trset', options: { players: 2 } } });
  await dealt(page);
  await playOn(page, (p) => playByPress(p));
  await byId(page, 'result').waitFor();
  const me = (await page.evaluate(async () => (await fetch('/api/me')).json())).user;
  const [game] = await ask(`/api/games?player=${me.id}`);
  played = { me, game };

  await page.clock.install();
  await page.goto(`/game/${game.id}?move=17`);
  await byId(page, 'replay').waitFor();
  assert.equal(await byId(page, 'replay').getAttribute('data-step'), '17');
  await byId(page, 'replay-next').click();
  await page.waitForURL(/move=18$/);
  await page.keyboard.press('ArrowLeft');
  await page.waitForURL(/move=17$/);
  assert.match(await byId(page, 'about').innerText(), /\d+\.\d s to think · decided by/);
  // By itself, and by hand again.
  await byId(page, 'replay-speed').selectOption('fast');
  await byId(page, 'replay-play').click();
  await page.waitForFunction(() => Number(document.querySelector('[data-testid=replay]').dataset.step) >= 19);
  await byId(page, 'replay-play').click();
  const stopped = await byId(page, 'replay').getAttribute('data-step');
  await page.clock.runFor(10_000);
  assert.equal(await byId(page, 'replay').getAttribute('data-step'), stopped);
  // All hands, or what one of them knew.
  await byId(page, 'replay-first').click();
  const backs = page.locator('[data-testid^="replay-hand-"] [aria-label="hidden card"]');
  assert.equal(await backs.count(), 0);
  await byId(page, 'replay-open').uncheck();
  assert.equal(await backs.count(), 10);
  await shootBoth(page, 'replay-hidden', true);
  await byId(page, 'replay-last').click();
  await byId(page, 'replay-result').waitFor();
  await shootBoth(page, 'replay', true);

  await byId(page, 'fair-link').click();
  await byId(page, 'verdict').waitFor();
  assert.equal(await byId(page, 'verdict').getAttribute('data-fair'), 'true');
  // This browser was there and remembers the promise.
  await page.getByText('What this browser heard before the deal').waitFor();
  await shootBoth(page, 'fair', true);
  await accessible(page, 'fair');
  await done(page);
});

test('play now has no clock, and nothing is at stake', async () => {
  const page = await visit(browser, DESKTOP);
  await byId(page, 'play-now').click();
  await dealt(page);
  await byId(page, 'no-clock').waitFor();
  assert.equal(await byId(page, 'unrated').innerText(), 'not rated');
  const id = new URL(page.url()).pathname.split('/').pop();
  const { config, seats } = (await ask('/api/tables')).find((table) => table.id === id);
  assert.deepEqual([config.rated, config.clock.off_alone, config.bots], [false, true, 'gentle']);
  assert.ok(seats.some((player) => player?.level === 'gentle'));
  // There is no clock now, nor at the beginning of any turn.
  await page.evaluate(() => {
    window.clocks = document.querySelectorAll('[data-testid=clock]').length;
    new MutationObserver(() => {
      window.clocks += document.querySelectorAll('[data-testid=clock]').length;
    }).observe(document.body, { childList: true, subtree: true });
  });
  await playOn(page, (p) => playByPress(p));
  await byId(page, 'result').waitFor();
  assert.equal(await page.evaluate(() => window.clocks), 0);
  assert.equal(await byId(page, 'result-ratings').count(), 0);
  await done(page);
});

test('a new table is set up without clock among bots, and without ratings', async () => {
  const page = await visit(browser, DESKTOP, '/create');
  await byId(page, 'preset-quick').click();
  await byId(page, 'bots').selectOption('gentle');
  await byId(page, 'off-alone').check();
  await byId(page, 'rated').uncheck();
  await byId(page, 'create').click();
  await page.waitForURL(/\/table\//);
  await byId(page, 'no-clock').waitFor();
  await byId(page, 'unrated').waitFor();
  await done(page);
});

test('a record that was tampered with shows a cross', async () => {
  const page = await visit(browser, PHONE, 'about:blank');
  await page.route('**/api/games/*', async (route) => {
    const record = await (await route.fetch()).json();
    [record.cards.hands[0][0], record.cards.hands[1][0]] = [record.cards.hands[1][0], record.cards.hands[0][0]];
    await route.fulfill({ json: record });
  });
  await page.goto(`/game/${played.game.id}/fair`);
  await byId(page, 'verdict').waitFor();
  assert.equal(await byId(page, 'verdict').getAttribute('data-fair'), 'false');
  assert.equal(await page.locator('[data-testid=mark][data-same=false]').count(), 3, 'two hands and the verdict');
  await shootBoth(page, 'fair-broken-phone', true);
  assert.equal(await overflow(page), 0);
  await done(page);
});

test('the archive is narrowed by whose, kind and day, and kept in the address', async () => {
  const page = await visit(browser, DESKTOP, `/games?player=${played.me.id}`);
  await byId(page, `game-${played.game.id}`).waitFor();
  await byId(page, 'by-kind').selectOption('kifameno-4');
  await page.waitForURL(/kind=kifameno-4/);
  await byId(page, 'no-games').waitFor();
  assert.match(await byId(page, 'no-games').innerText(), /No game fits/);
  await byId(page, 'by-kind').selectOption('trset-2');
  await byId(page, `game-${played.game.id}`).waitFor();
  await byId(page, 'by-until').fill('2001-01-01');
  await page.waitForURL(/until=2001-01-01/);
  await byId(page, 'no-games').waitFor();
  await page.reload();
  await byId(page, 'no-games').waitFor();
  assert.equal(await byId(page, 'by-until').inputValue(), '2001-01-01');
  await page.getByRole('link', { name: 'Show all' }).click();
  await byId(page, 'games').waitFor();
  await shootBoth(page, 'games');
  await done(page);
});

test('the archive is narrowed to a player found by name, by mouse and by keyboard', async () => {
  const page = await visit(browser, PHONE, '/games');
  await goBackTo(page, played.game.id);
  const { player } = played.game.players.find((one) => one.player.kind === 'bot');
  const whose = byId(page, 'by-player');
  assert.equal(await whose.inputValue(), 'everybody\'s');
  await whose.click();
  await whose.pressSequentially('nobody is called so');
  await page.getByText('No player’s name begins like this.').waitFor();
  await whose.fill(player.name.slice(0, 3).toUpperCase());
  await byId(page, 'player-option').filter({ hasText: player.name }).first().waitFor();
  await shootBoth(page, 'games-found-phone');
  await accessible(page, 'games');
  assert.equal(await overflow(page), 0);
  await byId(page, 'player-option').filter({ hasText: player.name }).first().click();
  await page.waitForURL(new RegExp(`player=${player.id}`));
  await loaded(page);
  await goBackTo(page, played.game.id);
  assert.equal(await whose.inputValue(), player.name);
  // Back to everybody's games with the keys, after a change of mind.
  await page.locator('[data-testid=by-kind]').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.type('x');
  await page.keyboard.press('Escape');
  assert.equal(await whose.inputValue(), player.name);
  await page.keyboard.press('ArrowDown');
  while ((await byId(page, 'player-option').and(page.locator('[aria-selected=true]')).innerText()) !== 'everybody\'s') {
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.search.includes('player='));
  assert.equal(await whose.inputValue(), 'everybody\'s');
  await done(page);
});

test('a player’s page shows ratings, results and games', async () => {
  const page = await visit(browser, DESKTOP, `/player/${played.me.id}`);
  await byId(page, 'standings').waitFor();
  await byId(page, 'curve').waitFor();
  assert.match(await byId(page, 'curve').locator('svg').getAttribute('aria-label'), /after 1 match:/);
  await byId(page, `game-${played.game.id}`).waitFor();
  await shootBoth(page, 'player', true);
  await accessible(page, 'player');
  const bot = played.game.players.find((one) => one.player.kind === 'bot').player;
  await page.goto(`/player/${bot.id}`);
  await byId(page, 'curve').waitFor();
  await page.setViewportSize(PHONE.viewport);
  await drawn(page);
  assert.equal(await overflow(page), 0);
  await shootBoth(page, 'player-bot-phone', true);
  // Nobody gets on a list by so few matches.
  const standing = { kind: played.game.kind, ladder: 'people', rating: 2345, deviation: 110, settled: true, matches: 12_345, wins: 10_234 };
  const lines = [
    { rank: 1, player: { ...bot, name: 'Igralka z dolgim imenom' }, standing },
    { rank: 2, player: played.me, standing },
  ];
  await page.route('**/api/leaderboard?*', (route) => route.fulfill({ json: lines }));
  await page.goto(`/leaderboard?kind=${played.game.kind}`);
  await byId(page, 'leaderboard').waitFor();
  await shootBoth(page, 'leaderboard-phone');
  for (const language of ['it', 'sl', 'hr', 'en']) {
    await page.evaluate((name) => window.localStorage.setItem('vzetek.language', name), language);
    await page.reload();
    const table = byId(page, 'leaderboard');
    await table.waitFor();
    const wider = await table.evaluate((one) => one.parentElement.scrollWidth - one.parentElement.clientWidth);
    assert.equal(wider, 0, `the leaderboard fits a phone: ${language}`);
  }
  await done(page);
});

test('one’s own private table is found again on the front page', async () => {
  const page = await visit(browser, DESKTOP, '/create');
  await byId(page, 'preset-friends').click();
  assert.equal(await byId(page, 'preset-friends').getAttribute('aria-pressed'), 'true');
  await shootBoth(page, 'create', true);
  await byId(page, 'clock-choice').selectOption('own');
  await byId(page, 'move-s').fill('45');
  // The choice survives a look elsewhere.
  await page.getByRole('link', { name: 'Games' }).first().click();
  await page.waitForURL(/\/games/);
  await page.goBack();
  assert.equal(await byId(page, 'move-s').inputValue(), '45');
  await byId(page, 'create').click();
  await page.waitForURL(/\/table\//);
  await byId(page, 'topline').waitFor();
  const table = new URL(page.url()).pathname;
  await page.goto('/');
  await byId(page, 'own-tables').waitFor();
  assert.equal(await byId(page, 'own-tables').locator(`a[href="${table}"]`).count(), 1);
  await byId(page, 'lobby-table').first().waitFor();
  await shootBoth(page, 'front-own', true);
  await byId(page, 'own-tables').getByRole('link').click();
  await byId(page, 'topline').waitFor();
  await done(page);
});

test('a guest becomes an account, makes a bot, and goes', async () => {
  const name = `Zora ${Date.now() % 1_000_000}`;
  const page = await visit(browser, DESKTOP, '/create');
  await byId(page, 'preset-friends').click();
  await byId(page, 'create').click();
  await byId(page, 'topline').waitFor();
  await page.goto('/account');
  assert.match(await byId(page, 'who').innerText(), /a guest/);
  const guest = (await page.evaluate(async () => (await fetch('/api/me')).json())).user;
  // A name that is taken: said beside the field, and nothing typed is lost.
  const other = await visit(browser, DESKTOP, '/account');
  await byId(other, 'register-name').fill(name);
  await byId(other, 'register-password').fill('korenček in burja');
  await other.getByRole('button', { name: 'Create account' }).click();
  await byId(other, 'logout').waitFor();
  await byId(page, 'register-name').fill(name);
  await byId(page, 'register-password').fill('burja in korenček');
  await page.getByRole('button', { name: 'Create account and keep my games' }).click();
  await page.getByText('This name is taken.').waitFor();
  assert.equal(await byId(page, 'register-name').getAttribute('aria-invalid'), 'true');
  assert.equal(await byId(page, 'register-password').inputValue(), 'burja in korenček');
  await shootBoth(page, 'account-guest', true);
  await byId(page, 'register-name').fill(`${name} B`);
  await page.getByRole('button', { name: 'Create account and keep my games' }).click();
  await byId(page, 'logout').waitFor();
  const person = (await page.evaluate(async () => (await fetch('/api/me')).json())).user;
  assert.deepEqual([person.id, person.kind], [guest.id, 'person']);

  await byId(page, 'bot-name').fill(`Robi ${name}`);
  await byId(page, 'bot-make').click();
  const token = await byId(page, 'bot-token').innerText();
  const asked = await fetch(new URL('/api/me', BASE), { headers: { authorization: `Bearer ${token}` } });
  assert.equal((await asked.json()).user.kind, 'bot');
  await shootBoth(page, 'account', true);
  await accessible(page, 'account');
  await page.reload();
  await byId(page, 'bot-remove').waitFor();
  assert.equal(await byId(page, 'bot-token').count(), 0, 'a token is shown once');
  await byId(page, 'bot-remove').click();
  await byId(page, 'bot-remove').click();
  await page.getByText('You have no bots yet.').waitFor();

  await byId(page, 'password-old').fill('not that one');
  await byId(page, 'password-new').fill('maestral in burja');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByText('That is not your current password.').waitFor();
  await byId(page, 'password-old').fill('burja in korenček');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByText('The password is changed.').waitFor();
  await byId(page, 'logout').click();
  await byId(page, 'login-name').fill(`${name} B`);
  await byId(page, 'login-password').fill('burja in korenček');
  await byId(page, 'login').getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Name and password do not match.').waitFor();
  await byId(page, 'login-password').fill('maestral in burja');
  await byId(page, 'login').getByRole('button', { name: 'Sign in' }).click();
  await byId(page, 'delete').click();
  await byId(page, 'delete-name').fill('somebody');
  await byId(page, 'delete-yes').click();
  await page.getByText('That is not your name.').waitFor();
  await byId(page, 'delete-name').fill(`${name} B`);
  await byId(page, 'delete-yes').click();
  await byId(page, 'deleted').waitFor();
  await byId(page, 'register').waitFor();
  await page.goto(`/player/${guest.id}`);
  await page.getByText('This player doesn\'t exist.').waitFor();
  await done(other);
  await done(page);
});

test('whoever is deleted elsewhere is told so', async () => {
  const page = await visit(browser, DESKTOP, '/account');
  await byId(page, 'register-name').fill(`Vid ${Date.now() % 1_000_000}`);
  await byId(page, 'register-password').fill('korenček in burja');
  await page.getByRole('button', { name: 'Create account' }).click();
  await byId(page, 'logout').waitFor();
  await page.getByRole('link', { name: 'New table' }).first().click();
  await byId(page, 'create').waitFor();
  // The server tells it by the socket, without a press.
  assert.ok(await page.evaluate(async () => (await fetch('/api/me', { method: 'DELETE' })).ok));
  await byId(page, 'session-ended').waitFor();
  await shootBoth(page, 'session-ended');
  await byId(page, 'session-ended').getByRole('link').click();
  await byId(page, 'register').waitFor();
  assert.match(await byId(page, 'who').innerText(), /not signed in/);
  await done(page);
});

test('the contents of the rules stay in sight beside the text', async () => {
  const page = await visit(browser, DESKTOP, '/rules/tarok');
  await page.locator('#words').waitFor();
  const contents = page.locator('main nav');
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await drawn(page);
  const [list, text] = await Promise.all([contents.boundingBox(), page.locator('main dl').last().boundingBox()]);
  assert.ok(list.y >= 0 && list.y + list.height <= DESKTOP.viewport.height, 'the contents are in sight at the end');
  assert.ok(list.x >= text.x + text.width, 'and lie on no text');
  assert.equal(await overflow(page), 0);
  await done(page);
});

test('the front page keeps the place of its tables', async () => {
  const page = await visit(browser, DESKTOP, 'about:blank');
  await page.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.shifted += shift.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  await loaded(page);
  await drawn(page);
  assert.ok((await page.evaluate(() => window.shifted)) < 0.03, 'little moves when the tables come');
  await done(page);
});

test('what is not there is said, with a way on', async () => {
  const page = await visit(browser, DESKTOP, '/game/nothing');
  await page.getByText('This finished game doesn\'t exist.').waitFor();
  await page.goto('/game/nothing/fair');
  await page.getByText('This finished game doesn\'t exist.').waitFor();
  await page.goto('/player/nobody');
  await page.getByText('This player doesn\'t exist.').waitFor();
  await page.goto('/player/%zz');
  await page.getByText('This player doesn\'t exist.').waitFor();
  await page.goto('/table/nothing');
  assert.match(await byId(page, 'fatal').innerText(), /table doesn't exist/);
  await page.getByRole('link', { name: 'To the front page' }).click();
  // Somebody else's private table, with a word that is not its.
  const other = await visit(browser, DESKTOP, '/create');
  await byId(other, 'preset-friends').click();
  await byId(other, 'create').click();
  await other.waitForURL(/invite=/);
  await page.goto(new URL(other.url()).pathname + '?invite=guessed');
  assert.match(await byId(page, 'fatal').innerText(), /is private/);
  await done(other);
  // A table whose seats are all taken can be watched.
  const tables = await ask('/api/tables');
  const full = tables.find((table) => table.seats.every((seat) => seat !== null));
  if (full) {
    await page.goto(`/table/${full.id}`);
    await byId(page, 'topline').waitFor();
  }
  for (const odd of ['/somewhere/else.png', '/table/..%2f..%2fx', '/%00']) {
    await page.goto(odd);
    await page.getByRole('link', { name: 'To the front page' }).waitFor();
  }
  await page.goto('/somewhere/else');
  await page.getByRole('link', { name: 'To the front page' }).click();
  await byId(page, 'play-now').waitFor();
  // The server is away.
  await page.route('**/api/**', (route) => route.abort());
  await page.goto('/games');
  await byId(page, 'load-failed').waitFor();
  assert.match(await byId(page, 'load-failed').innerText(), /Can't reach the server/);
  await page.unroute('**/api/**');
  await byId(page, 'load-failed').getByRole('button').click();
  await byId(page, 'games').waitFor();
  // A part of the page that cannot be fetched.
  await page.route('**/assets/Rules-*.js', (route) => route.abort());
  await page.goto('/rules');
  await page.getByRole('button', { name: 'Load again' }).waitFor();
  await done(page);
});

test('the page can be installed', async () => {
  const manifest = await ask('/manifest.webmanifest');
  assert.equal(manifest.display, 'standalone');
  for (const { src, sizes, type } of manifest.icons) {
    const answer = await fetch(new URL(src, BASE));
    assert.equal(answer.headers.get('content-type'), type);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (type === 'image/png') assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, src);
  }
  const page = await visit(browser, DESKTOP);
  const client = await page.context().newCDPSession(page);
  const { errors } = await client.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  await done(page);
});
