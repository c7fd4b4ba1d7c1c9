import { beforeAll, expect, test } from 'vitest';
import { speakAll } from '../../games/testing';
import type { GameEvent } from '../protocol';
import { closingText, dutyText } from './trick';

const nameOf = (seat: number): string => ['Ana', 'Bor'][seat] ?? '';
const taken: GameEvent = { game: 'trset', type: 'trick_taken', seat: 1, thirds: 2 };

beforeAll(() => speakAll('en'));

test('a full trick says whose it is', () => {
  expect(closingText(taken, 0, nameOf)).toBe('Bor takes the trick: ⅔ point');
  expect(closingText(taken, 1, nameOf)).toBe('The trick is yours: ⅔ point');
  expect(closingText(taken, null, nameOf)).toBe('Bor takes the trick: ⅔ point');
});

test('the next card is told what to do', () => {
  expect(dutyText('any', 'trset', undefined)).toBe('lead any card');
  expect(dutyText('any', 'trset', 'C6')).toBe('play any card');
  expect(dutyText('follow', 'trset', 'C6')).toBe('follow suit: coppe');
});
