import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { cardImage, cardSvg, type Side } from './draw';
import { ALL_CARDS, isCardName } from './notation';
import type { Level } from '../../svg';

const SIDES: readonly Side[] = [...ALL_CARDS, 'back'];
const LEVELS: readonly Level[] = ['full', 'small'];

function parse(svg: string): Document {
  const parsed = new DOMParser().parseFromString(svg, 'application/xml');
  expect(parsed.querySelector('parsererror')).toBeNull();
  return parsed;
}

test('the parser used here notices broken markup', () => {
  expect(() => parse('<svg><g></svg>')).toThrow();
});

test('there are forty cards', () => {
  expect(new Set(ALL_CARDS).size).toBe(40);
  expect(ALL_CARDS.every(isCardName)).toBe(true);
  expect(isCardName('C8')).toBe(false);
});

describe.each(LEVELS)('%s drawings', (level) => {
  test.each(SIDES)('%s is a well formed picture', (side) => {
    const svg = cardSvg(side, level);
    const root = parse(svg).documentElement;
    expect(root.tagName).toBe('svg');
    expect(root.getAttribute('viewBox')).toBe('0 0 120 200');
    expect(svg).not.toMatch(/NaN|undefined|Infinity|null/);
    for (const [, d] of svg.matchAll(/ d="([^"]*)"/g)) expect(d).toMatch(/^M[-\d.,\sMLHVCSQTAZmlhvcsqtaz]+$/);
    expect(svg).not.toMatch(/url\(#(?!weave-)/);
  });

  test('ids are unique in the whole deck, and every reference has its target', () => {
    const seen = new Set<string>();
    for (const side of SIDES) {
      const svg = cardSvg(side, level);
      const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? '');
      for (const id of ids) {
        expect(seen.has(id)).toBe(false);
        seen.add(id);
      }
      for (const [, id] of svg.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(id);
    }
  });

  test('no two cards look the same', () => {
    expect(new Set(SIDES.map((side) => cardSvg(side, level))).size).toBe(41);
  });
});

test('a card is drawn once and its address decodes to the drawing', () => {
  expect(cardImage('DK')).toBe(cardImage('DK'));
  const [, body = ''] = cardImage('DK').split(/,(.*)/s);
  expect(decodeURIComponent(body)).toBe(cardSvg('DK'));
});

test('the source of the whole deck stays under 80 kB compressed', () => {
  const folder = join(import.meta.dirname, '../..');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|svelte)$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(sources.length).toBeGreaterThan(10);
  expect(gzipSync(sources.join('\n')).length).toBeLessThan(80_000);
});
