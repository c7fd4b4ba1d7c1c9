import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lobby } from '../lib/app/lobby.svelte';
import { opening } from '../lib/app/opening';
import { speak } from '../lib/i18n/index.svelte';
import { ApiError } from '../lib/net/api';
import type { TableSummary } from '../lib/protocol';
import { EMPTY_LOBBY } from '../lib/state/lobby';
import Front from './Front.svelte';

let page: Record<string, unknown>;

beforeEach(async () => {
  await speak('en');
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
  lobby.state = EMPTY_LOBBY;
  page = mount(Front, { target: document.body });
  flushSync();
  // The lower part follows when the upper one is drawn.
  await vi.waitUntil(() => document.querySelector('[id^="pair-"]') !== null);
  flushSync();
});

afterEach(() => {
  void unmount(page);
  vi.restoreAllMocks();
});

function find(name: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-testid=${name}]`);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

function table(id: string, more: Partial<TableSummary> = {}): TableSummary {
  return {
    id,
    config: { game: { name: 'trset', options: { players: 2 } } },
    seats: [null, null],
    phase: 'waiting',
    spectators: 0,
    demo: false,
    ...more,
  };
}

test('each of the four games can be played with a bot or with people', () => {
  for (const [play, game] of [
    ['play-now', 'trset'],
    ['play-kifameno', 'kifameno'],
    ['play-tarok', 'tarok'],
    ['play-tablic', 'tablic'],
  ] as const) {
    expect(find(play).textContent.trim()).toBe('Play a bot');
    const id = find(`people-${game}`).getAttribute('href')?.slice(1) ?? '';
    expect(document.getElementById(id)?.querySelectorAll('button')).toHaveLength(2);
  }
});

test('the button keeps its width while the cards are dealt, and no other game can be opened', () => {
  const open = vi.spyOn(opening, 'playNow').mockReturnValue(new Promise(() => undefined));
  find('play-kifameno').click();
  flushSync();
  expect(open).toHaveBeenCalledWith({ name: 'trset', options: { variant: 'kifameno', players: 2 } });
  expect(find('play-kifameno').textContent.trim()).toBe('Dealing…');
  expect(find('play-kifameno').dataset.words).toBe('Play a bot');
  expect((find('play-tarok') as HTMLButtonElement).disabled).toBe(true);
});

test('tarok is for four, or for three where that is chosen', async () => {
  const open = vi.spyOn(opening, 'playNow').mockResolvedValue();
  const [three, four] = [
    { name: 'tarok', options: {} },
    { name: 'tarok', options: { players: 4 } },
  ] as const;
  const dealt = async (size?: number): Promise<unknown> => {
    if (size !== undefined) find(`size-tarok-${size}`).click();
    flushSync();
    find('play-tarok').click();
    await vi.waitFor(() => {
      flushSync();
      expect((find('play-tarok') as HTMLButtonElement).disabled).toBe(false);
    });
    return open.mock.lastCall?.[0];
  };
  expect(await dealt()).toEqual(four);
  expect(find('people-tarok').getAttribute('href')).toBe('#pair-tarok-4');
  expect(await dealt(3)).toEqual(three);
  expect(find('people-tarok').getAttribute('href')).toBe('#pair-tarok-3');
  expect(await dealt(4)).toEqual(four);
});

test('a game that cannot be opened says so in its tile', async () => {
  vi.spyOn(opening, 'playNow').mockRejectedValue(new ApiError('busy', ''));
  find('play-tarok').click();
  await vi.waitFor(() => {
    flushSync();
    expect(document.querySelector('[aria-labelledby=tile-tarok] [role=alert]')?.textContent).toMatch(/didn’t manage/);
  });
});

test('a filter is offered only among many tables, and narrows both lists', () => {
  const tarok = table('tarok', { config: { game: { name: 'tarok', options: {} } }, seats: [null, null, null] });
  lobby.state = { ...EMPTY_LOBBY, loaded: true, tables: [...Array.from({ length: 5 }, (_, i) => table(`t${i}`)), tarok] };
  flushSync();
  expect(document.querySelector('[data-testid=filter]')).toBeNull();
  lobby.state = { ...lobby.state, tables: [...lobby.state.tables, table('t6')] };
  flushSync();
  find('filter-tarok').click();
  flushSync();
  const rows = [...document.querySelectorAll('[data-testid=lobby-table]')];
  expect(rows.map((row) => row.querySelector('strong')?.textContent)).toEqual(['tarok']);
  find('filter-tarok').click();
  flushSync();
  expect(document.querySelectorAll('[data-testid=lobby-table]')).toHaveLength(3);
});

test('where nobody waits there are two ways out', () => {
  lobby.state = { ...EMPTY_LOBBY, loaded: true };
  flushSync();
  expect(document.body.textContent).toContain('Nobody is waiting at a table right now.');
});
