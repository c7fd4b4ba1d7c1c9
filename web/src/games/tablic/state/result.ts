/** The score of a deal of tablić, item by item, so that a reader can add it up. */
import type { Seat, TablicDealResult, TablicOptions } from '../../../lib/protocol';
import type { Side } from '../../module';
import { MOST_CARDS_POINTS } from './cards';
import { partnerOf } from './seats';

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

/** The players' lines, best first; of equals the lower seat first, beside its partner, whose line is the same. `won` considers forfeits, if it is known. */
export function tablicTable({ seats }: TablicDealResult, options: TablicOptions, won?: readonly boolean[]): TablicLine[] {
  const first = (seat: Seat): Seat => Math.min(seat, partnerOf(options, seat) ?? seat);
  const lines = seats.map((seat, i) => ({
    seat: i,
    cards: seat.cards,
    points: seat.card_points,
    most: seat.most_cards ? MOST_CARDS_POINTS : 0,
    tablas: seat.tablas,
    score: seat.score,
    won: won?.[i] ?? seat.won,
  }));
  return lines.sort((a, b) => b.score - a.score || first(a.seat) - first(b.seat) || a.seat - b.seat);
}

/** The sides of a finished deal: pairs, or every player alone. `won` considers forfeits. */
export function tablicSides(options: TablicOptions, { seats }: TablicDealResult, won: readonly boolean[]): Side[] {
  const firsts = seats.flatMap(({ score }, seat) => ((partnerOf(options, seat) ?? seat) < seat ? [] : [{ seat, score }]));
  return firsts.map(({ seat, score }) => {
    const partner = partnerOf(options, seat);
    const own = partner === undefined ? [seat] : [seat, partner];
    return { seats: own, points: score, won: own.some((one) => won[one]) };
  });
}
