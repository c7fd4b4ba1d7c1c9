import { expect, test } from 'vitest';
import { toggled } from './cards';

test('a card is taken up or put back, and of too many the first gives way', () => {
  expect(toggled([], 'D7')).toEqual(['D7']);
  expect(toggled(['D7', 'H3'], 'D7')).toEqual(['H3']);
  expect(toggled(['H4', 'S7'], 'C8', 2)).toEqual(['S7', 'C8']);
  expect(toggled([], 'H4', 0)).toEqual(['H4']);
});
