import { expect, test } from 'vitest';
import type { GameOptions, GameSummary, TarokScoredDeal } from '../protocol';
import { sheetRows, sidesOf, standing } from './standing';

const TAROK: GameOptions = { name: 'tarok', options: { players: 4, deals: 3, open_radelci: 50 } };

function kifameno(players: number): GameOptions {
  return { name: 'trset', options: { variant: 'kifameno', players, target: 21 } };
}

test('partners are one side, and equal points share a place', () => {
  const pairs: GameOptions = { name: 'trset', options: { players: 4 } };
  expect(sidesOf(pairs, [7, 4, 7, 4])).toEqual([
    { seats: [0, 2], points: 7, place: 1 },
    { seats: [1, 3], points: 4, place: 2 },
  ]);
  expect(sidesOf(TAROK, [0, 70, 70, -35]).map(({ place }) => place)).toEqual([3, 1, 1, 4]);
});

test('where the fewest points win, they come first', () => {
  expect(sidesOf(kifameno(3), [9, 21, 4]).map(({ place }) => place)).toEqual([2, 3, 1]);
  expect(standing(kifameno(3), { game: 'trset', points: [9, 21, 4], deals: 3 }).map(({ seats }) => seats)).toEqual([[2], [0], [1]]);
});

test('at the end open radelci are paid', () => {
  const score = { game: 'tarok', points: [120, 110, 0, -35], radelci: [1, 0, 0, 0], deals: 3 } as const;
  const game = { ...score, points: [...score.points], radelci: [...score.radelci] };
  expect(standing(TAROK, game).map(({ seats, points }) => [seats[0], points])).toEqual([
    [1, 110],
    [0, 70],
    [2, 0],
    [3, -35],
  ]);
  expect(standing(TAROK, { ...game, deals: 2 })[0]).toEqual({ seats: [0], points: 120, place: 1 });
});

test('whoever has won the match stands first, however it was decided', () => {
  const score = { game: 'trset' as const, points: [12, 18], deals: 2 };
  const game: GameOptions = { name: 'trset', options: { players: 2, target: 21 } };
  expect(standing(game, score, [true, false]).map(({ seats }) => seats)).toEqual([[0], [1]]);
  expect(standing(game, score).map(({ seats }) => seats)).toEqual([[1], [0]]);
});

test('a sheet leads to the score, also where its first deals are no longer listed', () => {
  const summary = (id: string, scores: number[]): GameSummary => ({
    id,
    kind: 'tarok-4',
    table: 't1',
    number: 1,
    players: [],
    result: {
      game: 'tarok',
      contract: 'one',
      declarer: 0,
      items: [],
      seats: [],
      radelci: false,
      doubled: null,
      scores,
    } satisfies TarokScoredDeal & {
      game: 'tarok';
    },
    started: '',
    time: '',
    moves: 48,
  });
  const newest = [summary('c', [0, -70, 0, 0]), summary('b', [40, 40, 0, 0]), summary('a', [-20, 0, 0, 0])];
  const score = { game: 'tarok' as const, points: [20, -30, 0, 0], radelci: [0, 0, 0, 0], deals: 3 };
  expect(sheetRows(score, newest).map(({ game, number, after }) => [game, number, after])).toEqual([
    ['a', 1, [-20, 0, 0, 0]],
    ['b', 2, [20, 40, 0, 0]],
    ['c', 3, [20, -30, 0, 0]],
  ]);
  // Deals of a match before this one do not count.
  expect(sheetRows({ ...score, deals: 2 }, newest).map(({ game }) => game)).toEqual(['b', 'c']);
  expect(sheetRows(score, newest.slice(0, 2)).map(({ number, after }) => [number, after[0]])).toEqual([
    [2, 20],
    [3, 20],
  ]);
});
