/** The front page: nothing moves when what is late arrives, nothing is fetched that is not in sight, and the ways it offers. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible } from './axe.mjs';
import { DESKTOP as DESK, PHONE as HAND, byId, drawn, launch, loaded, overflow, shootBoth, visit } from './browser.mjs';
import { OwnServer } from './own.mjs';

let browser;
/** A server at which bots play for show, and nobody else. */
let own;
let DESKTOP;
let PHONE;

before(async () => {
  own = await OwnServer.with(['--demo-tables', '1', '--demo-pause-ms', '300'], ['--min-think-ms', '0']);
  DESKTOP = { ...DESK, baseURL: own.url };
  PHONE = { ...HAND, baseURL: own.url };
  browser = await launch();
});

after(async () => {
  await browser.close();
  await own.stop();
});

/** A page that notes what moves on it without having been pressed; everything that comes late is held back. */
async function watched(size, who) {
  const page = await visit(browser, size, 'about:blank');
  await page.addInitScript(() => {
    const note = (entries) => {
      for (const { value, hadRecentInput, sources } of entries) {
        if (!hadRecentInput) window.shifts.push({ value, what: sources.map(({ node }) => node?.className || node?.nodeName) });
      }
    };
    window.shifts = [];
    window.shiftObserver = new PerformanceObserver((list) => note(list.getEntries()));
    window.shiftObserver.observe({ type: 'layout-shift', buffered: true });
    window.shiftsSoFar = () => {
      note(window.shiftObserver.takeRecords());
      return window.shifts;
    };
  });
  if (who === 'guest') await page.request.post('/api/guest', { data: {} });
  let release;
  const free = new Promise((done) => (release = done));
  await page.route(/\/api\/|\/assets\/(Miniature|lora|.*-drawings|french|tarok)/, async (route) => {
    await free;
    await route.continue();
  });
  return { page, release };
}

/** A deal is over by then, so that there is something to show even to those without a connection. */
async function played() {
  const page = await visit(browser, DESKTOP);
  await page.waitForFunction(async () => (await (await fetch('/api/games?limit=1')).json()).length > 0, null, { polling: 1000 });
  await page.context().close();
}

for (const name of ['a desk', 'a phone']) {
  for (const who of ['visitor', 'guest']) {
    test(`nothing moves when tables and the miniature come late, at ${name}, for a ${who}`, async () => {
      await played();
      const desk = name === 'a desk';
      const { page, release } = await watched(desk ? DESKTOP : PHONE, who);
      // The face of the headings is held back, too: the page has not loaded before it is there.
      await page.goto('/', { waitUntil: 'domcontentloaded' });
      await byId(page, 'play-now').waitFor();
      await drawn(page);
      release();
      await byId(page, 'lobby-table').first().waitFor();
      await page.locator('section.how').waitFor();
      await byId(page, 'account-link').waitFor();
      if (desk) await byId(page, 'miniature').locator('img').first().waitFor();
      await page.locator('.tile img').first().waitFor();
      await drawn(page);
      assert.deepEqual(await page.evaluate(() => window.shiftsSoFar()), []);
      assert.equal(await overflow(page), 0);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });
  }
}

test('what is not in sight is not fetched', async () => {
  const page = await visit(browser, PHONE, 'about:blank');
  const asked = [];
  // Of its files the one that it shares with the table comes with the table's, which are fetched while nothing else is to be done.
  const miniature = /\/Miniature-(?!Table-)/;
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  await byId(page, 'lobby-table').first().waitFor();
  assert.deepEqual(asked.filter((path) => miniature.test(path) || path.startsWith('/api/games')), []);
  await page.locator('.frame').scrollIntoViewIfNeeded();
  await byId(page, 'miniature').waitFor();
  assert.ok(asked.some((path) => miniature.test(path)));
  await page.context().close();
});

