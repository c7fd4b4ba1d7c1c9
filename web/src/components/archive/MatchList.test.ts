import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keep, kept, navigate } from '../../lib/app/router.svelte';
import { speak } from '../../lib/i18n/index.svelte';
import type { MatchSummary } from '../../lib/protocol';
import { effectOn } from '../../lib/state/matches';
import { effectText } from '../../lib/words/match';
// Fetched before, so that it is there when it is asked for.
import './MatchDeals.svelte';
import MatchList from './MatchList.svelte';

/** The number of games the server has. */
const ALL = 70;

let list: Record<string, unknown> | undefined;
let scrolled: unknown[][];

/** Matches of three deals, but for the newest, which has one, and the one after it, which goes on. */
function match(n: number): MatchSummary {
  const part = (id: string, points: number, more: object = {}) => ({
    seat: points % 2,
    player: { id, name: id, kind: 'person' as const },
    points,
    won: points === 31,
    ...more,
  });
  return {
    id: `g${n}`,
    kind: 'trset-2',
    table: 't',
    number: ALL - n,
    deals: n === 0 ? 1 : 3,
    stage: n === 1 ? 'playing' : 'over',
    players: n === 1 ? [part('ana', 20), part('bor', 11)] : [part('ana', 31), part('bor', 24, { forfeited: n === 0 })],
    ...(n === 3 ? { unrated: 'guests' as const } : {}),
    started: '2026-11-01T00:00:00Z',
    time: '2026-11-01T00:00:00Z',
  };
}

/** A deal of a match. */
function deal(number: number): object {
  const part = (seat: number, won: boolean) => ({ seat, player: { id: 'ana', name: 'ana', kind: 'person' }, won, forfeited: false });
  const result = { game: 'trset', cappotto: false, seats: [{ points: 10 + number }, { points: 1 }] };
  return { id: `deal${number}`, number, kind: 'trset-2', table: 't', players: [part(0, true), part(1, false)], result };
}

let asked: URL[];

/** The words are fetched, however slow the machine. */
const PATIENCE = { timeout: 20_000 };

beforeEach(async () => {
  await speak('en');
  scrolled = [];
  asked = [];
  window.history.replaceState(null, '', '/games');
  vi.spyOn(window, 'scrollTo').mockImplementation((...to: unknown[]) => void scrolled.push(to));
  vi.spyOn(window, 'fetch').mockImplementation((input) => {
    const url = new URL(String(input), 'http://localhost');
    asked.push(url);
    if (url.pathname === '/api/games') return Promise.resolve(new Response(JSON.stringify([3, 2, 1].map(deal))));
    const first = Number(url.searchParams.get('before')?.slice(1) ?? -1) + 1;
    const last = Math.min(ALL, first + Number(url.searchParams.get('limit')));
    return Promise.resolve(new Response(JSON.stringify(Array.from({ length: last - first }, (_, n) => match(first + n)))));
  });
});

afterEach(() => {
  close();
  vi.restoreAllMocks();
});

async function show(props: object = {}): Promise<void> {
  list = mount(MatchList, { target: document.body, props });
  await awaitGames();
  await vi.waitFor(() => {
    flushSync();
    expect(lines()).toBeGreaterThan(0);
  }, PATIENCE);
}

async function awaitGames(): Promise<void> {
  // The answer is read in several steps.
  await new Promise((resolve) => setTimeout(resolve));
  flushSync();
}

function close(): void {
  if (list) void unmount(list);
  list = undefined;
}

const lines = (): number => document.querySelectorAll('[data-testid=games] > li').length;

test('who comes back finds the list as long as it was, and the place in it', async () => {
  await show();
  expect(lines()).toBe(20);
  document.querySelector<HTMLElement>('[data-testid=older]')?.click();
  await awaitGames();
  expect([lines(), kept().count]).toEqual([40, 40]);

  // The way to a game and back.
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(1234);
  const left: unknown[] = [];
  vi.spyOn(window.history, 'pushState').mockImplementation(() => left.push(kept()));
  navigate('/game/g33');
  expect(left).toEqual([{ count: 40, scroll: 1234 }]);
  close();
  scrolled = [];
  await show();
  expect(lines()).toBe(40);
  expect(scrolled).toEqual([[0, 1234]]);
  expect(kept().scroll).toBeUndefined();
  document.querySelector<HTMLElement>('[data-testid=older]')?.click();
  await awaitGames();
  document.querySelector<HTMLElement>('[data-testid=older]')?.click();
  await awaitGames();
  expect([lines(), document.querySelector('[data-testid=older]')]).toEqual([ALL, null]);
});

