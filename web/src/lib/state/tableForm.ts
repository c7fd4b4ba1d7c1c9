/** The form for a new table, and the table it describes. */
import { SUITS, type Suit } from '../../cards/notation';
import type { Clock, TableConfig, TrsetOptions } from '../protocol';

export const TARGETS = [11, 21, 31, 41, 51] as const;
export const PLAYERS = [2, 3, 4] as const;
export { SUITS };

export type ClockName = 'fast' | 'normal' | 'slow';

const CLOCKS: Record<ClockName, Clock> = {
  fast: { move_ms: 10_000, bank_ms: 30_000, grace_ms: 30_000 },
  normal: { move_ms: 20_000, bank_ms: 60_000, grace_ms: 30_000 },
  slow: { move_ms: 60_000, bank_ms: 300_000, grace_ms: 120_000 },
};

export interface TableForm {
  variant: 'trset' | 'kifameno';
  players: (typeof PLAYERS)[number];
  removed: Suit;
  declarations: boolean;
  cappotto: boolean;
  /** Whole points, or 0 for a single deal. */
  target: number;
  clock: ClockName;
  private: boolean;
  /** The level of the bots; empty for none. */
  bots: string;
}

export const EMPTY_FORM: TableForm = {
  variant: 'trset',
  players: 2,
  removed: 'D',
  declarations: false,
  cappotto: false,
  target: 0,
  clock: 'normal',
  private: false,
  bots: 'medium',
};

/** The table as the server wants it. What does not go with the rest of the form is left out. */
export function configOf(form: TableForm): TableConfig {
  const options: TrsetOptions = { variant: form.variant, players: form.players };
  if (form.players === 3) options.removed_four = form.removed;
  if (form.variant === 'trset' && form.declarations) options.declarations = true;
  if (form.variant === 'kifameno' && form.cappotto) options.cappotto = true;
  if (form.target > 0) options.target = form.target;
  return {
    game: { name: 'trset', options },
    clock: CLOCKS[form.clock],
    private: form.private,
    ...(form.bots === '' ? {} : { bots: form.bots }),
  };
}
