/** The part of the form for a new table that belongs to tarok. */
import type { TarokOptions } from '../../protocol';

export const DEALS = [3, 6, 12, 24] as const;

export interface TarokForm {
  /** The choices, each a field of the table's options. */
  rewardedKlop: boolean;
  taroksLast: boolean;
  forehandLeads: boolean;
  openBerac: boolean;
  symmetric: boolean;
  /** The deals of a match, or 0 for a single one. */
  deals: number;
}

export const TAROK_FORM: TarokForm = {
  rewardedKlop: false,
  taroksLast: false,
  forehandLeads: false,
  openBerac: false,
  symmetric: false,
  deals: 0,
};

/** The choices by the names of the table's options. */
export const TAROK_CHOICES = {
  rewardedKlop: 'rewarded_klop',
  taroksLast: 'taroks_discarded_last',
  forehandLeads: 'forehand_leads',
  openBerac: 'open_berac',
  symmetric: 'symmetric_bonuses',
} as const satisfies Partial<Record<keyof TarokForm, keyof TarokOptions>>;

export const TAROK_CHOICE_NAMES = Object.keys(TAROK_CHOICES) as readonly (keyof typeof TAROK_CHOICES)[];

export function tarokOptions(form: TarokForm): TarokOptions {
  const options: TarokOptions = {};
  for (const name of TAROK_CHOICE_NAMES) if (form[name]) options[TAROK_CHOICES[name]] = true;
  if (form.deals > 0) options.deals = form.deals;
  return options;
}
