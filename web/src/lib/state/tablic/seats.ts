/** What only tablić says at a seat. Which cards a pile holds is for memories. */
import type { Seat, TablicView } from '../../protocol';

export interface TablicSeat {
  /** How many cards the seat has captured. */
  captured: number;
  tablas: number;
}

export function tablicSeat(view: TablicView, seat: Seat): TablicSeat {
  return { captured: view.piles[seat]?.length ?? 0, tablas: view.tablas[seat] ?? 0 };
}
