/** The part of the form for a new table that belongs to tablić. */
import type { TablicOptions } from '../../lib/protocol';
import { TABLIC_PLAYERS, TABLIC_TARGETS } from '../../lib/protocol';

export { TABLIC_PLAYERS, TABLIC_TARGETS };
export const TABLIC_DEALS = [3, 6, 12] as const;

export interface TablicForm {
  tablicPlayers: (typeof TABLIC_PLAYERS)[number];
  /** True if four play in two pairs. */
  tablicPairs: boolean;
  /** The end of a match: `to 51`, `deals 6`, or empty after a single deal. */
  tablicEnd: string;
}

export const TABLIC_FORM: TablicForm = { tablicPlayers: 2, tablicPairs: false, tablicEnd: '' };

/** The ends of a match that can be chosen, by what the form remembers of them. */
const ENDS = new Map<string, Pick<TablicOptions, 'deals' | 'target'>>([
  ...TABLIC_TARGETS.map((target) => [`to ${target}`, { target }] as const),
  ...TABLIC_DEALS.map((deals) => [`deals ${deals}`, { deals }] as const),
]);

export function tablicOptions(form: TablicForm): TablicOptions {
  const pairs = form.tablicPlayers === 4 && form.tablicPairs ? { pairs: true } : {};
  return { players: form.tablicPlayers, ...ENDS.get(form.tablicEnd), ...pairs };
}
