import { expect, test } from 'vitest';
import { partnerOf, removedCard } from './options';

test('of four the players opposite are partners', () => {
  expect(partnerOf({ players: 4 }, 3)).toBe(1);
  expect(partnerOf({ players: 3 }, 1)).toBeUndefined();
});

test('three play without a four', () => {
  expect(removedCard({ players: 3, removed_four: 'S' })).toBe('S4');
  expect(removedCard({ players: 3 })).toBe('D4');
  expect(removedCard({ players: 2 })).toBeUndefined();
});
