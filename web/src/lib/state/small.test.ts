/** The small pure modules: lobby, numbers, clock, layout, the form. */
import { describe, expect, test } from 'vitest';
import type { TableSummary } from '../protocol';
import { clockText, timeLeft } from './clock';
import { DIRECTIONS, inOrderOfPlay, placeOfSeat, sideOf, type Direction, type Side } from './layout';
import { goesOn } from './kind';
import { EMPTY_LOBBY, levelsFor, listLobby, reduceLobby } from './lobby';
import { figured, inPoints } from './numbers';
import { EMPTY_FORM, configOf } from './tableForm';
import { seatFacts, unhurried } from './seats';
import { fromSnapshot } from './table';
import { LIMITS, deal, player, seat, snapshot, view } from './testing';

function summary(id: string, more: Partial<TableSummary> = {}): TableSummary {
  return {
    id,
    config: { game: { name: 'trset', options: { players: 2 } } },
    seats: [player('ana'), null],
    phase: 'waiting',
    spectators: 0,
    demo: false,
    ...more,
  };
}

describe('the lobby', () => {
  const list = reduceLobby(EMPTY_LOBBY, { type: 'lobby', tables: [summary('a'), summary('b')], levels: ['easy'], pools: [] });

  test('tables come, change and go', () => {
    expect(list).toMatchObject({ loaded: true, levels: ['easy'] });
    const changed = reduceLobby(list, { type: 'lobby_table', table: summary('a', { spectators: 4 }) });
    expect(changed.tables.map((table) => table.spectators)).toEqual([4, 0]);
    const more = reduceLobby(changed, { type: 'lobby_table', table: summary('c') });
    expect(more.tables.map((table) => table.id)).toEqual(['a', 'b', 'c']);
    const rest = reduceLobby(changed, { type: 'lobby_tables', tables: [summary('b', { spectators: 2 }), summary('d')], more: true });
    expect(rest.tables.map(({ id, spectators }) => [id, spectators])).toEqual([
      ['a', 4],
      ['b', 2],
      ['d', 0],
    ]);
    expect(reduceLobby(more, { type: 'lobby_gone', table: 'b' }).tables.map((table) => table.id)).toEqual(['a', 'c']);
    expect(reduceLobby(more, { type: 'pong' })).toBe(more);
  });

  test('a level is on offer at the kinds that it is to be had for', () => {
    // Until the server has told them, the usual ones.
    expect(levelsFor(EMPTY_LOBBY, 'trset-2')).toEqual(['gentle', 'easy', 'medium', 'strong', 'natural']);
    expect(levelsFor(EMPTY_LOBBY, 'trset-4')).toEqual(['gentle', 'easy', 'medium', 'strong']);
    const levels = { levels: ['easy', 'natural', 'own'], level_kinds: { natural: ['trset-2', 'kifameno-2'] } };
    for (const told of [
      reduceLobby(EMPTY_LOBBY, { type: 'lobby', tables: [], pools: [], ...levels }),
      reduceLobby(EMPTY_LOBBY, {
        type: 'welcome',
        protocol: 1,
        server: '',
        epoch: '',
        you: player('ana'),
        time: '',
        tables: [],
        limits: LIMITS,
        ...levels,
      }),
    ]) {
      expect(levelsFor(told, 'trset-2')).toEqual(['easy', 'natural', 'own']);
      for (const kind of ['trset-3', 'tarok-4', 'tablic-2']) expect(levelsFor(told, kind)).toEqual(['easy', 'own']);
      // A server that tells of no limits has none.
      const all = reduceLobby(told, { type: 'lobby', tables: [], pools: [], levels: ['natural'] });
      expect(levelsFor(all, 'tarok-4')).toEqual(['natural']);
    }
  });

  test('one’s own tables, those with a free seat, and those to watch', () => {
    const full = { seats: [player('bor'), player('cene')], phase: 'playing' } as const;
    const tables = [
      summary('mine'),
      summary('free', { seats: [player('bor'), null] }),
      summary('left', { ...full, seats: [...full.seats], away: [1] }),
      summary('full', { ...full, seats: [...full.seats] }),
      summary('gone', { phase: 'closed' }),
      // Bots on show of a level that no one offers.
      summary('deserted', { seats: [null, null], demo: true }),
    ];
    const ids = (some: TableSummary[]): string[] => some.map((table) => table.id);
    const lists = listLobby(tables, player('ana'));
    expect([ids(lists.own), ids(lists.waiting), ids(lists.playing)]).toEqual([['mine'], ['free'], ['full', 'left']]);
  });
});