test('the miniature shows a table in play, and leads there', async () => {
  const page = await visit(browser, DESKTOP, 'about:blank');
  await page.request.post('/api/guest', { data: {} });
  await page.goto('/');
  const miniature = byId(page, 'miniature');
  await miniature.getByText('Live').waitFor();
  // Cards are played while one looks.
  const card = await miniature.locator('img').first().getAttribute('src');
  await page.waitForFunction(
    (first) => [...document.querySelectorAll('[data-testid="miniature"] img')].some((image) => image.getAttribute('src') !== first),
    card,
  );
  await accessible(page, 'the front page with a table in play');
  await shootBoth(page, 'front-live', true);
  await miniature.click();
  await page.waitForURL(/\/table\//);
  await page.getByText('You are watching').first().waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

/** Tables as the server lists them. */
function tables(games) {
  return games.map((game, n) => ({ id: `t${n}`, config: { game }, seats: [{ id: 'a', name: 'Ana', kind: 'guest' }, null], phase: 'waiting', spectators: 0, demo: false }));
}

test('many tables are narrowed with chips, and few without', async () => {
  const trset = { name: 'trset', options: { players: 2 } };
  const kifameno = { name: 'trset', options: { variant: 'kifameno', players: 4 } };
  let listed = tables([trset, trset, kifameno]);
  const page = await visit(browser, DESKTOP, 'about:blank');
  await page.route('**/api/tables', (route) => route.fulfill({ json: listed }));
  await page.goto('/');
  await byId(page, 'lobby-table').first().waitFor();
  assert.equal(await byId(page, 'filter').count(), 0);
  listed = tables([trset, trset, trset, trset, trset, trset, kifameno]);
  await page.reload();
  await byId(page, 'filter-kifameno').click();
  await byId(page, 'lobby-table').getByText('kifameno').waitFor();
  assert.equal(await byId(page, 'lobby-table').count(), 1);
  await byId(page, 'filter-2').click();
  await page.getByText('No table fits the choice.').waitFor();
  await page.getByRole('button', { name: 'Show all tables' }).click();
  await byId(page, 'more-tables').click();
  assert.equal(await byId(page, 'lobby-table').count(), 7);
  await accessible(page, 'many tables');
  // The whole row leads to the table.
  const row = await byId(page, 'lobby-table').first().boundingBox();
  const link = await byId(page, 'lobby-table').first().getByRole('link').boundingBox();
  assert.ok(link.width >= row.width - 1 && link.height >= 44, JSON.stringify(link));
  await page.context().close();
});

test('the tile of a game leads to where people are looked for', async () => {
  const page = await visit(browser, PHONE);
  await byId(page, 'people-tablic').tap();
  await page.waitForFunction(() => {
    const { top, bottom } = document.querySelector('[data-testid="pair-tablic-2"]').getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });
  await byId(page, 'pair-tablic-2-quick').tap();
  await byId(page, 'pair-stop').tap();
  await byId(page, 'pair-stop').waitFor({ state: 'detached' });
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('one’s last games are shown, and lead to their replays', async () => {
  const page = await visit(browser, DESKTOP, 'about:blank');
  const { user } = await (await page.request.post('/api/guest', { data: {} })).json();
  const side = (player, seat, won) => ({ seat, player, won, forfeited: false });
  const burja = { id: 'b', name: 'Burja', kind: 'bot', level: 'easy' };
  await page.route('**/api/games?**', (route) =>
    route.fulfill({
      json: [
        { id: 'g1', kind: 'tarok-3', table: 't', number: 1, players: [side(user, 0, true), side(burja, 1, false)], result: {}, started: '2026-11-23T10:00:00Z', time: '2026-11-23T10:05:00Z', moves: 48 },
      ],
    }),
  );
  await page.goto('/');
  const results = byId(page, 'own-results');
  await results.getByText('Burja').waitFor();
  assert.match(await results.innerText(), /tarok[\s\S]*won/);
  assert.equal(await results.locator('a[href="/game/g1"]').count(), 1);
  await page.context().close();
});

test('the foot of the page leads to who makes this and to privacy, and an address to a part of it', async () => {
  const page = await visit(browser, DESKTOP);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await loaded(page);
  assert.equal(new URL(page.url()).pathname, '/privacy');
  await accessible(page, 'privacy');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Source code' }).click();
  await page.getByText('Affero').waitFor();
  await accessible(page, 'about');
  const small = await visit(browser, PHONE, '/privacy#delete');
  await loaded(small);
  await small.waitForFunction(() => {
    const { top, bottom } = document.getElementById('delete').getBoundingClientRect();
    return top >= -1 && bottom <= window.innerHeight;
  });
  assert.deepEqual([...page.faults, ...small.faults], []);
  await page.context().close();
  await small.context().close();
});
