/** The score of a deal of tarok, item by item, so that a reader can add it up. */
import type { Seat, TarokContract, TarokScoredDeal, TarokSide } from '../../../lib/protocol';
import { contractValue, isFlat } from './values';

/** The derivation of a line, for a reader who wants to check it. */
export type Why =
  /** The cards in the tricks, those of a side together. */
  | { kind: 'cards' }
  /** Contract value and points beyond half, before any raise. */
  | { kind: 'game'; contract: TarokContract; made: boolean; base: number; beyond: number; multiplier: number }
  /** A berač or another contract that is won or lost with its value alone. */
  | { kind: 'berac'; contract: TarokContract; made: boolean; base: number; multiplier: number }
  | { kind: 'announced'; item: string; made: boolean; base: number; multiplier: number; side?: TarokSide }
  /** Of four players a silent valat is multiplied, and ultimos can be lost silently. */
  | { kind: 'silent'; item: string; made: boolean; multiplier: number; side?: TarokSide }
  | { kind: 'klop' }
  | { kind: 'kontra'; costs: boolean }
  | { kind: 'radelc' }
  | { kind: 'mond' };

export interface TarokLine {
  why: Why;
  /** The value that the line adds for each seat; undefined where it does not concern a seat. */
  values: (number | undefined)[];
  /** True if the values are part of the sum. */
  counts: boolean;
}

export interface TarokTable {
  declarer: Seat | undefined;
  /** The seat that writes the same as the declarer. */
  partner: Seat | undefined;
  contract: TarokContract;
  lines: TarokLine[];
  /** The change of each score. */
  scores: number[];
  /** True if everybody gets a radelc. */
  radelci: boolean;
  won: boolean[];
}

export function tarokTable(deal: TarokScoredDeal, won?: readonly boolean[]): TarokTable {
  const { declarer, contract, items, seats, doubled } = deal;
  const four = seats.length === 4;
  const own = [declarer, deal.partner];
  const only = (value: number): (number | undefined)[] => seats.map((_, seat) => (own.includes(seat) ? value : undefined));
  const lines: TarokLine[] = [];
  if (seats.some((seat) => seat.points !== null)) {
    lines.push({ why: { kind: 'cards' }, values: seats.map((seat) => seat.points ?? undefined), counts: false });
  }
  if (declarer === null) {
    lines.push({ why: { kind: 'klop' }, values: seats.map((seat) => seat.result), counts: true });
  }
  for (const { item, made, silent, multiplier, value, side = 'declarer' } of items) {
    const base = value / multiplier;
    const worth = made ? contractValue(contract) : -contractValue(contract);
    const whose = four ? { side } : {};
    const why: Why = silent
      ? { kind: 'silent', item, made: four ? made === (side === 'declarer') : made, multiplier, ...whose }
      : item !== 'game'
        ? { kind: 'announced', item, made, base, multiplier, ...whose }
        : isFlat(contract)
          ? { kind: 'berac', contract, made, base, multiplier }
          : { kind: 'game', contract, made, base: worth, beyond: base - worth, multiplier };
    lines.push({ why, values: only(value), counts: true });
  }
  if (doubled !== null) {
    lines.push({ why: { kind: 'radelc' }, values: only(seats[doubled]?.result ?? 0), counts: true });
  }
  for (const kind of ['kontra', 'mond'] as const) {
    const values = seats.map((seat) => (seat[kind] === 0 ? undefined : seat[kind]));
    if (values.some((value) => value !== undefined))
      lines.push({ why: kind === 'mond' ? { kind } : { kind, costs: four }, values, counts: true });
  }
  return {
    declarer: declarer ?? undefined,
    partner: deal.partner,
    contract,
    lines,
    scores: deal.scores,
    radelci: deal.radelci,
    won: seats.map((seat, i) => won?.[i] ?? seat.won),
  };
}

/** One figure of a line, in a column of its own or across those of several seats. */
export interface TarokCell {
  seats: readonly Seat[];
  value: number | undefined;
}

/** Returns the seats in the order of their columns: the declarer and the partner first, so that each side stands together. */
export function columnsOf({ declarer, partner, scores }: Pick<TarokTable, 'declarer' | 'partner' | 'scores'>): Seat[] {
  const first = declarer ?? 0;
  const round = scores.map((_, n) => (first + n) % scores.length);
  return partner === undefined ? round : [first, partner, ...round.filter((seat) => seat !== first && seat !== partner)];
}

/** Returns the figures of a line by column. The cards of a side are counted together, once. */
export function cellsOf(table: TarokTable, { why, values }: TarokLine): TarokCell[] {
  const columns = columnsOf(table);
  const together = why.kind === 'cards' && table.declarer !== undefined;
  const own = table.partner === undefined ? 1 : 2;
  const groups = together ? [columns.slice(0, own), columns.slice(own)] : columns.map((seat) => [seat]);
  return groups.map((seats) => ({ seats, value: values[seats[0] ?? 0] }));
}
