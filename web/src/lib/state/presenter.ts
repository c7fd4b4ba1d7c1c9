/**
 * The picture that the reader gets to see. Events arrive faster than one can look: their steps are played one
 * after the other, and those that came after wait. Only the picture waits: what one may do follows from the
 * newest state.
 */
import type { Cue } from './cues';
import type { Hold, Step } from './steps';
import type { TableState } from './table';

/** The paces of the picture: `tap` waits at every finished trick, and at every capture. */
export const PACES = ['slow', 'normal', 'fast', 'tap'] as const;
export type Pace = (typeof PACES)[number];

/** The time for which a trick lies there after a claim. */
export const LAID_MS = 220;

/** The time in which the piles are counted up. */
export const COUNT_MS = 1700;

/** The time for which each kind of step stays, in milliseconds. */
type Times = Readonly<Record<Hold, number | 'tap'>>;

export const TIMES: Record<Pace, Times> = {
  slow: { none: 0, trick: 2400, taken: 450, draw: 600, card: 600, laid: LAID_MS, count: COUNT_MS },
  normal: { none: 0, trick: 1200, taken: 280, draw: 320, card: 320, laid: LAID_MS, count: COUNT_MS },
  fast: { none: 0, trick: 600, taken: 180, draw: 160, card: 200, laid: LAID_MS, count: COUNT_MS },
  tap: { none: 0, trick: 'tap', taken: 280, draw: 320, card: 320, laid: LAID_MS, count: COUNT_MS },
};

/** With more waiting than this the page fell behind (a sleeping tab): the rest is shown at once. */
const MOST_WAITING = 20;

interface Frame {
  state: TableState;
  /** The time for which it stays before the next one, in milliseconds; `tap`: until one taps. */
  hold: number | 'tap';
  cues: readonly Cue[];
}

export interface Presentation {
  shown: TableState;
  /** The time for which `shown` stays. */
  hold: number | 'tap';
  /** The cues that fell since the presentation before. */
  cues: readonly Cue[];
  waiting: readonly Frame[];
}

/** Shows this state now and forgets what waited. */
export function showNow(state: TableState, cues: readonly Cue[] = []): Presentation {
  return { shown: state, hold: 0, cues, waiting: [] };
}

/** Queues the steps of an event. Piles are counted up only where things may move. */
export function queue(now: Presentation, steps: readonly Step[], pace: Pace, moves = true): Presentation {
  const seen = moves ? steps : steps.filter(({ hold }) => hold !== 'count');
  const waiting = [...now.waiting, ...seen.map((step) => ({ ...step, hold: TIMES[pace][step.hold] }))];
  // The cards laid down after a claim come all at once, and quickly.
  if (waiting.length > MOST_WAITING && !waiting.at(-1)?.state.claimed) return skip({ ...now, waiting });
  return now.hold === 0 ? step({ ...now, waiting }) : { ...now, cues: [], waiting };
}

/** Goes on to the next frame. */
export function step(now: Presentation): Presentation {
  const [next, ...waiting] = now.waiting;
  if (!next) return { ...now, hold: 0, cues: [] };
  const moved = { shown: next.state, hold: next.hold, cues: next.cues, waiting };
  if (next.hold !== 0 || waiting.length === 0) return moved;
  const on = step(moved);
  return { ...on, cues: [...next.cues, ...on.cues] };
}

/** Goes straight to the newest state. */
export function skip(now: Presentation): Presentation {
  const newest = now.waiting.at(-1);
  return newest
    ? showNow(
        newest.state,
        now.waiting.flatMap(({ cues }) => cues),
      )
    : { ...now, hold: 0, cues: [] };
}

/** True if nothing waits to be seen any more. */
export function isStill(now: Presentation): boolean {
  return now.waiting.length === 0 && now.hold === 0;
}
