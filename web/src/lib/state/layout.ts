/** The places of the players on the screen, seen from one seat. Play is clockwise: the next one sits to the left. */
import type { Seat } from '../protocol';

/** Named as its area in the grid of a table is. */
export type Side = 'bottom' | 'left' | 'top' | 'right';

const SIDES: Record<number, readonly Side[]> = {
  2: ['bottom', 'top'],
  3: ['bottom', 'left', 'right'],
  4: ['bottom', 'left', 'top', 'right'],
};

/** The side of a seat; a spectator looks from seat 0. */
export function sideOf(seat: Seat, you: Seat | null, seats: number): Side {
  const steps = (seat - (you ?? 0) + seats) % seats;
  return SIDES[seats]?.[steps] ?? 'top';
}

/** The other seats in the order they play after `you`. */
export function others(you: Seat | null, seats: number): Seat[] {
  return Array.from({ length: seats - 1 }, (_, i) => ((you ?? 0) + 1 + i) % seats);
}
