import { expect, test } from 'vitest';
import { ratingCurve } from './curve';

test('ratings run from left to right, the higher the further up', () => {
  const { dots, low, high } = ratingCurve(1500, [1600, 1400], 200, 100);
  expect(dots.map((dot) => dot.x)).toEqual([0, 100, 200]);
  expect(dots.map((dot) => dot.rating)).toEqual([1500, 1600, 1400]);
  expect(dots[1]?.y).toBeLessThan(dots[0]?.y ?? 0);
  expect(dots[2]?.y).toBeGreaterThan(dots[0]?.y ?? 0);
  expect([low, high]).toEqual([1400, 1600]);
});

test('lines stand at round numbers around everything', () => {
  for (const after of [[1501], [1503, 1497], [1733, 1288], [2900, 300]]) {
    const { dots, lines } = ratingCurve(1500, after, 300, 100);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.length).toBeLessThanOrEqual(6);
    for (const line of lines) expect(line.rating % 10).toBe(0);
    for (const { y } of dots) expect(y >= 0 && y <= 100, `${after}: ${y}`).toBe(true);
  }
});

test('a rating that never moved is a line in sight', () => {
  const { dots } = ratingCurve(1500, [1500], 300, 100);
  expect(dots.every((dot) => dot.y >= 0 && dot.y <= 100)).toBe(true);
});
