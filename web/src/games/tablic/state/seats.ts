/** The facts of tablić at a seat. The cards of a pile are not shown: players must remember them. */
import type { Seat, TablicOptions } from '../../../lib/protocol';
import type { TablicView } from '../view';

/** Returns the partner, who sits opposite, if pairs play. */
export function partnerOf({ players, pairs }: TablicOptions, seat: Seat): Seat | undefined {
  return pairs ? (seat + 2) % players : undefined;
}

/** The number of cards that the player has captured, those of a partner included. */
export function capturedBy({ options, piles }: TablicView, seat: Seat): number {
  const partner = partnerOf(options, seat);
  return (piles[seat]?.length ?? 0) + (partner === undefined ? 0 : (piles[partner]?.length ?? 0));
}

export interface TablicSeat {
  tablas: number;
}

export function tablicSeat(view: TablicView, seat: Seat): TablicSeat {
  return { tablas: view.tablas[seat] ?? 0 };
}
