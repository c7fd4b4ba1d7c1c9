import { expect, test } from 'vitest';
import type { Sound } from '../state/cues';
import { voicesOf, type Voice } from './voices';

const SOUNDS: readonly Sound[] = ['deal', 'card', 'take', 'turn', 'low', 'win', 'lose', 'chat', 'knock', 'tabla'];
/** The highest value of a sample: what is louder is cut off. */
const CLIPS = 1;

/** Returns the loudest that the voices may be together at this time. */
function loudAt(voices: readonly Voice[], time: number): number {
  return voices
    .filter(({ at, length }) => at <= time && time < at + length)
    .reduce((sum, { at, length, loud }) => sum + loud * 0.001 ** ((time - at) / length), 0);
}

test.each(SOUNDS)('%s is short, and never too loud', (sound) => {
  const voices = voicesOf(sound);
  expect(voices.length).toBeGreaterThan(0);
  const end = Math.max(...voices.map(({ at, length }) => at + length));
  expect(end).toBeLessThan(1.5);
  const loudest = Math.max(...voices.map(({ at }) => loudAt(voices, at)));
  expect(loudest).toBeLessThan(CLIPS);
  expect(loudest).toBeGreaterThan(0.08);
});

test('cards are paper on cloth, calls are tones', () => {
  for (const sound of ['deal', 'card', 'take'] as const)
    expect(
      voicesOf(sound).some(({ kind }) => kind === 'noise'),
      sound,
    ).toBe(true);
  for (const sound of ['turn', 'low', 'win', 'lose', 'chat', 'tabla'] as const) {
    expect(
      voicesOf(sound).every(({ kind }) => kind === 'tone'),
      sound,
    ).toBe(true);
  }
});

test('every burst fits into the noise it is cut from, and every voice has the time to set in', () => {
  for (const sound of SOUNDS) {
    for (const { length, kind } of voicesOf(sound)) {
      expect(length).toBeGreaterThan(0.02);
      if (kind === 'noise') expect(length).toBeLessThan(0.4);
    }
  }
});
