/** The cards from two to seven: cups and coins stand in rows, swords and clubs cross. */
import type { Rank, Suit } from './notation';
import { BLUE, OCHRE, RED } from '../../palette';
import { flower, leaf } from '../../ornament';
import { CENTRE, MIDDLE, place, type Level } from '../../svg';
import { bastoniCrossing, coppePip, denariPip, spadeCrossing } from './suits';

type Spot = readonly [x: number, y: number];
type Layout = Record<number, readonly Spot[]>;

/** Rows keep to the middle: that leaves the corners to the indices. Sevens lie as a rosette. */
const FULL: Layout = {
  2: [
    [CENTRE, 50],
    [CENTRE, 150],
  ],
  3: [
    [CENTRE, 42],
    [CENTRE, MIDDLE],
    [CENTRE, 158],
  ],
  4: [
    [41, 67],
    [79, 67],
    [41, 133],
    [79, 133],
  ],
  5: [
    [40, 65],
    [80, 65],
    [CENTRE, MIDDLE],
    [40, 135],
    [80, 135],
  ],
  6: [
    [41, 58],
    [79, 58],
    [41, MIDDLE],
    [79, MIDDLE],
    [41, 142],
    [79, 142],
  ],
  7: [
    [42, 63],
    [78, 63],
    [26, MIDDLE],
    [CENTRE, MIDDLE],
    [94, MIDDLE],
    [42, 137],
    [78, 137],
  ],
};

/** Beside the large index: everything right of the strip that shows in a fanned hand. */
const A = 61;
const B = 97;
const M = (A + B) / 2;
const SMALL: Layout = {
  2: [
    [M, 56],
    [M, 144],
  ],
  3: [
    [M, 38],
    [M, MIDDLE],
    [M, 162],
  ],
  4: [
    [A, 56],
    [B, 56],
    [A, 144],
    [B, 144],
  ],
  5: [
    [A, 42],
    [B, 42],
    [M, MIDDLE],
    [A, 158],
    [B, 158],
  ],
  6: [
    [A, 38],
    [B, 38],
    [A, MIDDLE],
    [B, MIDDLE],
    [A, 162],
    [B, 162],
  ],
  7: [
    [A, 31],
    [B, 31],
    [A, 77],
    [B, 77],
    [M, 123],
    [A, 169],
    [B, 169],
  ],
};

const LAYOUT: Record<Level, Layout> = { full: FULL, small: SMALL };

/** Few pips leave room to grow. */
const SCALE: Record<Level, Record<number, number>> = {
  full: { 2: 1.5, 3: 1.32, 4: 1.1, 5: 1, 6: 1, 7: 1.02 },
  small: { 2: 1.9, 3: 1.55, 4: 1.08, 5: 1.08, 6: 1.08, 7: 1.08 },
};

function sprig(x: number, y: number, turn: number): string {
  return place(place(leaf(13), 0, 0, -52) + place(leaf(13), 0, 0, 52) + place(leaf(10, OCHRE), 0, 0), x, y, turn);
}

/** The quiet ornament where the pips leave the middle empty. */
function filler(suit: Suit, count: number): string {
  const bloom = suit === 'C' ? BLUE : RED;
  switch (count) {
    case 2:
      return sprig(CENTRE - 9, MIDDLE, -90) + sprig(CENTRE + 9, MIDDLE, 90) + flower(CENTRE, MIDDLE, 9, 6, bloom);
    case 4:
      return sprig(CENTRE, MIDDLE - 8, 0) + sprig(CENTRE, MIDDLE + 8, 180) + flower(CENTRE, MIDDLE, 8, 6, bloom);
    default:
      return '';
  }
}

function crossing(suit: 'S' | 'B', count: number, level: Level): string {
  const markup = suit === 'S' ? spadeCrossing(count, level) : bastoniCrossing(count, level);
  return level === 'full' ? markup : suit === 'S' ? place(markup, 17, 8, 0, 0.95) : place(markup, 18, 2);
}

/** The middle of a pip card. */
export function pipFace(suit: Suit, rank: Rank, level: Level): string {
  const count = Number(rank);
  if (suit === 'S' || suit === 'B') return crossing(suit, count, level);
  const pip = suit === 'C' ? coppePip(level) : denariPip(level);
  const pips = (LAYOUT[level][count] ?? []).map(([x, y]) => place(pip, x, y, 0, SCALE[level][count])).join('');
  return (level === 'full' ? filler(suit, count) : '') + pips;
}
