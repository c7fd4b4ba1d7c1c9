/** The facts of tablić at a seat. The cards of a pile are not shown: players must remember them. */
import type { Seat } from '../../../lib/protocol';
import type { TablicView } from '../view';

export interface TablicSeat {
  tablas: number;
}

export function tablicSeat(view: TablicView, seat: Seat): TablicSeat {
  return { tablas: view.tablas[seat] ?? 0 };
}
