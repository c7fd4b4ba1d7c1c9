/** Tests of the sounds when one picture of a table follows another, and of the cards just drawn. */
import { expect, test } from 'vitest';
import type { TableEvent } from '../protocol';
import { cuesBetween } from './cues';
import { justDrawn, lastDrawn } from './log';
import { applyEvent, fromSnapshot, withPlayed, type TableState } from './table';
import { deal, dealLed, snapshot, takes } from './testing';

const start = fromSnapshot(snapshot({ deal: dealLed() }), 0);

const taking = takes('B7', 'SA');

function next(state: TableState, event: TableEvent): TableState {
  const applied = applyEvent(state, state.seq + 1, event, 0);
  if (applied.kind !== 'next') throw new Error(applied.kind);
  return applied.state;
}

test('a trick that ends is taken', () => {
  expect(cuesBetween(start, next(start, taking))).toEqual(['take']);
});

test('a card is heard when it is played, ahead of the answer', () => {
  const ahead = withPlayed(start, 0, 'D3');
  expect(cuesBetween(start, ahead)).toEqual(['card']);
});

test('a new deal is heard', () => {
  const before = fromSnapshot(snapshot({ phase: 'shuffling', deal: null }), 0);
  const after = next(before, { type: 'dealt', deal: deal() });
  expect(cuesBetween(before, after)).toEqual(['deal']);
});

test('after a reload or a lost connection nothing is heard', () => {
  const again = fromSnapshot(snapshot({ seq: 11, deal: deal({ number: 2 }) }), 0, start);
  expect(cuesBetween(start, again)).toEqual([]);
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
