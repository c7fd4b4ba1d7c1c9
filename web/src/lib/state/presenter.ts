/**
 * What the eye gets to see. Events arrive faster than one can look: a finished
 * trick stays a while before it is taken away, and what came after it waits.
 * Only the picture waits: what one may do follows from the newest state.
 */
import type { TableEvent } from '../protocol';
import { beforeTaking, type TableState } from './table';

/** How long a full trick stays, in milliseconds. */
export const TRICK_MS = 1200;
/** How long every other card stays at least before the next one comes. */
const CARD_MS = 320;
/** With more waiting than this the page fell behind (a sleeping tab): the rest is shown at once. */
const MOST_WAITING = 12;

export interface Frame {
  state: TableState;
  /** How long it stays before the next one, in milliseconds; `tap`: until one taps. */
  hold: number | 'tap';
}

export interface Presentation {
  shown: TableState;
  /** How long `shown` stays. */
  hold: number | 'tap';
  waiting: readonly Frame[];
}

export interface Pace {
  /** Whether a full trick waits for a tap instead of going by itself. */
  tap: boolean;
}

/** Shows this state now and forgets what waited. */
export function showNow(state: TableState): Presentation {
  return { shown: state, hold: 0, waiting: [] };
}

/** Queues what an event changes. `before` and `after` are the newest states around it. */
export function queue(
  now: Presentation,
  before: TableState,
  event: TableEvent,
  after: TableState,
  pace: Pace,
): Presentation {
  const frames = framesOf(before, event, after, pace);
  if (now.waiting.length + frames.length > MOST_WAITING) return showNow(after);
  const waiting = [...now.waiting, ...frames];
  return now.hold === 0 ? step({ ...now, waiting }) : { ...now, waiting };
}

/** Goes on to the next frame. */
export function step(now: Presentation): Presentation {
  const [next, ...waiting] = now.waiting;
  if (!next) return { ...now, hold: 0 };
  const moved = { shown: next.state, hold: next.hold, waiting };
  return next.hold === 0 && waiting.length > 0 ? step(moved) : moved;
}

/** Goes straight to the newest state. */
export function skip(now: Presentation): Presentation {
  const newest = now.waiting.at(-1);
  return newest ? showNow(newest.state) : { ...now, hold: 0 };
}

function framesOf(before: TableState, event: TableEvent, after: TableState, pace: Pace): Frame[] {
  if (event.type !== 'moved') return [{ state: after, hold: 0 }];
  const full = beforeTaking(before, event);
  if (!full) return [{ state: after, hold: CARD_MS }];
  return [
    { state: full, hold: pace.tap ? 'tap' : TRICK_MS },
    { state: after, hold: CARD_MS },
  ];
}
