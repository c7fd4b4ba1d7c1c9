/** The pace of a replay that goes by itself. */
import type { Replay } from './replay';

export const SPEEDS = ['slow', 'normal', 'fast', 'real'] as const;
export type Speed = (typeof SPEEDS)[number];

const STEP_MS: Record<Exclude<Speed, 'real'>, number> = { slow: 2600, normal: 1300, fast: 500 };
/** Nobody wants to wait longer than this for a recorded time to think. */
const LONGEST_MS = 8000;
const SHORTEST_MS = 350;
/** The time for which a full trick stays, in times of a card. */
const TRICK = 1.6;

/** Returns the time for which the position after `step` actions stays; undefined at the end. */
export function stayMs(replay: Replay, step: number, speed: Speed): number | undefined {
  const next = replay.record.steps[step];
  if (!next) return undefined;
  const trick = replay.positions[step]?.taker === undefined ? 1 : TRICK;
  if (speed !== 'real') return STEP_MS[speed] * trick;
  return Math.min(Math.max(next.thinking_ms, SHORTEST_MS * trick), LONGEST_MS);
}

/** The step that an address names: past the end the last one; what is no step is the start. */
export function stepOf(replay: Replay, move: string | undefined): number {
  const step = Number(move ?? 0);
  return Number.isInteger(step) && step >= 0 ? Math.min(step, replay.positions.length - 1) : 0;
}
