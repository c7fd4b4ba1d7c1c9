import { expect, test } from 'vitest';
import type { TableEvent } from '../protocol';
import { toldIn } from './cues';
import { COUNT_MS, TIMES, isStill, queue, showNow, skip, step, type Presentation } from './presenter';
import { stepsOf } from './steps';
import { dealLed, drew, played, snapshot, takes, trset } from './testing';
import { applyEvent, fromSnapshot, type TableState } from './table';

const AUTO = 'normal';

const start = fromSnapshot(snapshot({ deal: dealLed() }), 0);

const taking = takes();
const leads: TableEvent = {
  type: 'moved',
  seat: 0,
  action: 'C4',
  by: 'player',
  thinking_ms: 1,
  events: [played(0, 'C4')],
  turn: { seat: 1, move_ms: 1, bank_ms: 1 },
};

function next(state: TableState, event: TableEvent): TableState {
  const applied = applyEvent(state, state.seq + 1, event, 0);
  if (applied.kind !== 'next') throw new Error(applied.kind);
  return applied.state;
}

const taken = next(start, taking);
const led = next(taken, leads);

function cards(presentation: Presentation): readonly string[] | undefined {
  return trset(presentation.shown.deal?.view).trick.cards;
}

test('a full trick stays a while, then it is taken, then play goes on', () => {
  let now = queue(showNow(start), stepsOf(start, taking, taken), AUTO);
  expect(cards(now)).toEqual(['DK', 'D3']);
  expect(now.hold).toBe(TIMES.normal.trick);
  expect(now.shown.closing).toMatchObject({ type: 'trick_taken', seat: 0, thirds: 2 });
  now = queue(now, stepsOf(taken, leads, led), AUTO);
  expect(cards(now)).toEqual(['DK', 'D3']);
  now = step(now);
  expect(cards(now)).toEqual([]);
  expect(now.shown.closing).toBeNull();
  now = step(now);
  expect(cards(now)).toEqual(['C4']);
  now = step(now);
  expect(now).toMatchObject({ hold: 0, waiting: [] });
  expect(now.shown).toBe(led);
});

test('cards are drawn one after the other, the taker first', () => {
  const stocked = fromSnapshot(snapshot({ deal: dealLed() }), 0);
  const draws: TableEvent = {
    ...taking,
    events: [...taking.events, drew(0, 'B7'), drew(1, 'SA')],
  };
  let now = queue(showNow(stocked), stepsOf(stocked, draws, next(stocked, draws)), 'fast');
  const stock: (number | undefined)[] = [];
  const holds: unknown[] = [];
  for (;;) {
    stock.push(trset(now.shown.deal?.view).stock);
    holds.push(now.hold);
    if (isStill(now)) break;
    now = step(now);
  }
  const { trick, taken, draw, card } = TIMES.fast;
  expect(stock).toEqual([2, 2, 1, 0, 0]);
  expect(holds).toEqual([trick, taken, draw, card, 0]);
  expect(trset(now.shown.deal?.view).known).toEqual([['C4', 'B7'], ['SA']]);
});

test('one who does not want to wait sees the newest state at once', () => {
  const now = queue(queue(showNow(start), stepsOf(start, taking, taken), AUTO), stepsOf(taken, leads, led), AUTO);
  expect(skip(now)).toMatchObject({ shown: led, hold: 0, waiting: [] });
  expect(toldIn(skip(now).cues).map((fact) => fact.kind === 'game' && fact.event.type)).toEqual(['trick_taken', 'played']);
  expect(skip(showNow(led)).shown).toBe(led);
});

test('as the player sets it, a full trick waits for a tap', () => {
  expect(queue(showNow(start), stepsOf(start, taking, taken), 'tap').hold).toBe('tap');
});

test('piles are counted up only where things may move', () => {
  const steps = [
    { state: taken, hold: 'count' as const, cues: [] },
    { state: led, hold: 'none' as const, cues: [] },
  ];
  expect(queue(showNow(start), steps, AUTO)).toMatchObject({ shown: taken, hold: COUNT_MS });
  expect(queue(showNow(start), steps, AUTO, false)).toMatchObject({ shown: led, hold: 0, waiting: [] });
});

test('what is not a card shows at once', () => {
  const chat: TableEvent = { type: 'spectators', count: 2 };
  const after = next(start, chat);
  expect(queue(showNow(start), stepsOf(start, chat, after), AUTO)).toEqual(showNow(after));
});

test('a page that fell behind catches up in one go', () => {
  let now = queue(showNow(start), stepsOf(start, taking, taken), AUTO);
  let before = taken;
  for (let n = 0; n < 20; n++) {
    const event: TableEvent = { type: 'spectators', count: n };
    const after = next(before, event);
    now = queue(now, stepsOf(before, event, after), AUTO);
    before = after;
  }
  expect(now.waiting.length).toBeLessThan(13);
  expect(skip(now).shown).toBe(before);
});
