/** The part of the form for a new table that belongs to tršet and kifameno. */
import type { Suit } from '../../cards/packs/italian/notation';
import type { TrsetVariant } from '../../protocol/generated/TrsetVariant';
import type { TrsetOptions } from '../../lib/protocol';
import { TRSET_PLAYERS as PLAYERS, TRSET_TARGETS as TARGETS } from '../../lib/protocol';

export { PLAYERS, TARGETS };

export interface TrsetForm {
  players: (typeof PLAYERS)[number];
  removed: Suit;
  declarations: boolean;
  cappotto: boolean;
  /** True if four play kifameno without partners. */
  kifamenoAlone: boolean;
  cappottoDoubles: boolean;
  pointlessRedealt: boolean;
  stopsAtTarget: boolean;
  /** Whole points, or 0 for a single deal. */
  target: number;
}

export const TRSET_FORM: TrsetForm = {
  players: 2,
  removed: 'D',
  declarations: false,
  cappotto: false,
  kifamenoAlone: true,
  cappottoDoubles: false,
  pointlessRedealt: false,
  stopsAtTarget: false,
  target: 0,
};

export function trsetOptions(form: TrsetForm, variant: TrsetVariant): TrsetOptions {
  const options: TrsetOptions = { variant, players: form.players };
  if (form.players === 3) options.removed_four = form.removed;
  if (variant === 'trset' && form.declarations) options.declarations = true;
  if (variant === 'kifameno' && form.cappotto) options.cappotto = true;
  if (form.target > 0) options.target = form.target;
  if (variant === 'kifameno' && form.players === 4 && form.kifamenoAlone) options.alone = true;
  if (variant === 'trset') {
    if (form.cappottoDoubles) options.cappotto_doubles = true;
    if (form.pointlessRedealt) options.pointless_redealt = true;
    if (form.target > 0 && form.stopsAtTarget) options.stops_at_target = true;
  }
  return options;
}
