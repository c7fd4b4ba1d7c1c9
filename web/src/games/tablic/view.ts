/** A deal of tablić as the page shows it. */
import type { TablicOptions, TablicStatus } from '../../lib/protocol';
import type { Common, Followed, Frame } from '../../lib/state/view';
import { countIn } from '../../lib/state/zones';
import { common } from '../common';

export interface TablicView extends Common {
  options: TablicOptions;
  deck: number;
  tablas: readonly number[];
}

export type TablicGameView = TablicView & { game: 'tablic' };

export function tablicView(frame: Frame, deal: Followed, { tablas }: TablicStatus, options: TablicOptions): TablicGameView {
  return { ...common(frame, deal), game: 'tablic', options, deck: countIn(deal.zones, 'stock'), tablas };
}
