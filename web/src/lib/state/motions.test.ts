/** Tests of the motions and sounds when one picture of a table follows another. */
import { expect, test } from 'vitest';
import type { TableEvent } from '../protocol';
import { cuesBetween } from './cues';
import { justDrawn, lastDrawn } from './log';
import { motionsBetween } from './motions';
import { applyEvent, fromSnapshot, withPlayed, type TableState } from './table';
import { deal, dealLed, snapshot, takes } from './testing';

const start = fromSnapshot(snapshot({ deal: dealLed() }), 0);

const taking = takes('B7', 'SA');

function next(state: TableState, event: TableEvent): TableState {
  const applied = applyEvent(state, state.seq + 1, event, 0);
  if (applied.kind !== 'next') throw new Error(applied.kind);
  return applied.state;
}

test('a trick that ends: the card, the taking, the draws', () => {
  expect(motionsBetween(start, next(start, taking))).toEqual([
    { kind: 'play', seat: 0, card: 'D3', own: true },
    { kind: 'take', seat: 0, cards: ['DK', 'D3'] },
    { kind: 'draw', seat: 0, card: 'B7', own: true },
    { kind: 'draw', seat: 1, card: 'SA', own: false },
  ]);
  expect(cuesBetween(start, next(start, taking))).toEqual(['take']);
});

test('a card that lay on the table ahead of the answer does not travel twice', () => {
  const ahead = withPlayed(start, 0, 'D3');
  expect(motionsBetween(start, ahead)).toEqual([{ kind: 'play', seat: 0, card: 'D3', own: true }]);
  expect(cuesBetween(start, ahead)).toEqual(['card']);
  expect(motionsBetween(ahead, next(start, taking)).map((motion) => motion.kind)).toEqual(['take', 'draw', 'draw']);
});

test('a new deal comes from the dealer', () => {
  const before = fromSnapshot(snapshot({ phase: 'shuffling', deal: null }), 0);
  const after = next(before, { type: 'dealt', deal: deal() });
  expect(motionsBetween(before, after)).toEqual([{ kind: 'deal', dealer: 1, seats: [0, 1], open: ['D3', 'C4'] }]);
  expect(cuesBetween(before, after)).toEqual(['deal']);
});

test('after a reload, a lost connection or much at once everything stands where it is', () => {
  const again = fromSnapshot(snapshot({ seq: 11, deal: deal({ number: 2 }) }), 0, start);
  expect(motionsBetween(start, again)).toEqual([]);
  expect(cuesBetween(start, again)).toEqual([]);
  let state = start;
  for (let n = 0; n < 5; n++) state = next(state, taking);
  expect(motionsBetween(start, state)).toEqual([]);
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
