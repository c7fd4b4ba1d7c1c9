/** How sure a rating is. */
import type { RatingChange } from '../protocol';

/** The rating with which everybody begins. */
const START = 1500;
/** The highest deviation of a rating that counts as known. */
const SETTLED = 110;
/** Not even an unexpected result moves a known rating by more in one match. */
const MOST_SETTLED_CHANGE = 70;

/** True if the rating was moved by a match; before that it tells nothing of the player. */
export function isPlayedFor(rating: number | undefined): rating is number {
  return rating !== undefined && rating !== START;
}

export function isSettled(deviation: number): boolean {
  return deviation <= SETTLED;
}

/** False if the change betrays that the rating is not known yet. The deviation itself is not told with it. */
export function isSettledChange({ before, after }: RatingChange): boolean {
  return before !== START && Math.abs(after - before) <= MOST_SETTLED_CHANGE;
}
