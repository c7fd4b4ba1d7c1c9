/** The rest of a player's time, by the local clock. */
import type { Turn } from '../protocol';

export interface TimeLeft {
  /** The time for this move, in milliseconds. */
  move: number;
  /** The time in the bank, in milliseconds. */
  bank: number;
}

/** With less than this altogether a player should hurry. */
export const URGENT_MS = 10_000;

/**
 * `toldAt` and `now` are of the same local clock. The bank runs when the move's time is up.
 * Undefined if no clock runs.
 */
export function timeLeft(turn: Turn, toldAt: number, now: number): TimeLeft | undefined {
  if (turn.move_ms === null || turn.bank_ms === null) return undefined;
  const gone = Math.max(0, now - toldAt);
  const over = Math.max(0, gone - turn.move_ms);
  return { move: Math.max(0, turn.move_ms - gone), bank: Math.max(0, turn.bank_ms - over) };
}

/** Milliseconds as `1:05` or `9`: whole seconds, begun ones counted. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return String(seconds);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
