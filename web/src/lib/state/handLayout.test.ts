import { expect, test } from 'vitest';
import { handLayout } from './handLayout';

/** The width that a laid out hand takes. */
function spread(count: number, width: number, height: number, few: boolean): number {
  const { card, step } = handLayout(count, width, height, few);
  return step * (count - 1) + card;
}

test.each([320, 360, 390, 430])('six cards fill the width of a phone of %i pixels, large and none too narrow for a finger', (screen) => {
  const width = screen - 13;
  const { card, step } = handLayout(6, width, 160, true);
  expect(spread(6, width, 160, true)).toBeCloseTo(width);
  expect(card).toBeGreaterThan(75);
  expect(step).toBeGreaterThanOrEqual(40);
});

test('a hand never leaves its place, and its cards are of one size however many they are', () => {
  for (const [width, height] of [[307, 112], [377, 160], [968, 184]] as const) {
    for (let count = 1; count <= 6; count += 1) {
      expect(spread(count, width, height, true)).toBeLessThanOrEqual(width + 0.001);
      expect(handLayout(count, width, height, true).card).toBe(handLayout(6, width, height, true).card);
    }
  }
});

test('cards of large hands are narrower, and on large screens as large as the height allows', () => {
  expect(handLayout(16, 377, 116, false).card).toBeCloseTo(56.55);
  expect(handLayout(10, 968, 184, false)).toMatchObject({ card: (184 - 18) * 0.6 });
  expect(handLayout(1, 968, 184, false).step).toBe(0);
});
