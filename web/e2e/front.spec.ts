/** The front page: nothing moves when what is late arrives, nothing is fetched that is not in sight, and the ways it offers. */
import type { GameOptions, MatchSummary, Player, TableSummary } from '../src/lib/protocol';
import { accessible } from './support/accessibility.ts';
import { type Visit, expect, testAt } from './support/fixtures.ts';
import { boxOf, drawn, loaded, overflow } from './support/page.ts';
import { poll } from './support/poll.ts';
import { DESKTOP, PHONE } from './support/sizes.ts';
import { becomeGuest } from './support/table.ts';

/** At a server at which bots play for show, and no players are. */
const test = testAt({ args: ['--demo-tables', '1', '--demo-pause-ms', '300'] });

/** A page that notes what moves on it without having been pressed; everything that comes late is held back. */
async function watched(visit: Visit, size: typeof DESKTOP, who: 'visitor' | 'guest') {
  const page = await visit(size, 'about:blank');
  await page.addInitScript(() => {
    const note = (entries: PerformanceEntryList) => {
      for (const { value, hadRecentInput, sources } of entries as LayoutShift[]) {
        if (!hadRecentInput)
          window.shifts.push({ value, what: sources.map(({ node }) => (node instanceof Element ? node.className : '') || node?.nodeName) });
      }
    };
    window.shifts = [];
    const observer = new PerformanceObserver((list) => {
      note(list.getEntries());
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    window.shiftsSoFar = () => {
      note(observer.takeRecords());
      return window.shifts;
    };
  });
  if (who === 'guest') await becomeGuest(page);
  let release = () => {};
  const free = new Promise<void>((done) => (release = done));
  await page.route(/\/api\/|\/assets\/(Miniature|lora|.*-drawings|deck)/, async (route) => {
    await free;
    await route.continue();
  });
  return { page, release };
}

/** A deal is over by then, so that there is something to show even to those without a connection. */
async function played(visit: Visit) {
  const page = await visit(DESKTOP);
  // Not `waitForFunction`: at an interval it takes the promise for the answer.
  await poll(async () => {
    const games = await page.evaluate(async () => (await (await fetch('/api/games?limit=1')).json()) as unknown[]);
    return games[0];
  }, 'no deal was over');
}

for (const name of ['a desk', 'a phone']) {
  for (const who of ['visitor', 'guest'] as const) {
    test(`nothing moves when tables and the miniature come late, at ${name}, for a ${who}`, async ({ visit }) => {
      await played(visit);
      const desk = name === 'a desk';
      const { page, release } = await watched(visit, desk ? DESKTOP : PHONE, who);
      // The face of the headings is held back, too: the page has not loaded before it is there.
      await page.goto('/', { waitUntil: 'domcontentloaded' });
      await page.getByTestId('play-now').waitFor();
      await drawn(page);
      release();
      await page.getByTestId('lobby-table').first().waitFor();
      await page.locator('section.how').waitFor();
      await page.getByTestId('account-link').waitFor();
      if (desk) await page.getByTestId('miniature').locator('img').first().waitFor();
      await page.locator('.tile img').first().waitFor();
      await drawn(page);
      expect(await page.evaluate(() => window.shiftsSoFar())).toEqual([]);
      expect(await overflow(page)).toBe(0);
    });
  }
}

test('what is not in sight is not fetched', async ({ visit }) => {
  const page = await visit(PHONE, 'about:blank');
  const asked: string[] = [];
  // Of its files the one that it shares with the table comes with the table's, which are fetched while nothing else is to be done.
  const miniature = /\/Miniature-(?!Table-)/;
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  await page.getByTestId('lobby-table').first().waitFor();
  expect(asked.filter((path) => miniature.test(path) || /^\/api\/(games|matches)/.test(path))).toEqual([]);
  await page.locator('.frame').scrollIntoViewIfNeeded();
  await page.getByTestId('miniature').waitFor();
  expect(asked.some((path) => miniature.test(path))).toBe(true);
});

test('the miniature shows a table in play, and leads there', async ({ visit }) => {
  const page = await visit(DESKTOP, 'about:blank');
  await becomeGuest(page);
  await page.goto('/');
  const miniature = page.getByTestId('miniature');
  await miniature.getByText('Live').waitFor();
  // Cards are played while one looks.
  const card = await miniature.locator('img').first().getAttribute('src');
  await page.waitForFunction(
    (first) =>
      [...document.querySelectorAll<HTMLElement>('[data-testid="miniature"] img')].some((image) => image.getAttribute('src') !== first),
    card,
  );
  await accessible(page, 'the front page with a table in play');
  await miniature.click();
  await page.waitForURL(/\/table\//);
  await page.getByText('You are watching').first().waitFor();
});

test('before the first deal is over, the miniature names the players of a table in play', async ({ visit }) => {
  const page = await visit(DESKTOP, 'about:blank');
  await page.route('**/api/games?*', (route) => route.fulfill({ json: [] }));
  await page.goto('/');
  const miniature = page.getByTestId('miniature');
  await miniature.getByText('Live').waitFor();
  await expect(miniature.locator('.still')).toHaveText(/^Watch: .+, .+/);
  await accessible(page, 'the front page of a new server');
  await miniature.click();
  await page.waitForURL(/\/table\//);
});

/** Tables as the server lists them. */
function tables(games: readonly GameOptions[]): Pick<TableSummary, 'id' | 'phase' | 'spectators' | 'demo'>[] {
  return games.map((game, n) => ({
    id: `t${n}`,
    config: { game },
    seats: [{ id: 'a', name: 'Ana', kind: 'guest' }, null],
    phase: 'waiting',
    spectators: 0,
    demo: false,
  }));
}

test('many tables are narrowed with chips, and few without', async ({ visit }) => {
  const trset: GameOptions = { name: 'trset', options: { players: 2 } };
  const kifameno: GameOptions = { name: 'trset', options: { variant: 'kifameno', players: 4 } };
  let listed = tables([trset, trset, kifameno]);
  const page = await visit(DESKTOP, 'about:blank');
  await page.route('**/api/tables', (route) => route.fulfill({ json: listed }));
  await page.goto('/');
  await page.getByTestId('lobby-table').first().waitFor();
  expect(await page.getByTestId('filter').count()).toBe(0);
  listed = tables([trset, trset, trset, trset, trset, trset, kifameno]);
  await page.reload();
  await page.getByTestId('filter-kifameno').click();
  await page.getByTestId('lobby-table').getByText('kifameno').waitFor();
  await expect(page.getByTestId('lobby-table')).toHaveCount(1);
  await page.getByTestId('filter-2').click();
  await page.getByText('No table fits the choice.').waitFor();
  await page.getByRole('button', { name: 'Show all tables' }).click();
  await page.getByTestId('more-tables').click();
  await expect(page.getByTestId('lobby-table')).toHaveCount(7);
  await accessible(page, 'many tables');
  // The whole row leads to the table.
  const row = await boxOf(page.getByTestId('lobby-table').first());
  const link = await boxOf(page.getByTestId('lobby-table').first().getByRole('link'));
  expect(link.width >= row.width - 1 && link.height >= 44, JSON.stringify(link)).toBe(true);
});

test('the tile of a game leads to where people are looked for', async ({ visit }) => {
  const page = await visit(PHONE);
  await page.getByTestId('people-tablic').tap();
  await page.waitForFunction(() => {
    const { top, bottom } = document.querySelector('[data-testid="pair-tablic-2"]')?.getBoundingClientRect() ?? { top: -1, bottom: 0 };
    return top >= 0 && bottom <= window.innerHeight;
  });
  await page.getByTestId('pair-tablic-2-quick').tap();
  await page.getByTestId('pair-stop').tap();
  await page.getByTestId('pair-stop').waitFor({ state: 'detached' });
});

test('one’s last games are shown, and lead to their replays', async ({ visit }) => {
  const page = await visit(DESKTOP, 'about:blank');
  const user = await becomeGuest(page);
  const side = (player: Player, seat: number, points: number): MatchSummary['players'][number] => ({
    seat,
    player,
    points,
    won: points === 31,
  });
  const burja: Player = { id: 'b', name: 'Burja', kind: 'bot', level: 'easy' };
  const match = (number: number, own: number, other: number, stage: MatchSummary['stage'] = 'over'): MatchSummary => ({
    id: `g${number}`,
    kind: 'trset-2',
    table: 't',
    number,
    deals: 3,
    stage,
    players: [side(burja, 0, other), side(user, 1, own)],
    started: '2026-11-23T10:00:00Z',
    time: '2026-11-23T10:05:00Z',
  });
  // The newest goes on, and is no result.
  const matches = [match(4, 5, 3, 'playing'), match(3, 31, 24), match(2, 12, 31)];
  await page.route('**/api/matches?**', (route) => route.fulfill({ json: matches }));
  await page.goto('/');
  const results = page.getByTestId('own-results');
  await results.getByText('Burja').first().waitFor();
  await expect(results.locator('li')).toHaveText([/tršet[\s\S]*won\s*31\s:\s24/, /tršet[\s\S]*lost\s*12\s:\s31/], { useInnerText: true });
  await expect(results.locator('a[href="/game/g3"]')).toHaveCount(1);
});

test('the foot of the page leads to who makes this and to privacy, and an address to a part of it', async ({ visit }) => {
  const page = await visit(DESKTOP);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await loaded(page);
  expect(new URL(page.url()).pathname).toBe('/privacy');
  await accessible(page, 'privacy');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Source code' }).click();
  await page.getByText('Affero').waitFor();
  await accessible(page, 'about');
  const small = await visit(PHONE, '/privacy#delete');
  await loaded(small);
  await small.waitForFunction(() => {
    const { top, bottom } = document.getElementById('delete')?.getBoundingClientRect() ?? { top: -2, bottom: 0 };
    return top >= -1 && bottom <= window.innerHeight;
  });
});