test('thirds are written as points', () => {
  expect([-70, 0, 5].map(figured), 'a minus as wide as a digit').toEqual(['−70', '0', '5']);
  expect([0, 1, 2, 3, 4, 35].map(inPoints)).toEqual(['0', '⅓', '⅔', '1', '1⅓', '11⅔']);
});

describe('the clock', () => {
  const turn = { seat: 0, move_ms: 20_000, bank_ms: 60_000 };

  test('the bank runs when the move’s time is up', () => {
    expect(timeLeft(turn, 1000, 1000)).toEqual({ move: 20_000, bank: 60_000 });
    expect(timeLeft(turn, 1000, 16_000)).toEqual({ move: 5000, bank: 60_000 });
    expect(timeLeft(turn, 1000, 31_000)).toEqual({ move: 0, bank: 50_000 });
    expect(timeLeft(turn, 1000, 500_000)).toEqual({ move: 0, bank: 0 });
    expect(timeLeft(turn, 1000, 0)).toEqual({ move: 20_000, bank: 60_000 });
  });

  test('none runs where nobody is hurried: the only person among bots', () => {
    expect(timeLeft({ seat: 0, move_ms: null, bank_ms: null }, 1000, 2000)).toBeUndefined();
    const [ana, bor, bot] = [player('ana'), player('bor'), { ...player('burja'), kind: 'bot' as const }];
    const { config } = snapshot();
    const at = (off_alone: boolean, ...players: (typeof ana | null)[]): number | undefined =>
      unhurried({
        config: { ...config, clock: { move_ms: 1, bank_ms: 1, grace_ms: 1, off_alone } },
        seats: players.map((one) => seat({ player: one })),
      });
    expect(at(true, bot, ana, bot)).toBe(1);
    expect(at(false, bot, ana, bot)).toBeUndefined();
    expect(at(true, bor, ana, bot)).toBeUndefined();
    expect(at(true, bot, ana, null)).toBeUndefined();
    expect(at(true, bot, bot)).toBeUndefined();
  });

  test('begun seconds count', () => {
    expect([0, 1, 9000, 59_001, 65_000].map(clockText)).toEqual(['0', '1', '9', '1:00', '1:05']);
  });
});

describe('the facts of a seat', () => {
  test('what partners have taken is added up', () => {
    const game = { name: 'trset', options: { players: 4 } } as const;
    const now = deal({ view: view({ options: game.options, thirds: [4, 0, 5, 1] }) });
    const table = fromSnapshot(
      snapshot({ config: { game }, deal: now, seats: [0, 1, 2, 3].map((n) => seat({ player: player(`p${n}`) })) }),
      0,
    );
    expect([0, 1, 2, 3].map((at) => seatFacts(table, at).together)).toEqual([9, 1, 9, 1]);
    const two = fromSnapshot(snapshot({ deal: deal({ view: view({ thirds: [4, 0] }) }) }), 0);
    expect(seatFacts(two, 0)).toMatchObject({ thirds: 4, together: undefined });
  });
});

