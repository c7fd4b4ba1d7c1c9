import { expect, test } from 'vitest';
import { ALL_CARDS, rankOf } from '../../cards/notation';
import en from '../i18n/rules/en.json';
import { EXAMPLE, thirdsOf, together, written } from './example';

test('a pack and the last trick are worth thirty-five thirds', () => {
  expect(ALL_CARDS.reduce((sum, card) => sum + thirdsOf(rankOf(card)), 3)).toBe(35);
});

test('the example shares them all and is what the text says', () => {
  const sum = (of: (share: (typeof EXAMPLE)[number]) => number): number => EXAMPLE.reduce((all, share) => all + of(share), 0);
  expect(sum((share) => share.aces)).toBe(4);
  expect(sum((share) => share.others)).toBe(20);
  expect(sum(together)).toBe(35);
  expect(EXAMPLE.map(together)).toEqual([24, 11]);
  expect(EXAMPLE.map(written)).toEqual([8, 3]);
  expect(35 - 3 * sum(written)).toBe(2);
  expect(en['score.trset']).toMatch(/24 of 35 .* 8 points and Bor 3; the two thirds/);
  expect(en['score.kifameno']).toMatch(/11 of 35 .* 8 points, Bor 3|8 points and Bor 3/);
});
