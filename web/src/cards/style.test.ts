import { expect, test } from 'vitest';
import { cardSvg } from './packs/italian/draw';
import { frenchSvg } from './packs/french/draw';
import { PLAIN, indexOf } from './style';
import { tarokSvg } from './packs/tarok/draw';
import { TAROK_SUITS } from './packs/tarok/notation';
import { suitInk } from './frenchSuited/suits';

const FOUR = { ...PLAIN, four: true };
const SLOVENIAN = { letters: { Q: 'D', J: 'F' }, four: false } as const;
const ITALIAN = { letters: { K: 'R', J: 'F' }, four: false } as const;

const ENGLISH = { letters: { C: 'N' }, four: false } as const;

test('only the court has other letters', () => {
  expect([indexOf('J', SLOVENIAN), indexOf('K', SLOVENIAN), indexOf('10', SLOVENIAN)]).toEqual(['F', 'K', '10']);
  for (const level of ['full', 'small'] as const) {
    expect(cardSvg('DJ', level, ITALIAN)).not.toBe(cardSvg('DJ', level));
    expect(cardSvg('DA', level, ITALIAN)).toBe(cardSvg('DA', level));
    expect(tarokSvg('HQ', level, SLOVENIAN)).not.toBe(tarokSvg('HQ', level));
    expect(cardSvg('DC', level, ENGLISH)).not.toBe(cardSvg('DC', level));
    expect(tarokSvg('HC', level, ENGLISH)).not.toBe(tarokSvg('HC', level));
    expect(tarokSvg('T21', level, SLOVENIAN)).toBe(tarokSvg('T21', level));
    expect(frenchSvg('HK', level, ITALIAN)).not.toBe(frenchSvg('HK', level, SLOVENIAN));
  }
});

test('four suits have four colours, and the next card has its own again', () => {
  expect(new Set(TAROK_SUITS.map((suit) => suitInk(suit, FOUR))).size).toBe(4);
  expect(new Set(TAROK_SUITS.map((suit) => suitInk(suit))).size).toBe(2);
  for (const suit of ['D', 'C'] as const) {
    for (const svg of [frenchSvg(`${suit}A`, 'full', FOUR), frenchSvg(`${suit}10`, 'small', FOUR), tarokSvg(`${suit}K`, 'full', FOUR)]) {
      expect(svg).toContain(suitInk(suit, FOUR));
    }
    expect(frenchSvg(`${suit}9`)).not.toContain(suitInk('C', FOUR));
  }
});
