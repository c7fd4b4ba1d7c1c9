import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { cardSvg } from '../italian/draw';
import { HEIGHT, MIDDLE, WIDTH, num, type Level } from '../../svg';
import { tarokSvg } from '../tarok/draw';
import { frenchImage, frenchSvg, type FrenchSide } from './draw';
import { pipSpots } from './faces';
import { FRENCH_CARDS, FRENCH_RANKS, frenchRank, frenchSuit, isFrenchCard, type FrenchPipRank } from './notation';

const SIDES: readonly FrenchSide[] = [...FRENCH_CARDS, 'back'];
const LEVELS: readonly Level[] = ['full', 'small'];
const PIPS = FRENCH_RANKS.filter((rank): rank is FrenchPipRank => /\d/.test(rank));

function parse(svg: string): Document {
  const parsed = new DOMParser().parseFromString(svg, 'application/xml');
  expect(parsed.querySelector('parsererror')).toBeNull();
  return parsed;
}

test('there are fifty-two cards, as the project writes them', () => {
  expect(new Set(FRENCH_CARDS).size).toBe(52);
  expect(['HA', 'S10', 'DQ', 'C2', 'DJ', 'HK'].every(isFrenchCard)).toBe(true);
  expect(['H1', 'S11', 'BK', 'HC', 'T1', 'H', 'back', ''].some(isFrenchCard)).toBe(false);
  expect([frenchSuit('S10'), frenchRank('S10'), frenchRank('HA')]).toEqual(['S', '10', 'A']);
});

describe.each(LEVELS)('%s drawings', (level) => {
  test.each(SIDES)('%s is a well formed picture', (side) => {
    const svg = frenchSvg(side, level);
    expect(parse(svg).documentElement.getAttribute('viewBox')).toBe('0 0 120 200');
    expect(svg).not.toMatch(/NaN|undefined|Infinity|null/);
    for (const [, d] of svg.matchAll(/ d="([^"]*)"/g)) expect(d).toMatch(/^M[-\d.,\sMLHVCSQTAZmlhvcsqtaz]+$/);
  });

  test('no two cards look the same, and none as one of tršet', () => {
    expect(new Set(SIDES.map((side) => frenchSvg(side, level))).size).toBe(53);
    expect(new Set([frenchSvg('back', level), tarokSvg('back', level), cardSvg('back', level)]).size).toBe(3);
    for (const card of ['SK', 'C7', 'DA'] as const) expect(frenchSvg(card, level)).not.toBe(cardSvg(card, level));
  });

  test('nothing has an id that another drawing on the page could have, too', () => {
    for (const side of SIDES) expect(frenchSvg(side, level)).not.toMatch(/ id=|url\(#/);
  });

  test.each(PIPS)('%s has as many pips, even to both sides, and those below the middle upside down', (rank) => {
    const spots = pipSpots(rank, level);
    expect(new Set(spots.map(String)).size).toBe(Number(rank));
    const middle = (Math.min(...spots.map(([x]) => x)) + Math.max(...spots.map(([x]) => x))) / 2;
    for (const [x, y] of spots) {
      expect(spots).toContainEqual([2 * middle - x, y]);
      // Only the seven has a pip above that has none below.
      if (rank !== '7') expect(spots.some(([, other]) => Math.abs(other - (HEIGHT - y)) < 1e-9)).toBe(true);
    }
    const svg = frenchSvg(`H${rank}`, level);
    for (const [x, y] of spots) {
      const at = `translate(${num(x)} ${num(y)})`;
      expect(svg).toContain(y > MIDDLE ? `${at} rotate(180)` : `${at}"`);
    }
    if (level === 'full') expect(middle).toBe(WIDTH / 2);
  });
});

test('a card is drawn once and its address decodes to the drawing', () => {
  expect(frenchImage('D10')).toBe(frenchImage('D10'));
  const [, body = ''] = frenchImage('D10').split(/,(.*)/s);
  expect(decodeURIComponent(body)).toBe(frenchSvg('D10'));
});

function weight(folder: string): number {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/(?:\.test|deck|names)\.ts$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(sources.length).toBeGreaterThan(4);
  return gzipSync(sources.join('\n')).length;
}

test('the pack adds little to the others, and all of them together stay under 80 kB compressed', () => {
  expect(weight(import.meta.dirname)).toBeLessThan(8_000);
  expect(weight(join(import.meta.dirname, '../..'))).toBeLessThan(80_000);
});
