/** The things that have to find a place at a table, by its game. */
import type { GameOptions, Seat } from '../protocol';
import type { Needs } from './geometry';

/** The most cards that a hand holds while cards are played. */
const HAND = { trset: 10, tarok: 16, tablic: 6 } as const;

/** Returns the needs of a table seen from a seat; without one, by somebody who only looks on. */
export function needsOf({ name }: GameOptions, seats: number, you: Seat | null, coach = false): Needs {
  return {
    seats,
    from: you ?? 0,
    hand: you === null ? 0 : HAND[name],
    open: name === 'tablic',
    stock: name !== 'trset' || seats < 4,
    contract: name === 'tarok',
    revealed: false,
    coach: coach && you !== null,
  };
}
