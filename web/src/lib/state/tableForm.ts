/** The form for a new table, and the table it describes. */
import { EMPTY_FIELDS, FIRST_KIND, KINDS, KIND_NAMES, type GameFields, type GameKind } from '../../games';
import type { PresetName } from '../../games/module';
import type { Clock, TableConfig } from '../protocol';

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

export interface TableForm extends GameFields {
  variant: GameKind;
  clock: ClockName;
  /** The seconds a move and in reserve, for a clock of one's own. */
  moveSeconds: number;
  bankSeconds: number;
  /** True if no clock runs for the only person among bots. */
  offAlone: boolean;
  private: boolean;
  rated: boolean;
  /** True if spectators are shown each deal with open hands when it is over. */
  openHands: boolean;
  /** The level of the bots; empty for none. */
  bots: string;
}

/** The level of bots that are asked for without a choice. */
export const USUAL_LEVEL = 'medium';

export const EMPTY_FORM: TableForm = {
  variant: FIRST_KIND,
  ...EMPTY_FIELDS,
  clock: 'normal',
  moveSeconds: 30,
  bankSeconds: 120,
  offAlone: false,
  private: false,
  rated: true,
  openHands: false,
  bots: '',
};

/** The form before its first use: a match between people. */
export const FIRST_FORM: TableForm = { ...EMPTY_FORM, target: 21 };

/** Tables that many want. Fields that a preset does not name are as in the empty form. */
export const PRESETS = Object.fromEntries(
  KIND_NAMES.flatMap((kind) => Object.entries(KINDS[kind].presets).map(([name, fields]) => [name, { variant: kind, ...fields }])),
) as Readonly<Record<PresetName, Partial<TableForm>>>;

export function presetForm(preset: PresetName): TableForm {
  return { ...EMPTY_FORM, ...PRESETS[preset] };
}

/** The preset that the form is, if it is one. */
export function presetOf(form: TableForm): PresetName | undefined {
  const wanted = JSON.stringify(configOf(form));
  return (Object.keys(PRESETS) as PresetName[]).find((name) => JSON.stringify(configOf(presetForm(name))) === wanted);
}

/** Returns a form that was put away as text, as far as it can be read; without one, the form before its first use. */
export function readForm(text: string | null): TableForm {
  if (text === null) return { ...FIRST_FORM };
  const form = { ...EMPTY_FORM };
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== 'object' || stored === null) return form;
    for (const [name, value] of Object.entries<unknown>({ ...stored })) {
      const fresh: unknown = form[name as keyof TableForm];
      if (typeof value === typeof fresh) Object.assign(form, { [name]: value });
    }
  } catch {
    // Not written by this page.
  }
  return form;
}

/** Returns the table as the server wants it. Fields that do not go with the rest of the form are left out. */
export function configOf(form: TableForm): TableConfig {
  return {
    game: KINDS[form.variant].ordered(form),
    clock: clockOf(form),
    private: form.private,
    ...(form.private || form.rated ? {} : { rated: false }),
    ...(form.bots === '' ? {} : { bots: form.bots }),
    ...(form.openHands ? { open_hands: true } : {}),
  };
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
