import { expect, test } from 'vitest';
import { sortTarokHand } from './deck';

test('taroks are held first, then red and black by turns', () => {
  const hand = ['C7', 'H4', 'T1', 'HK', 'SQ', 'T22', 'D1', 'nonsense'];
  expect(sortTarokHand(hand)).toEqual(['T22', 'T1', 'HK', 'H4', 'SQ', 'D1', 'C7']);
  expect(sortTarokHand(hand, 'weak')).toEqual(['T1', 'T22', 'H4', 'HK', 'SQ', 'D1', 'C7']);
  expect(sortTarokHand(hand, 'rank')).toEqual(['T22', 'T1', 'HK', 'SQ', 'D1', 'H4', 'C7']);
});
