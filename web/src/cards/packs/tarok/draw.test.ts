import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Level } from '../../svg';
import { tarokImage, tarokSvg, type TarokSide } from './draw';
import { TAROK_CARDS, isTarokCard, ranksOf, roman, tarokNumber, tarokSuit } from './notation';

const SIDES: readonly TarokSide[] = [...TAROK_CARDS, 'back'];
const LEVELS: readonly Level[] = ['full', 'small'];

function parse(svg: string): Document {
  const parsed = new DOMParser().parseFromString(svg, 'application/xml');
  expect(parsed.querySelector('parsererror')).toBeNull();
  return parsed;
}

test('there are fifty-four cards, as the project writes them', () => {
  expect(new Set(TAROK_CARDS).size).toBe(54);
  expect(['T1', 'T22', 'HK', 'H1', 'S10', 'C7'].every(isTarokCard)).toBe(true);
  expect(['T0', 'T23', 'H7', 'S4', 'BK', 'back'].some(isTarokCard)).toBe(false);
  expect([tarokNumber('T21'), tarokNumber('HK')]).toEqual([21, undefined]);
  expect([tarokSuit('T1'), tarokSuit('S10')]).toEqual([undefined, 'S']);
  expect(ranksOf('D').at(-1)).toBe('4');
});

test('numerals are roman', () => {
  expect([1, 4, 9, 14, 18, 19, 21].map(roman)).toEqual(['I', 'IV', 'IX', 'XIV', 'XVIII', 'XIX', 'XXI']);
});

describe.each(LEVELS)('%s drawings', (level) => {
  test.each(SIDES)('%s is a well formed picture', (side) => {
    const svg = tarokSvg(side, level);
    expect(parse(svg).documentElement.getAttribute('viewBox')).toBe('0 0 120 200');
    expect(svg).not.toMatch(/NaN|undefined|Infinity|null/);
    for (const [, d] of svg.matchAll(/ d="([^"]*)"/g)) expect(d).toMatch(/^M[-\d.,\sMLHVCSQTAZmlhvcsqtaz]+$/);
  });

  test('no two cards look the same', () => {
    expect(new Set(SIDES.map((side) => tarokSvg(side, level))).size).toBe(55);
  });
});

test('a card is drawn once and its address decodes to the drawing', () => {
  expect(tarokImage('T13')).toBe(tarokImage('T13'));
  const [, body = ''] = tarokImage('T13').split(/,(.*)/s);
  expect(decodeURIComponent(body)).toBe(tarokSvg('T13'));
});

test('the source of both packs together stays under 80 kB compressed', () => {
  const folder = join(import.meta.dirname, '../..');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(sources.length).toBeGreaterThan(25);
  expect(gzipSync(sources.join('\n')).length).toBeLessThan(80_000);
});
