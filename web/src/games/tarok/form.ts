/** The part of the form for a new table that belongs to tarok. */
import type { TarokOptions } from '../../lib/protocol';
import { TAROK_OPEN_RADELCI as OPEN_RADELCI, TAROK_PLAYERS } from '../../lib/protocol';

export { OPEN_RADELCI, TAROK_PLAYERS };
export const DEALS = [3, 6, 12, 24] as const;

/** The numbers of players that the rules know. */
export type TarokPlayers = (typeof TAROK_PLAYERS)[number];

/** Players are brought to this one who ask for tarok alone. */
export const USUAL_PLAYERS: TarokPlayers = 4;

export interface TarokForm {
  tarokPlayers: TarokPlayers;
  /** The choices, each a field of the table's options. */
  rewardedKlop: boolean;
  taroksLast: boolean;
  forehandLeads: boolean;
  openBerac: boolean;
  symmetric: boolean;
  roundToFive: boolean;
  compulsoryKlop: boolean;
  closingKlop: boolean;
  kontraCosts: boolean;
  /** The cost of an open radelc at the end of a match. */
  openRadelci: number;
  /** The deals of a match, or 0 for a single one. */
  deals: number;
}

export const TAROK_FORM: TarokForm = {
  tarokPlayers: USUAL_PLAYERS,
  rewardedKlop: false,
  taroksLast: false,
  forehandLeads: false,
  openBerac: false,
  symmetric: false,
  roundToFive: false,
  compulsoryKlop: false,
  closingKlop: false,
  kontraCosts: false,
  openRadelci: 0,
  deals: 0,
};

/** The choices by the names of the table's options: those of three players, and those of four. */
const OF_THREE = {
  rewardedKlop: 'rewarded_klop',
  taroksLast: 'taroks_discarded_last',
  forehandLeads: 'forehand_leads',
  openBerac: 'open_berac',
  symmetric: 'symmetric_bonuses',
} as const satisfies Partial<Record<keyof TarokForm, keyof TarokOptions>>;

const OF_FOUR = {
  roundToFive: 'round_to_five',
  compulsoryKlop: 'compulsory_klop',
  closingKlop: 'closing_klop',
  kontraCosts: 'kontra_costs',
} as const satisfies Partial<Record<keyof TarokForm, keyof TarokOptions>>;

export const TAROK_CHOICES = { ...OF_THREE, ...OF_FOUR } as const;
type Choice = keyof typeof TAROK_CHOICES;

/** The choices of a table by the number of players. */
export const TAROK_CHOICE_NAMES: Readonly<Record<TarokPlayers, readonly Choice[]>> = {
  3: Object.keys(OF_THREE) as Choice[],
  4: Object.keys(OF_FOUR) as Choice[],
};

/** The choices about the end of a match, which means something only with a number of deals. */
export const OF_MATCHES: readonly Choice[] = ['closingKlop'];

export function tarokOptions(form: TarokForm): TarokOptions {
  const players = form.tarokPlayers;
  const options: TarokOptions = players === 3 ? {} : { players };
  for (const name of TAROK_CHOICE_NAMES[players])
    if (form[name] && (form.deals > 0 || !OF_MATCHES.includes(name))) options[TAROK_CHOICES[name]] = true;
  // Radelci are counted up at the end of a match alone.
  if (players === 4 && form.deals > 0 && form.openRadelci > 0) options.open_radelci = form.openRadelci;
  if (form.deals > 0) options.deals = form.deals;
  return options;
}
