import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { opening } from '../../lib/app/opening';
import { speak, t } from '../../lib/i18n/index.svelte';
import type { TableConfig } from '../../lib/protocol';
import { fromSnapshot, type TableState } from '../../lib/state/table';
import { deal, player, seat, snapshot, view } from '../../lib/state/testing';
import Result from './Result.svelte';

const left = vi.fn(() => true);
const filled = vi.fn();
const sat = vi.fn();
let shown: Record<string, unknown> | undefined;

beforeEach(async () => {
  left.mockClear();
  await speak('en');
});

afterEach(() => {
  if (shown) void unmount(shown);
  vi.restoreAllMocks();
});

/** A deal that is over, after which the other player has left. */
function over(config: Partial<TableConfig> = {}): TableState {
  const own = { thirds: 20, declared: 0, side_thirds: 20, points: 6, won: true };
  const result = { seats: [own, { ...own, points: 5, won: false }], cappotto: false };
  const finish = {
    game: 'g1',
    result: { game: 'trset' as const, ...result },
    won: [true, false],
    forfeited: [false, false],
    score: { game: 'trset' as const, points: [6, 5], deals: 1 },
    match_won: [true, false],
    ratings: null,
    secret: '',
    nonce_hashes: null,
    nonces: [],
  };
  return fromSnapshot(
    snapshot({
      config: { ...snapshot().config, ...config },
      phase: 'finished',
      deal: deal({ view: view({ result }), turn: null, finish }),
      seats: [seat({ player: player('ana'), connected: true }), seat()],
      invite: 'word',
    }),
    0,
  );
}

function show(state: TableState): void {
  const props = {
    state,
    nameOf: (at: number) => `P${at}`,
    onready: () => true,
    onleave: left,
    onsheet: () => undefined,
    onsit: sat,
    onbots: filled,
  };
  shown = mount(Result, { target: document.body, props });
  flushSync();
}

const byId = (id: string): HTMLElement | null => document.querySelector(`[data-testid="${id}"]`);

test('who is left alone reads so, has the link, and ways to go on', async () => {
  const open = vi.spyOn(opening, 'open').mockResolvedValue();
  show(over({ private: true }));
  expect(byId('gone')?.textContent).toContain('Waiting for 1 more player');
  expect(byId('gone')?.querySelector('input')?.value).toContain('invite=word');
  byId('gone-opponent')?.click();
  await vi.waitFor(() => {
    expect(left).toHaveBeenCalledOnce();
  });
  // To a table of strangers nobody needs an invitation.
  const { game, clock } = snapshot().config;
  expect(open.mock.calls).toEqual([[{ game, clock }]]);
});

test('the seat is kept if no bot can be had', async () => {
  vi.spyOn(opening, 'playNow').mockRejectedValue(new Error('none'));
  show(over());
  byId('gone-bot')?.click();
  await vi.waitFor(() => {
    flushSync();
    expect(byId('gone')?.querySelector('[role="alert"]')).not.toBeNull();
  });
  expect(left).not.toHaveBeenCalled();
});

test('where bots take empty seats there is nothing to be done', () => {
  show(over({ bots: 'easy' }));
  expect(byId('gone')?.textContent).toContain('Bots are sitting down');
  expect(byId('gone-bot')).toBeNull();
});

test('those who stay play on with a bot in the empty seat', () => {
  show(over({ private: true }));
  byId('gone-fill')?.click();
  expect(filled).toHaveBeenCalledOnce();
});

test('nothing of that while everybody is there', () => {
  show({ ...over(), seats: [seat({ player: player('ana') }), seat({ player: player('bor') })] });
  expect(byId('gone')).toBeNull();
});

test('at the end of a match of three the places stand above the last deal', () => {
  const options = { players: 3, target: 21 };
  const { config, deal: last, seats, ...rest } = over();
  const finish = last?.finish && {
    ...last.finish,
    won: [true, false, false],
    forfeited: [false, false, false],
    score: { game: 'trset' as const, points: [14, 22, 9], deals: 4 },
    match_won: [false, true, false],
  };
  const made = { thirds: 12, declared: 0, side_thirds: 12, points: 4, won: false };
  const result = { seats: [made, made, made], cappotto: false };
  const third = seat({ player: player('cene') });
  show({
    ...rest,
    config: { ...config, game: { name: 'trset', options } },
    deal: last && finish ? { ...last, view: view({ options, result }), finish } : null,
    seats: [...seats, third],
  });
  const places = [...document.querySelectorAll('[data-testid="places"] li')].map((line) => line.textContent?.trim());
  expect(places).toEqual(['P1 22', 'P0 14', 'P2 9']);
  expect(document.querySelector('h2')?.textContent).toBe('The match is over: place 2 of 3 for you, with 14.');
  expect(document.querySelector('h3')?.textContent).toBe('The last deal');
});

test('a friend who looks on takes a bot’s seat also while the result is hidden', () => {
  const { seats, ...rest } = over({ private: true });
  const bot = seat({ player: player('burja', { kind: 'bot', level: 'easy' }) });
  show({ ...rest, you: null, seats: [...seats.slice(0, 1), bot] });
  const shown = (): boolean => byId('result') !== null;
  expect(byId('sit-join')?.textContent).toContain('P1');
  [...document.querySelectorAll('button')].find((button) => button.textContent === t('result.hide'))?.click();
  flushSync();
  expect(shown()).toBe(false);
  byId('sit-join')?.click();
  expect(sat).toHaveBeenCalledWith(1);
});
