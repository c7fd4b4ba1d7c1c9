import { expect, test } from 'vitest';
import { sortHand } from './deck';
import { suitOfCard } from './notation';

test('a hand is held by suit and strength', () => {
  expect(sortHand(['D4', 'C4', 'C3', 'S2', 'BK', 'D3', 'nonsense'])).toEqual(['C3', 'C4', 'S2', 'D3', 'D4', 'BK']);
});

test('or the other way round, or by strength across suits', () => {
  const hand = ['D4', 'C4', 'C3', 'BK', 'D3'];
  expect(sortHand(hand, 'weak')).toEqual(['C4', 'C3', 'D4', 'D3', 'BK']);
  expect(sortHand(hand, 'rank')).toEqual(['C3', 'D3', 'BK', 'C4', 'D4']);
});

test('only cards have a suit', () => {
  expect(suitOfCard('BK')).toBe('B');
  expect(suitOfCard('napola:C')).toBeUndefined();
});
