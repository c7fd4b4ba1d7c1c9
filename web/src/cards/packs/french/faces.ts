/** The middle of each card: aces, pips in their classical places, and the court. */
import { fant } from '../../figures/fant';
import { kralj } from '../../figures/kralj';
import { MIDDLE, place, type Level } from '../../svg';
import { dama } from '../../frenchSuited/queen';
import { FRENCH_SUIT_LOOK, frenchSuitSign } from '../../frenchSuited/suits';
import { frenchAce } from './aces';
import type { FrenchPipRank, FrenchRank, FrenchSuit } from './notation';

type Spot = readonly [x: number, y: number];

/** The three columns, and how high the outermost pips stand. */
interface Columns {
  left: number;
  right: number;
  top: number;
}

const COLUMNS: Record<Level, Columns> = {
  full: { left: 43.5, right: 76.5, top: 42 },
  // Beside the large index: everything right of the strip that shows in a fanned hand.
  small: { left: 61, right: 101, top: 29 },
};

/**
 * The places of pips: the middle column, and the rows of the two at the sides, from 0 at the top to 1 at the
 * bottom.
 */
const PLACES: Record<FrenchPipRank, { middle: readonly number[]; sides: readonly number[] }> = {
  '2': { middle: [0, 1], sides: [] },
  '3': { middle: [0, 1 / 2, 1], sides: [] },
  '4': { middle: [], sides: [0, 1] },
  '5': { middle: [1 / 2], sides: [0, 1] },
  '6': { middle: [], sides: [0, 1 / 2, 1] },
  '7': { middle: [1 / 4], sides: [0, 1 / 2, 1] },
  '8': { middle: [1 / 4, 3 / 4], sides: [0, 1 / 2, 1] },
  '9': { middle: [1 / 2], sides: [0, 1 / 3, 2 / 3, 1] },
  '10': { middle: [1 / 6, 5 / 6], sides: [0, 1 / 3, 2 / 3, 1] },
};

/** Few pips leave room to grow. */
function size(rank: FrenchPipRank, level: Level): number {
  const count = Number(rank);
  if (count <= 3) return level === 'full' ? 1.7 : 2.1;
  if (count <= 8) return level === 'full' ? 1.25 : 1.4;
  return level === 'full' ? 1.12 : 1.25;
}

export function pipSpots(rank: FrenchPipRank, level: Level): Spot[] {
  const { left, right, top } = COLUMNS[level];
  const y = (part: number): number => top + part * 2 * (MIDDLE - top);
  const { middle, sides } = PLACES[rank];
  return [
    ...middle.map((part): Spot => [(left + right) / 2, y(part)]),
    ...sides.flatMap((part): Spot[] => [
      [left, y(part)],
      [right, y(part)],
    ]),
  ];
}

function pips(suit: FrenchSuit, rank: FrenchPipRank, level: Level): string {
  const sign = frenchSuitSign(suit, 0, 0, size(rank, level));
  return pipSpots(rank, level)
    .map(([x, y]) => place(sign, x, y, y > MIDDLE ? 180 : 0))
    .join('');
}

/** With the large index the others stand lower and further right; the scale keeps them on the card. */
const BESIDE_INDEX = { ace: [25.8, 16, 0.87], court: [12, 17, 0.92] } as const;

function beside(markup: string, level: Level, kind: keyof typeof BESIDE_INDEX): string {
  const [x, y, scale] = BESIDE_INDEX[kind];
  return level === 'full' ? markup : place(markup, x, y, 0, scale);
}

export function frenchFace(suit: FrenchSuit, rank: FrenchRank, level: Level): string {
  const look = FRENCH_SUIT_LOOK[suit];
  switch (rank) {
    case 'A':
      return beside(frenchAce(suit, level), level, 'ace');
    case 'K':
      return beside(kralj(look, level), level, 'court');
    case 'Q':
      return beside(dama(look, level), level, 'court');
    case 'J':
      return beside(fant(look, level), level, 'court');
    default:
      return pips(suit, rank, level);
  }
}
