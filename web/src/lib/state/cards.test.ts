import { expect, test } from 'vitest';
import { sortHand, suitOfCard, union, without } from './cards';

test('sets keep the order of the server: suit by suit from denari, the strongest first', () => {
  expect(union(['D4', 'C3'], ['D3', 'S2', 'D4'])).toEqual(['D3', 'D4', 'S2', 'C3']);
  expect(without(['D3', 'S2'], 'D3')).toEqual(['S2']);
});

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
