/** The index in the corner: rank over suit. */
import { PAPER } from '../../palette';
import { RANK_WIDTH, rankGlyph } from '../../ranks';
import { indexOf, type CardStyle, type Letter } from '../../style';
import { CENTRE, MIDDLE, num, place, type Level } from '../../svg';
import type { Rank, Suit } from './notation';
import { suitHalo, suitSign } from './suits';

interface IndexStyle {
  rankScale: number;
  weight: number;
  signScale: number;
  x: number;
  top: number;
  sign: number;
}

const INDEX: Record<Level, IndexStyle> = {
  full: { rankScale: 1.2, weight: 2.9, signScale: 0.88, x: 17.2, top: 10.5, sign: 47 },
  small: { rankScale: 2.1, weight: 3, signScale: 1.55, x: 22.5, top: 9, sign: 71 },
};

/** Rank over suit, as one column: the strip of a card that shows in a fanned hand. */
function index(suit: Suit, rank: Rank | Letter, level: Level): string {
  const s = INDEX[level];
  const left = s.x - (RANK_WIDTH / 2) * s.rankScale;
  const rankMark = place(rankGlyph(rank, s.weight), left, s.top, 0, s.rankScale);
  // A halo of paper keeps the index clear of the parts that the figure stretches into the corner.
  const halo =
    place(rankGlyph(rank, s.weight + 4.5, PAPER), left, s.top, 0, s.rankScale) + place(suitHalo(suit, 5), s.x, s.sign, 0, s.signScale);
  return halo + rankMark + place(suitSign(suit, 1.2), s.x, s.sign, 0, s.signScale);
}

export function indices(suit: Suit, rank: Rank, level: Level, style: CardStyle): string {
  const one = index(suit, indexOf(rank, style), level);
  if (level === 'small') return one;
  return `${one}<g transform="rotate(180 ${num(CENTRE)} ${num(MIDDLE)})">${one}</g>`;
}
