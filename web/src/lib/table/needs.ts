/** The things that have to find a place at a table, by its game. */
import { GAMES } from '../../games';
import type { GameOptions, Seat } from '../protocol';
import type { Direction } from '../state/layout';
import type { Needs } from './geometry';

/** Returns the needs of a table seen from a seat; without one, by a spectator. Play goes round it in this direction. */
export function needsOf({ name }: GameOptions, seats: number, you: Seat | null, direction: Direction, coach = false): Needs {
  return {
    ...GAMES[name].needs(seats),
    open: GAMES[name].captures !== undefined,
    seats,
    from: you ?? 0,
    direction,
    hand: you === null ? 0 : GAMES[name].hand(seats),
    full: GAMES[name].hand(seats),
    revealed: false,
    coach: coach && you !== null,
  };
}