test('a list that was never left begins as it is', async () => {
  await show();
  expect([lines(), scrolled]).toEqual([20, []]);
  close();
  keep({ count: 1_000_000 });
  await show();
  expect(lines()).toBe(ALL);
  expect(vi.mocked(window.fetch).mock.lastCall?.[0]).toMatch(/limit=200$/);
});

const texts = (): string[] =>
  [...document.querySelectorAll('[data-testid=games] > li')].map((line) => line.textContent.replace(/\s+/g, ' ').trim());

test('a match is one line with its score, and says where it stands', async () => {
  await show();
  const [single = '', playing = '', over = ''] = texts();
  expect(single).toMatch(/ana 31 won ?bor 24 forfeited ?Replay$/);
  expect(single).not.toContain('deals');
  expect(playing).toMatch(/3 deals · in play, score so far ana 20 ?bor 11 ?Deals$/);
  expect(over).toMatch(/3 deals ana 31 won ?bor 24 ?Deals$/);
  expect(document.querySelector('[data-testid=game-g0]')?.getAttribute('href')).toBe('/game/g0');
  expect(document.querySelector('[data-testid=game-g1]')).toBeNull();
  expect(document.querySelector('[data-testid=effect]')).toBeNull();
});

test('a match unfolds to its deals, each of which leads to its replay', async () => {
  await show();
  const button = document.querySelector<HTMLElement>('[data-testid=deals-of]');
  expect(button?.getAttribute('aria-expanded')).toBe('false');
  button?.click();
  await vi.waitFor(() => {
    flushSync();
    expect(document.querySelector('[data-testid=deals]')).not.toBeNull();
  }, PATIENCE);
  expect(button?.getAttribute('aria-expanded')).toBe('true');
  expect(document.getElementById(button?.getAttribute('aria-controls') ?? '')?.querySelector('table')).not.toBeNull();
  const query = Object.fromEntries(asked.at(-1)?.searchParams ?? []);
  expect(query).toEqual({ table: 't', match: String(ALL - 1), limit: '200' });
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-testid=deals] tbody a')];
  expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-label')])).toEqual(
    [1, 2, 3].map((n) => [String(n), `/game/deal${n}`, `Replay deal ${n}`]),
  );
  const totals = [...document.querySelectorAll('[data-testid=deals] tfoot :is(th, td)')].map((cell) => cell.textContent);
  expect(totals).toEqual(['Total', '20', '11']);
  button?.click();
  flushSync();
  expect(document.querySelector('[data-testid=deals]')).toBeNull();
});

test('what a match did to the rating of a player is said', async () => {
  await show({ of: 'ana' });
  const effects = [...document.querySelectorAll('[data-testid=games] > li')].map(
    (line) => line.querySelector('[data-testid=effect]')?.textContent,
  );
  expect(effects.slice(0, 4)).toEqual(['not rated', undefined, 'not rated', 'not rated: a guest played']);
});

test('effects on ratings are distinguished', () => {
  const over = match(2);
  const rated = { ladder: 'people', before: 1500, after: 1512, settled: true } as const;
  const [ana, bor] = over.players;
  if (!ana || !bor) throw new Error('two players');
  const players = [{ ...ana, rating: rated }, bor];
  expect(effectOn('ana', { ...over, players })).toMatchObject({ before: 1500, after: 1512 });
  expect(effectOn('bor', { ...over, players })).toEqual({ unrated: 'own' });
  expect(effectOn('bor', over)).toEqual({ unrated: 'unknown' });
  expect(effectOn('cene', over)).toBeUndefined();
  expect(effectOn('ana', { ...over, stage: 'broken_off' })).toBeUndefined();
  expect(effectText(rated)).toBe('Rating 1500 → 1512');
  expect(effectText({ unrated: 'own' })).toBe('not rated: against a guest or newcomer');
});
