import { expect, test } from 'vitest';
import { hasPoint, partnerOf, removedCard } from './options';

test('of four the players opposite are partners', () => {
  expect(partnerOf({ players: 4 }, 3)).toBe(1);
  expect(partnerOf({ players: 3 }, 1)).toBeUndefined();
  expect(partnerOf({ players: 4, variant: 'kifameno', alone: true }, 3)).toBeUndefined();
});

test('an ace or three cards of a third are a whole point', () => {
  const plain = ['C7', 'C6', 'C5', 'C4', 'S7', 'S6', 'S5'];
  expect(hasPoint([...plain, 'S4', 'B7', 'B6'])).toBe(false);
  expect(hasPoint([...plain, 'S4', 'B3', 'B2'])).toBe(false);
  expect(hasPoint([...plain, 'BK', 'B3', 'B2'])).toBe(true);
  expect(hasPoint([...plain, 'S4', 'B7', 'BA'])).toBe(true);
});

test('three play without a four', () => {
  expect(removedCard({ players: 3, removed_four: 'S' })).toBe('S4');
  expect(removedCard({ players: 3 })).toBe('D4');
  expect(removedCard({ players: 2 })).toBeUndefined();
});
