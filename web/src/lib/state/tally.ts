/** The figures that are counted up at the piles when a deal has been played to its end. */
import { GAMES, type GameView } from '../../games';
import type { GameResult, Seat } from '../protocol';

export interface Tally {
  seat: Seat;
  /** In points, or in thirds of them. */
  amount: number;
  thirds: boolean;
}

/** Returns the figures by seat; none where the cards were not all played, or do not count. */
export function tallyOf(view: GameView, result: GameResult): Tally[] {
  if (view.hand_sizes.some((size) => size > 0)) return [];
  return GAMES[result.game].tally(result);
}

/** Returns the amount that has been counted after this part of the time, from 0 to 1. */
export function countedAt(amount: number, part: number): number {
  return Math.round(amount * Math.min(1, Math.max(0, part)));
}
