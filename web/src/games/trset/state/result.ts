/** The score table of a deal: every item, so that a reader can add it up. */
import type { DealFinish, Seat } from '../../../lib/protocol';
import type { TrsetView } from '../view';
import { partnerOf } from './options';

/** The value of the last trick, in thirds. */
const LAST_TRICK = 3;

export interface ResultLine {
  seat: Seat;
  /** Thirds of the cards in the tricks taken. */
  cards: number;
  /** Thirds for the last trick. */
  last: number;
  /** Thirds from declarations. */
  declared: number;
  /** The three together. */
  own: number;
}

export interface ResultSide {
  seats: Seat[];
  lines: ResultLine[];
  /** Everything of the side, in thirds. */
  thirds: number;
  /** The score as it is written down, in whole points. */
  points: number;
  won: boolean;
}

export interface ResultTable {
  sides: ResultSide[];
  /** Everything in the deal, in thirds. */
  total: number;
  /** True if a column for declarations is worth showing. */
  hasDeclared: boolean;
  cappotto: boolean;
  /** True if cappotto counted double. */
  doubled: boolean;
  /** True if the deal ended with the trick that reached the target, and cards were left. */
  stopped: boolean;
}

/** The table of a finished deal. `won` considers forfeits, if it is known. */
export function resultTable(view: TrsetView, won?: DealFinish['won']): ResultTable | undefined {
  const { result, options } = view;
  if (!result) return undefined;
  const partners = partnerOf(options, 0) !== undefined;
  // Such a deal has no last trick.
  const stopped = options.stops_at_target === true && view.hand_sizes.some((size) => size > 0);
  // After the last trick its taker is the one who would lead.
  const taker = view.trick.leader;
  const lines = result.seats.map((made, seat): ResultLine => {
    const last = seat === taker && !stopped ? LAST_TRICK : 0;
    return {
      seat,
      cards: made.thirds - last,
      last,
      declared: made.declared,
      own: made.thirds + made.declared,
    };
  });
  const count = partners ? 2 : lines.length;
  const sides = Array.from({ length: count }, (_, side): ResultSide => {
    const own = lines.filter((line) => line.seat % count === side);
    const made = result.seats[side];
    return {
      seats: own.map((line) => line.seat),
      lines: own,
      thirds: made?.side_thirds ?? 0,
      points: made?.points ?? 0,
      won: own.some((line) => won?.[line.seat] ?? result.seats[line.seat]?.won ?? false),
    };
  });
  return {
    sides,
    total: lines.reduce((sum, line) => sum + line.own, 0),
    hasDeclared: lines.some((line) => line.declared > 0),
    cappotto: result.cappotto,
    doubled: result.cappotto && options.cappotto_doubles === true,
    stopped,
  };
}
