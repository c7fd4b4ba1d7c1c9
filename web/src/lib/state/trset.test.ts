import { expect, test } from 'vitest';
import { partnerOf, playerOf, removedCard } from './trset';

test('seats go round', () => {
  expect([0, 1, 2].map((n) => playerOf({ leader: 2 }, n, 3))).toEqual([2, 0, 1]);
  expect(partnerOf({ players: 4 }, 3)).toBe(1);
  expect(partnerOf({ players: 3 }, 1)).toBeUndefined();
});

test('three play without a four', () => {
  expect(removedCard({ players: 3, removed_four: 'S' })).toBe('S4');
  expect(removedCard({ players: 3 })).toBe('D4');
  expect(removedCard({ players: 2 })).toBeUndefined();
});
