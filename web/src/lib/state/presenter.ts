/**
 * The picture that the reader gets to see. Events arrive faster than one can look: a finished trick stays a
 * while before it is taken away, cards are drawn one after the other, and what came after waits. Only the
 * picture waits: what one may do follows from the newest state.
 */
import type { TableEvent, TableEventOf } from '../protocol';
import { isTablicEvent } from './game';
import { partway, partwayTaking, partwayTrick, type TableState } from './table';
import { takingOf } from './tablic/taking';

/** The paces of the picture: `tap` waits at every finished trick, in tablić at every capture. */
export const PACES = ['slow', 'normal', 'fast', 'tap'] as const;
export type Pace = (typeof PACES)[number];

interface Times {
  /** The time for which a full trick or a capture stays, in milliseconds. */
  trick: number | 'tap';
  /** The time in which it travels to its taker before anything else happens. */
  taken: number;
  /** The time that a drawn card has to itself. */
  draw: number;
  /** The least time for which every other card stays before the next one comes. */
  card: number;
}

export const TIMES: Record<Pace, Times> = {
  slow: { trick: 2400, taken: 450, draw: 600, card: 600 },
  normal: { trick: 1200, taken: 280, draw: 320, card: 320 },
  fast: { trick: 600, taken: 180, draw: 160, card: 200 },
  tap: { trick: 'tap', taken: 280, draw: 320, card: 320 },
};

/** With more waiting than this the page fell behind (a sleeping tab): the rest is shown at once. */
const MOST_WAITING = 20;

export interface Frame {
  state: TableState;
  /** The time for which it stays before the next one, in milliseconds; `tap`: until one taps. */
  hold: number | 'tap';
}

export interface Presentation {
  shown: TableState;
  /** The time for which `shown` stays. */
  hold: number | 'tap';
  waiting: readonly Frame[];
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
  const frames = framesOf(before, event, after, TIMES[pace]);
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

/** True if nothing waits to be seen any more. */
export function isStill(now: Presentation): boolean {
  return now.waiting.length === 0 && now.hold === 0;
}

function framesOf(before: TableState, event: TableEvent, after: TableState, times: Times): Frame[] {
  if (event.type !== 'moved') return [{ state: after, hold: 0 }];
  const taken = event.events.findIndex((happened) => happened.type === 'trick_taken');
  const end: Frame = { state: after, hold: times.card };
  if (event.events.some(isTablicEvent)) return [...tablicFrames(before, event, times), end];
  if (taken < 0) return [end];
  const frames: Frame[] = [{ state: partwayTrick(before, event, taken), hold: times.trick }];
  for (let happened = taken + 1; happened < event.events.length; happened++) {
    const hold = happened === taken + 1 ? times.taken : times.draw;
    frames.push({ state: partway(before, event, happened), hold });
  }
  return [...frames, end];
}

/** A capture lies there until it was seen, and new cards are dealt only when the last one has been played. */
function tablicFrames(before: TableState, event: TableEventOf<'moved'>, times: Times): Frame[] {
  return event.events.flatMap((happened, n): Frame[] => {
    const taking = isTablicEvent(happened) && takingOf(happened) !== undefined;
    const follows = event.events[n + 1]?.type;
    const pause = follows === 'dealt' || follows === 'swept';
    return [
      ...(taking ? [{ state: partwayTaking(before, event, n), hold: times.trick }] : []),
      ...(pause && happened.type !== 'dealt' ? [{ state: partway(before, event, n + 1), hold: taking ? times.taken : times.card }] : []),
    ];
  });
}
