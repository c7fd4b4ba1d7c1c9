import { expect, test } from 'vitest';
import { isPlayedFor, isSettled, isSettledChange } from './rating';

test('the rating with which everybody begins is nobody’s', () => {
  expect([1500, undefined, 1499].map(isPlayedFor)).toEqual([false, false, true]);
});

test('a rating is known once its deviation is small', () => {
  expect([350, 111, 110, 60].map(isSettled)).toEqual([false, false, true, true]);
});

test('a first match and a large leap betray a rating that is not known', () => {
  expect(isSettledChange({ before: 1500, after: 1512 })).toBe(false);
  expect(isSettledChange({ before: 1407, after: 1245 })).toBe(false);
  expect(isSettledChange({ before: 1640, after: 1628 })).toBe(true);
});
