/** The wait before the n-th try to connect again. */

const FIRST_MS = 400;
/** A player waits no longer than this for a server that is there again. */
const MOST_MS = 6_000;

/**
 * Grows with every try, never past a limit, and half of it is chance:
 * otherwise everybody comes back in the same moment after a restart.
 */
export function backoff(tries: number, random: () => number): number {
  const full = Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(tries, 16));
  return Math.round(full / 2 + (full / 2) * random());
}
