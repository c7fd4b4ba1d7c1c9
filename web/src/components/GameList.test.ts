import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keep, kept, navigate } from '../lib/app/router.svelte';
import { speak } from '../lib/i18n/index.svelte';
import GameList from './GameList.svelte';

/** The number of games the server has. */
const ALL = 70;

let list: Record<string, unknown> | undefined;
let scrolled: unknown[][];

function game(n: number): object {
  const result = { game: 'trset', cappotto: false, seats: [] };
  const player = { id: 'ana', name: 'Ana', kind: 'person' };
  const players = n === 0 ? [{ seat: 0, player, won: false, forfeited: true }] : [];
  return { id: `g${n}`, table: 't', kind: 'trset-2', number: n, time: '2026-11-01T00:00:00Z', moves: 40, players, result };
}

beforeEach(async () => {
  await speak('en');
  scrolled = [];
  window.history.replaceState(null, '', '/games');
  vi.spyOn(window, 'scrollTo').mockImplementation((...to: unknown[]) => void scrolled.push(to));
  vi.spyOn(window, 'fetch').mockImplementation((input) => {
    const asked = new URL(String(input), 'http://localhost').searchParams;
    const first = Number(asked.get('before')?.slice(1) ?? -1) + 1;
    const last = Math.min(ALL, first + Number(asked.get('limit')));
    return Promise.resolve(new Response(JSON.stringify(Array.from({ length: last - first }, (_, n) => game(first + n)))));
  });
});

afterEach(() => {
  close();
  vi.restoreAllMocks();
});

async function show(): Promise<void> {
  list = mount(GameList, { target: document.body });
  await awaitGames();
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

test('who forfeited a game is marked', async () => {
  await show();
  const [first, second] = [...document.querySelectorAll('[data-testid=games] > li')].map((line) => line.textContent);
  expect(first).toContain('forfeited');
  expect(second).not.toContain('forfeited');
});
