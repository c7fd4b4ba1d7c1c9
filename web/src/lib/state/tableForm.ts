/** The form for a new table, and the table it describes. */
import { SUITS, type Suit } from '../../cards/notation';
import type { Clock, GameOptions, TablicOptions, TableConfig, TarokOptions, TrsetOptions } from '../protocol';
import type { GameKind } from './kind';

export const TARGETS = [11, 21, 31, 41, 51] as const;
export const PLAYERS = [2, 3, 4] as const;
export const DEALS = [3, 6, 12, 24] as const;
export const TABLIC_PLAYERS = [2, 3, 4, 6] as const;
export const TABLIC_TARGETS = [31, 51, 101] as const;
export const TABLIC_DEALS = [3, 6, 12] as const;
export { SUITS };

export const CLOCK_NAMES = ['fast', 'normal', 'slow', 'own'] as const;
export type ClockName = (typeof CLOCK_NAMES)[number];

/** The limits of the server for a clock, in seconds. */
export const MOVE_S = { least: 1, most: 600 } as const;
export const BANK_S = { least: 0, most: 3600 } as const;

export const CLOCKS: Record<Exclude<ClockName, 'own'> | 'alone', Clock> = {
  fast: { move_ms: 10_000, bank_ms: 30_000, grace_ms: 30_000 },
  normal: { move_ms: 20_000, bank_ms: 60_000, grace_ms: 30_000 },
  slow: { move_ms: 60_000, bank_ms: 300_000, grace_ms: 120_000 },
  /** The normal clock, which does not run for the only person among bots. */
  alone: { move_ms: 20_000, bank_ms: 60_000, grace_ms: 30_000, off_alone: true },
};

export interface TableForm {
  variant: GameKind;
  players: (typeof PLAYERS)[number];
  removed: Suit;
  declarations: boolean;
  cappotto: boolean;
  /** Whole points, or 0 for a single deal. */
  target: number;
  /** Tarok's choices, each a field of the table's options. */
  rewardedKlop: boolean;
  taroksLast: boolean;
  forehandLeads: boolean;
  openBerac: boolean;
  symmetric: boolean;
  /** Deals of a match of tarok, or 0 for a single one. */
  deals: number;
  tablicPlayers: (typeof TABLIC_PLAYERS)[number];
  /** The end of a match of tablić: `to 51`, `deals 6`, or empty after a single deal. */
  tablicEnd: string;
  clock: ClockName;
  /** The seconds a move and in reserve, for a clock of one's own. */
  moveSeconds: number;
  bankSeconds: number;
  /** True if no clock runs for the only person among bots. */
  offAlone: boolean;
  private: boolean;
  rated: boolean;
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
  rewardedKlop: false,
  taroksLast: false,
  forehandLeads: false,
  openBerac: false,
  symmetric: false,
  deals: 0,
  tablicPlayers: 2,
  tablicEnd: '',
  clock: 'normal',
  moveSeconds: 30,
  bankSeconds: 120,
  offAlone: false,
  private: false,
  rated: true,
  bots: 'medium',
};

/** Tables that many want. Fields that a preset does not name are as in the empty form. */
export const PRESETS = {
  quick: {},
  match: { players: 4, target: 21, declarations: true },
  friends: { players: 2, private: true, bots: '', clock: 'slow', target: 21 },
  kifameno: { variant: 'kifameno', players: 3, cappotto: true },
  tarok: { variant: 'tarok', deals: 12 },
  tablic: { variant: 'tablic', tablicEnd: 'to 51' },
} as const satisfies Record<string, Partial<TableForm>>;

export type Preset = keyof typeof PRESETS;

export function presetForm(preset: Preset): TableForm {
  return { ...EMPTY_FORM, ...PRESETS[preset] };
}

/** The preset that the form is, if it is one. */
export function presetOf(form: TableForm): Preset | undefined {
  const wanted = JSON.stringify(configOf(form));
  return (Object.keys(PRESETS) as Preset[]).find((name) => JSON.stringify(configOf(presetForm(name))) === wanted);
}