describe('the layout', () => {
  const sides = (direction: Direction, seats: number, from: number): Side[] =>
    Array.from({ length: seats }, (_, seat) => sideOf(placeOfSeat(seat, { seats, from, direction }), seats));

  test('clockwise the next player sits to the left, the partner opposite', () => {
    expect(sides('clockwise', 4, 1)).toEqual(['right', 'bottom', 'left', 'top']);
    expect(sides('clockwise', 3, 0)).toEqual(['bottom', 'left', 'right']);
  });

  test('counter-clockwise the next player sits to the right, the partner opposite all the same', () => {
    expect(sides('counterclockwise', 4, 1)).toEqual(['left', 'bottom', 'right', 'top']);
    expect(sides('counterclockwise', 3, 2)).toEqual(['right', 'left', 'bottom']);
  });

  test('two sit opposite each other either way', () => {
    for (const direction of DIRECTIONS) expect(sides(direction, 2, 1)).toEqual(['top', 'bottom']);
  });

  test('each seat has a place of its own, and is read in the order of play', () => {
    for (const direction of DIRECTIONS) {
      for (const seats of [2, 3, 4, 6]) {
        const places = inOrderOfPlay({ seats, from: 1 }).map((seat) => placeOfSeat(seat, { seats, from: 1, direction }));
        const clockwise = Array.from({ length: seats }, (_, place) => place);
        expect(places).toEqual(direction === 'clockwise' ? clockwise : [0, ...clockwise.slice(1).reverse()]);
      }
    }
    expect(inOrderOfPlay({ seats: 4, from: 2 })).toEqual([2, 3, 0, 1]);
  });
});

describe('the form', () => {
  test('leaves out what does not go together', () => {
    const all = { ...EMPTY_FORM, declarations: true, cappotto: true, target: 21, bots: '' };
    expect(configOf(all).game.options).toEqual({ variant: 'trset', players: 2, declarations: true, target: 21 });
    expect(configOf({ ...all, variant: 'kifameno', players: 3, removed: 'S' }).game.options).toEqual({
      variant: 'kifameno',
      players: 3,
      removed_four: 'S',
      cappotto: true,
      target: 21,
    });
    const four = { ...all, players: 4 } as const;
    expect(configOf({ ...four, variant: 'kifameno' }).game.options).toEqual({
      variant: 'kifameno',
      players: 4,
      cappotto: true,
      target: 21,
      alone: true,
    });
    expect(configOf({ ...four, variant: 'kifameno', kifamenoAlone: false }).game.options).not.toHaveProperty('alone');
    const more = { ...four, cappottoDoubles: true, pointlessRedealt: true, stopsAtTarget: true };
    const added = { cappotto_doubles: true, pointless_redealt: true, stops_at_target: true };
    expect(configOf(more).game.options).toMatchObject({ players: 4, ...added });
    expect(configOf({ ...more, target: 0 }).game.options).not.toHaveProperty('stops_at_target');
    expect(Object.keys(configOf({ ...more, variant: 'kifameno' }).game.options)).not.toContain('cappotto_doubles');
    const pairs = { ...all, variant: 'tablic', tablicPairs: true } as const;
    expect(configOf({ ...pairs, tablicPlayers: 4 }).game.options).toEqual({ players: 4, pairs: true });
    expect(configOf({ ...pairs, tablicPlayers: 6 }).game.options).toEqual({ players: 6 });
    expect(configOf(all)).not.toHaveProperty('bots');
    expect(configOf({ ...EMPTY_FORM, private: true, bots: 'medium' })).toMatchObject({ private: true, bots: 'medium' });
  });
});

test('the next deal goes on with the same score, unless a match is decided or every deal stands alone', () => {
  const [open, won] = [{ match_won: null }, { match_won: [true, false, false] }];
  expect(goesOn({ name: 'tarok', options: {} }, won)).toBe(true);
  expect(goesOn({ name: 'tarok', options: { deals: 3 } }, open)).toBe(true);
  expect(goesOn({ name: 'tarok', options: { deals: 3 } }, won)).toBe(false);
  expect(goesOn({ name: 'trset', options: { players: 2, target: 21 } }, open)).toBe(true);
  expect(goesOn({ name: 'trset', options: { players: 2 } }, won)).toBe(false);
});
