/** The places of the players on the screen, seen from one seat. */
import type { Seat } from '../protocol';

/** The ways in which play goes round on the screen: to the player on the left, or to the one on the right. */
export const DIRECTIONS = ['clockwise', 'counterclockwise'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** A table as it is seen. */
export interface Round {
  seats: number;
  /** The seat at the lower edge. */
  from: Seat;
  direction: Direction;
}

/** Returns the place of a seat: 0 at the lower edge, the others clockwise on the screen, whichever way play goes. */
export function placeOfSeat(seat: Seat, { seats, from, direction }: Round): number {
  const steps = direction === 'clockwise' ? seat - from : from - seat;
  return (steps + seats) % seats;
}

/** Returns the seats in the order of play, the one at the lower edge first. */
export function inOrderOfPlay({ seats, from }: Pick<Round, 'seats' | 'from'>): Seat[] {
  return Array.from({ length: seats }, (_, steps) => (from + steps) % seats);
}

/** Named as its area in the grid of a table is. */
export type Side = 'bottom' | 'left' | 'top' | 'right';

const SIDES: Record<number, readonly Side[]> = {
  2: ['bottom', 'top'],
  3: ['bottom', 'left', 'right'],
  4: ['bottom', 'left', 'top', 'right'],
};

/** The side of a place; where there are more than sides, all places are at the top. */
export function sideOf(place: number, seats: number): Side {
  return SIDES[seats]?.[place] ?? 'top';
}
