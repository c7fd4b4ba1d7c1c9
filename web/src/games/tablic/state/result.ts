/** The score of a deal of tablić, item by item, so that a reader can add it up. */
import type { Seat, TablicDealResult } from '../../../lib/protocol';
import { MOST_CARDS_POINTS } from './cards';

export interface TablicLine {
  seat: Seat;
  /** The number of captured cards; no points by themselves. */
  cards: number;
  /** The value of the cards, in points. */
  points: number;
  /** The points for the most cards. */
  most: number;
  tablas: number;
  score: number;
  won: boolean;
}

/** The players' lines, best first; of equals the lower seat first. `won` considers forfeits, if it is known. */
export function tablicTable({ seats }: TablicDealResult, won?: readonly boolean[]): TablicLine[] {
  const lines = seats.map((seat, i) => ({
    seat: i,
    cards: seat.cards,
    points: seat.card_points,
    most: seat.most_cards ? MOST_CARDS_POINTS : 0,
    tablas: seat.tablas,
    score: seat.score,
    won: won?.[i] ?? seat.won,
  }));
  return lines.sort((a, b) => b.score - a.score || a.seat - b.seat);
}
