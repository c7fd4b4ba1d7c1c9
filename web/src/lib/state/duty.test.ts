import { expect, test } from 'vitest';
import { dutyOf, type Duty } from './duty';
import { view } from './testing';
import type { ViewOf } from '../../games/module';

const HAND = ['D3', 'D7', 'C4'];

test.each<[string, string[], string[], Duty | undefined]>([
  ['whoever leads', [], HAND, 'any'],
  ['whoever has the suit', ['DK'], ['D3', 'D7'], 'follow'],
  ['whoever has not', ['BK'], HAND, 'any'],
  ['less than the suit allowed', ['DK'], ['D3'], undefined],
  ['nobody in turn', ['DK'], [], undefined],
])('tršet: %s', (_, cards, legal, duty) => {
  expect(dutyOf(view({ hand: HAND, trick: { leader: 1, cards } }), legal)).toBe(duty);
});

test('a declaration is no card, and a last card needs no words', () => {
  expect(dutyOf(view({ hand: ['D3', 'C4'] }), ['declare:napola:D'])).toBeUndefined();
  expect(dutyOf(view({ hand: ['D3'] }), ['D3'])).toBeUndefined();
});

test('tarok: a tarok from whoever has none of the suit', () => {
  const tarok = (cards: string[], legal: string[]): Duty | undefined => {
    const whole = { game: 'tarok', hand: ['T20', 'T2', 'H4'], trick: { leader: 1, cards } } as unknown as ViewOf<'tarok'>;
    return dutyOf(whole, legal);
  };
  expect(tarok(['SK'], ['T20', 'T2'])).toBe('tarok');
  expect(tarok(['T5'], ['T20', 'T2'])).toBe('follow');
  expect(tarok(['HK'], ['H4'])).toBe('follow');
  // In klop only what beats the table may fall.
  expect(tarok(['SK', 'T19'], ['T20'])).toBeUndefined();
});
