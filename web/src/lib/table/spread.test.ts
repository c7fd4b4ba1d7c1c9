import { expect, test } from 'vitest';
import { placeOf, spreadOf } from './spread';

/** The middle of the table on a computer and on phones, in pixels. */
const PLACES = [
  [820, 300],
  [374, 330],
  [344, 230],
] as const;

test.each(PLACES)('on %i × %i every number of cards has its place', (width, height) => {
  for (let count = 0; count <= 30; count += 1) {
    const spread = spreadOf(count, width, height, 116);
    const rows = Math.ceil(Math.max(1, count) / spread.columns);
    expect(spread.width * spread.columns + 8 * (spread.columns - 1)).toBeLessThanOrEqual(width);
    expect(spread.width).toBeGreaterThanOrEqual(40);
    // Two fingers' breadths of a card that lies below another.
    if (rows > 1) expect(spread.pitch).toBeGreaterThanOrEqual(44);
    if (count <= 21) expect((rows - 1) * spread.pitch + (spread.width * 5) / 3, `${count} cards`).toBeLessThanOrEqual(height);
  }
});

test('few cards are large, and four lie in one row where there is room', () => {
  expect(spreadOf(4, 820, 300, 116)).toMatchObject({ columns: 4, width: 116 });
  expect(spreadOf(1, 820, 100, 116).width).toBe(60);
});

test('every row stands in the middle', () => {
  const spread = spreadOf(5, 374, 330, 116);
  expect(spread.columns).toBe(3);
  const at = [0, 1, 2, 3, 4].map((n) => placeOf(n, 5, spread, 374, 330));
  const [first, , third, fourth, fifth] = at;
  expect((first?.x ?? 0) + (third?.x ?? 0) + spread.width).toBeCloseTo(374);
  expect((fourth?.x ?? 0) + (fifth?.x ?? 0) + spread.width).toBeCloseTo(374);
  expect((first?.y ?? 0) + (fifth?.y ?? 0) + (spread.width * 5) / 3).toBeCloseTo(330);
});

test('what does not fit overlaps from row to row', () => {
  const spread = spreadOf(48, 344, 230, 116);
  expect(spread.pitch).toBeLessThan((spread.width * 5) / 3);
});
