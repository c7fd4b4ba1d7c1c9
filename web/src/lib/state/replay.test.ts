import { expect, test } from 'vitest';
import type { GameRecord, GameStep } from '../protocol';
import { buildReplay, nextTrick, positionAt } from './replay';
import { drew, player, played, trickTaken, trset } from './testing';

function step(seat: number, card: string, ...more: GameStep['events']): GameStep {
  return { seat, action: card, by: 'player', thinking_ms: 1, at: '', events: [played(seat, card), ...more] };
}

const record: GameRecord = {
  id: 'g1',
  kind: 'trset-2',
  table: 't1',
  number: 1,
  players: [0, 1].map((seat) => ({ seat, player: player(`p${seat}`), won: seat === 0, forfeited: false })),
  result: { game: 'trset', cappotto: false, seats: [] },
  started: '',
  time: '',
  moves: 4,
  options: { name: 'trset', options: { players: 2 } },
  dealer: 1,
  commitment: '',
  secret: '',
  nonce_hashes: null,
  nonces: [],
  dropped: [],
  cards: { hands: [['C4'], ['C7']], stock: ['S2', 'SA'] },
  start: {} as GameRecord['start'],
  zones: { 'hand:0': { n: 1, cards: ['C4'] }, 'hand:1': { n: 1, cards: ['C7'] }, stock: { n: 2, cards: ['S2', 'SA'] } },
  status: { game: 'trset', leader: 0, tricks: [0, 0], thirds: [0, 0] },
  steps: [
    step(0, 'C4'),
    {
      ...step(1, 'C7', trickTaken(1, 0), drew(1, 'S2'), drew(0, 'SA')),
      status: { game: 'trset', leader: 1, tricks: [0, 1], thirds: [0, 0] },
    },
    step(1, 'S2'),
    step(0, 'SA', trickTaken(1, 7)),
  ],
};

const replay = buildReplay(record);

test('all hands are open at every step', () => {
  expect(replay.positions.map((position) => position.hands)).toEqual([
    [['C4'], ['C7']],
    [[], ['C7']],
    [['SA'], ['S2']],
    [['SA'], []],
    [[], []],
  ]);
  expect(replay.positions.map((position) => position.stock.length)).toEqual([2, 2, 0, 0, 0]);
});

test('a trick that was just completed still lies there', () => {
  expect(positionAt(replay, 2)).toMatchObject({ trick: { leader: 0, cards: ['C4', 'C7'] }, taker: 1 });
  expect(positionAt(replay, 3)).toMatchObject({ trick: { leader: 1, cards: ['S2'] }, taker: undefined });
});

test('steps out of range lead to the nearest', () => {
  expect(positionAt(replay, -3).step).toBe(0);
  expect(positionAt(replay, 99).step).toBe(4);
  expect(positionAt(replay, Number.NaN).step).toBe(0);
});

test('one can go from trick to trick', () => {
  expect(nextTrick(replay, 0, 1)).toBe(2);
  expect(nextTrick(replay, 2, 1)).toBe(4);
  expect(nextTrick(replay, 4, -1)).toBe(2);
  expect(nextTrick(replay, 2, -1)).toBe(0);
});

test('the end knows the result', () => {
  expect(trset(positionAt(replay, 4).view).result).toMatchObject({ seats: [], cappotto: false });
  expect(trset(positionAt(replay, 3).view).result).toBeNull();
  expect(positionAt(replay, 4).log.at(-1)?.fact).toEqual({ kind: 'over' });
});
