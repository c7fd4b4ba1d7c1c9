/** The index in the corner: rank over suit, in the letterforms of the other packs. */
import { INK, PAPER } from '../../palette';
import { RANK_HEIGHT, RANK_WIDTH, rankGlyph } from '../../ranks';
import { indexOf, type CardStyle, type Letter } from '../../style';
import { num, place, type Level } from '../../svg';
import { frenchSuitSign } from '../../frenchSuited/suits';
import type { FrenchRank, FrenchSuit } from './notation';

/** Figures that the Italian pack does not have, in the same box; the ten takes a little more. */
const STROKES: Record<'8' | '10', string> = {
  '8': 'M7 9.4c-2.6-.4-4.4-1.8-4.4-4 0-2.3 1.9-3.8 4.4-3.8s4.4 1.5 4.4 3.8c0 2.2-1.8 3.6-4.4 4-2.9.4-5.2 2-5.2 4.6 0 2.7 2.2 4.4 5.2 4.4s5.2-1.7 5.2-4.4c0-2.6-2.3-4.2-5.2-4.6',
  '10': 'M1 4.6 3.6 1.6v16.8M11.6 1.6c2.3 0 3.7 3.2 3.7 8.4s-1.4 8.4-3.7 8.4-3.7-3.2-3.7-8.4 1.4-8.4 3.7-8.4',
};

function glyph(rank: FrenchRank | Letter, weight: number, ink: string): string {
  switch (rank) {
    case '8':
    case '10':
      return `<path d="${STROKES[rank]}" fill="none" stroke="${ink}" stroke-width="${num(weight)}" stroke-linejoin="round" stroke-linecap="round"/>`;
    case '9':
      return place(rankGlyph('6', weight, ink), RANK_WIDTH, RANK_HEIGHT, 180);
    default:
      return rankGlyph(rank, weight, ink);
  }
}

interface IndexStyle {
  /** The middle of the column. */
  x: number;
  top: number;
  scale: number;
  weight: number;
  signY: number;
  signScale: number;
}

const STYLE: Record<Level, IndexStyle> = {
  full: { x: 17.9, top: 10.5, scale: 1.2, weight: 2.9, signY: 47, signScale: 0.86 },
  small: { x: 21, top: 9, scale: 2, weight: 3.2, signY: 69, signScale: 1.5 },
};

/** One column, narrow enough for the strip of a card that shows in a fanned hand. */
export function frenchIndex(suit: FrenchSuit, rank: FrenchRank, level: Level, style: CardStyle): string {
  const s = STYLE[level];
  const index = indexOf(rank, style);
  const left = s.x - (RANK_WIDTH / 2) * s.scale;
  // A halo of paper keeps the index clear of the parts that the figure stretches into the corner.
  return (
    place(glyph(index, s.weight + 4.5, PAPER), left, s.top, 0, s.scale) +
    place(glyph(index, s.weight, INK), left, s.top, 0, s.scale) +
    frenchSuitSign(suit, s.x, s.signY, s.signScale, 5)
  );
}
