/** The facts of tablić at a seat. The cards of a pile are not shown: players must remember them. */
import type { Seat, TablicView } from '../../protocol';

export interface TablicSeat {
  /** The number of cards the seat has captured. */
  captured: number;
  tablas: number;
}

export function tablicSeat(view: TablicView, seat: Seat): TablicSeat {
  return { captured: view.piles[seat]?.length ?? 0, tablas: view.tablas[seat] ?? 0 };
}