/** A form that was put away as text, as far as it can be read. */
export function readForm(text: string | null): TableForm {
  const form = { ...EMPTY_FORM };
  try {
    const stored: unknown = JSON.parse(text ?? '{}');
    if (typeof stored !== 'object' || stored === null) return form;
    for (const [name, value] of Object.entries(stored)) {
      const fresh: unknown = form[name as keyof TableForm];
      if (typeof value === typeof fresh) Object.assign(form, { [name]: value });
    }
  } catch {
    // Somebody else's text.
  }
  return form;
}

/** Returns the table as the server wants it. Fields that do not go with the rest of the form are left out. */
export function configOf(form: TableForm): TableConfig {
  return {
    game: gameOf(form),
    clock: clockOf(form),
    private: form.private,
    ...(form.private || form.rated ? {} : { rated: false }),
    ...(form.bots === '' ? {} : { bots: form.bots }),
  };
}

function gameOf(form: TableForm): GameOptions {
  const { variant } = form;
  switch (variant) {
    case 'tarok':
      return { name: 'tarok', options: tarokOf(form) };
    case 'tablic':
      return { name: 'tablic', options: tablicOf(form) };
    case 'trset':
    case 'kifameno':
      return { name: 'trset', options: trsetOf(form, variant) };
  }
}

/** The ends of a match that can be chosen, by what the form remembers of them. */
const TABLIC_ENDS = new Map<string, Pick<TablicOptions, 'deals' | 'target'>>([
  ...TABLIC_TARGETS.map((target) => [`to ${target}`, { target }] as const),
  ...TABLIC_DEALS.map((deals) => [`deals ${deals}`, { deals }] as const),
]);

function tablicOf(form: TableForm): TablicOptions {
  return { players: form.tablicPlayers, ...TABLIC_ENDS.get(form.tablicEnd) };
}

function trsetOf(form: TableForm, variant: 'trset' | 'kifameno'): TrsetOptions {
  const options: TrsetOptions = { variant, players: form.players };
  if (form.players === 3) options.removed_four = form.removed;
  if (form.variant === 'trset' && form.declarations) options.declarations = true;
  if (form.variant === 'kifameno' && form.cappotto) options.cappotto = true;
  if (form.target > 0) options.target = form.target;
  return options;
}

/** The choices of tarok by the names of the table's options. */
export const TAROK_CHOICES = {
  rewardedKlop: 'rewarded_klop',
  taroksLast: 'taroks_discarded_last',
  forehandLeads: 'forehand_leads',
  openBerac: 'open_berac',
  symmetric: 'symmetric_bonuses',
} as const satisfies Partial<Record<keyof TableForm, keyof TarokOptions>>;

export type TarokChoice = keyof typeof TAROK_CHOICES;
export const TAROK_CHOICE_NAMES = Object.keys(TAROK_CHOICES) as TarokChoice[];

function tarokOf(form: TableForm): TarokOptions {
  const options: TarokOptions = {};
  for (const name of TAROK_CHOICE_NAMES) if (form[name]) options[TAROK_CHOICES[name]] = true;
  if (form.deals > 0) options.deals = form.deals;
  return options;
}

/** True if the server takes the clock of one's own; a field left empty holds nothing. */
export function isClock({ moveSeconds, bankSeconds }: Pick<TableForm, 'moveSeconds' | 'bankSeconds'>): boolean {
  return within(moveSeconds, MOVE_S) && within(bankSeconds, BANK_S);
}

function within(value: number | null | undefined, { least, most }: { least: number; most: number }): boolean {
  return typeof value === 'number' && value >= least && value <= most;
}

function clockOf(form: TableForm): Clock {
  // The form offers this with bots only.
  const alone = form.offAlone && form.bots !== '' ? { off_alone: true } : {};
  if (form.clock !== 'own') return { ...CLOCKS[form.clock], ...alone };
  const [move_ms, bank_ms] = [form.moveSeconds, form.bankSeconds].map((seconds) => Math.round(seconds * 1000)) as [number, number];
  return { move_ms, bank_ms, grace_ms: CLOCKS.normal.grace_ms, ...alone };
}
