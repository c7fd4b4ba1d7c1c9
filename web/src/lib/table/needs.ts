/** The things that have to find a place at a table, by its game. */
import { GAMES } from '../../games';
import type { GameOptions, Seat } from '../protocol';
import type { Needs } from './geometry';

/** Returns the needs of a table seen from a seat; without one, by a spectator. */
export function needsOf({ name }: GameOptions, seats: number, you: Seat | null, coach = false): Needs {
  return {
    ...GAMES[name].needs(seats),
    open: GAMES[name].captures !== undefined,
    seats,
    from: you ?? 0,
    hand: you === null ? 0 : GAMES[name].hand(seats),
    revealed: false,
    coach: coach && you !== null,
  };
}
