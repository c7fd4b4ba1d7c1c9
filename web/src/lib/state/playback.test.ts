import { expect, test } from 'vitest';
import type { GameRecord } from '../protocol';
import { stayMs, stepOf } from './playback';
import { buildReplay, type Replay } from './replay';
import { played, player, trickTaken } from './testing';

const thinking = [200, 3000, 60_000];
const record = {
  players: [0, 1].map((seat) => ({ seat, player: player(`p${seat}`), won: false, forfeited: false })),
  number: 1,
  result: { game: 'trset', cappotto: false, seats: [] },
  cards: { hands: [['C4', 'S4'], ['C7']], stock: [] },
  options: { name: 'trset', options: { players: 2 } },
  dealer: 1,
  zones: { 'hand:0': { n: 2, cards: ['C4', 'S4'] }, 'hand:1': { n: 1, cards: ['C7'] } },
  status: { game: 'trset', leader: 0, tricks: [0, 0], thirds: [0, 0] },
  steps: ['C4', 'C7', 'S4'].map((card, i) => ({
    seat: i % 2,
    action: card,
    by: 'player',
    thinking_ms: thinking[i] ?? 0,
    at: '',
    events: [played(i % 2, card), ...(i === 1 ? [trickTaken(1, 0)] : [])],
  })),
} as unknown as GameRecord;
const replay: Replay = buildReplay(record);

test('a full trick stays longer than a card', () => {
  expect(stayMs(replay, 0, 'normal')).toBe(1300);
  expect(stayMs(replay, 2, 'normal')).toBeGreaterThan(1300);
  expect(stayMs(replay, 1, 'fast')).toBeLessThan(stayMs(replay, 1, 'slow') ?? 0);
});

test('as it was played, but nobody waits for ever', () => {
  expect([0, 1, 2].map((step) => stayMs(replay, step, 'real'))).toEqual([350, 3000, 8000]);
});

test('it ends', () => {
  expect(stayMs(replay, 3, 'fast')).toBeUndefined();
});

test('an address leads to a position, or to the start', () => {
  expect(['2', '3'].map((move) => stepOf(replay, move))).toEqual([2, 3]);
  expect(['4', '9999', '1e9'].map((move) => stepOf(replay, move))).toEqual([3, 3, 3]);
  for (const move of [undefined, '', '-1', '1.5', 'end', 'Infinity']) expect(stepOf(replay, move), move).toBe(0);
});
