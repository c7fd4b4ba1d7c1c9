import { expect, test } from 'vitest';
import { countedAt, tallyOf } from './tally';
import { view } from './testing';

const won = { thirds: 20, declared: 3, side_thirds: 23, points: 7, won: true };
const lost = { thirds: 15, declared: 0, side_thirds: 15, points: 5, won: false };
const result = { game: 'trset', seats: [won, lost], cappotto: false } as const;

test('a deal that ended with cards in hand is not counted up', () => {
  expect(tallyOf(view(), { ...result, seats: [won, lost] })).toEqual([]);
  expect(tallyOf(view({ hand: [], hand_sizes: [0, 0] }), { ...result, seats: [won, lost] })).toEqual([
    { seat: 0, amount: 23, thirds: true },
    { seat: 1, amount: 15, thirds: true },
  ]);
});

test('a figure rises from nothing to the whole, and stays', () => {
  expect([-1, 0, 0.5, 1, 3].map((part) => countedAt(23, part))).toEqual([0, 0, 12, 23, 23]);
});
