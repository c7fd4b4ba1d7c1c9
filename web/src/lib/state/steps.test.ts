/** Tests of the steps of an event, of what is heard in them, and of the cards just drawn. */
import { expect, test } from 'vitest';
import type { TableEvent } from '../protocol';
import { soundsIn } from './cues';
import { justDrawn, lastDrawn } from './log';
import { ownStep, stepsOf, withPlayed } from './steps';
import { applyEvent, fromSnapshot, type TableState } from './table';
import { deal, dealLed, snapshot, takes } from './testing';

const start = fromSnapshot(snapshot({ deal: dealLed() }), 0);

const taking = takes('B7', 'SA');

function next(state: TableState, event: TableEvent): TableState {
  const applied = applyEvent(state, state.seq + 1, event, 0);
  if (applied.kind !== 'next') throw new Error(applied.kind);
  return applied.state;
}

test('a trick that ends is taken when it was seen, then each draws', () => {
  const steps = stepsOf(start, taking, next(start, taking));
  expect(steps.map(({ hold, cues }) => [hold, soundsIn(cues)])).toEqual([
    ['trick', ['card']],
    ['taken', ['take']],
    ['draw', ['card']],
    ['card', ['card']],
  ]);
});

test('a card is heard when it is played, ahead of the answer, and not again with it', () => {
  expect(soundsIn(ownStep(start, 'D3')?.cues ?? [])).toEqual(['card']);
  const steps = stepsOf(start, taking, next(start, taking), 1);
  expect(steps.map(({ cues }) => soundsIn(cues))).toEqual([[], ['take'], ['card'], ['card']]);
});

test('a new deal is heard', () => {
  const before = fromSnapshot(snapshot({ phase: 'shuffling', deal: null }), 0);
  const event: TableEvent = { type: 'dealt', deal: deal() };
  expect(stepsOf(before, event, next(before, event)).flatMap(({ cues }) => soundsIn(cues))).toEqual(['deal']);
});

test('of many sounds at once each is heard once, and the rustle of a trick drowns a card', () => {
  const steps = stepsOf(start, taking, next(start, taking));
  expect(soundsIn(steps.flatMap(({ cues }) => cues))).toEqual(['take']);
});

test('what was drawn since the last trick is remembered, until the next one', () => {
  const after = next(start, taking);
  expect(lastDrawn(after.log, 1)).toEqual(['SA']);
  const again = next(after, { ...taking, events: taking.events.slice(0, 2) });
  expect(lastDrawn(again.log, 1)).toEqual([]);
});

test('a card is just drawn until its player plays', () => {
  const after = next(start, taking);
  expect([0, 1].map((seat) => justDrawn(after.log, seat))).toEqual([['B7'], ['SA']]);
  const played = withPlayed(after, 0, 'C4');
  expect([0, 1].map((seat) => justDrawn(played.log, seat))).toEqual([[], ['SA']]);
});
