/** A deal of tršet or kifameno as the page shows it. */
import type { TrsetDealResult } from '../../protocol/generated/TrsetDealResult';
import type { TrsetOptions, TrsetStatus } from '../../lib/protocol';
import type { Common, Followed, Frame, Trick } from '../../lib/state/view';
import { countIn } from '../../lib/state/zones';
import { bySeat, common, trickFrom } from '../common';

export interface TrsetView extends Common {
  options: TrsetOptions;
  trick: Trick;
  stock: number;
  thirds: readonly number[];
  declared: readonly (readonly string[])[];
  result: TrsetDealResult | null;
}

export type TrsetGameView = TrsetView & { game: 'trset' };

export function trsetView(frame: Frame, deal: Followed, status: TrsetStatus, options: TrsetOptions): TrsetGameView {
  const { leader, tricks, thirds, declared } = status;
  return {
    ...common(frame, deal),
    game: 'trset',
    options,
    trick: trickFrom(frame, deal.zones, leader),
    stock: countIn(deal.zones, 'stock'),
    tricks,
    thirds,
    declared: declared ?? bySeat(frame, () => []),
    result: deal.result?.game === 'trset' ? deal.result : null,
  };
}
