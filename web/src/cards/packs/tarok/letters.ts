/** The index of each card: letters and figures in one even pen line, and narrow roman numerals. */
import { INK, PAPER } from '../../palette';
import { indexOf, type CardStyle, type Letter } from '../../style';
import { CENTRE, MIDDLE, num, type Level } from '../../svg';
import { roman, type TarokRank, type TarokSuit } from './notation';
import { frenchSuitSign } from '../../frenchSuited/suits';

/** The strokes of each letter in a box 20 high, and the width they take. */
const STROKES: Record<TarokRank | Letter, readonly [width: number, d: string]> = {
  K: [14, 'M2.4 1.6v16.8M12 1.6 2.4 11.4M5.9 7.9l6.4 10.5'],
  Q: [14, 'M7 1.6c3.2 0 5.3 3.2 5.3 8.4s-2.1 8.4-5.3 8.4-5.3-3.2-5.3-8.4S3.8 1.6 7 1.6M8 13.6l4.6 5'],
  C: [14, 'M12.3 5.2c-.9-2.3-2.7-3.6-5-3.6-3.3 0-5.5 3.2-5.5 8.4s2.2 8.4 5.5 8.4c2.3 0 4.1-1.3 5-3.6'],
  D: [14, 'M2.4 1.6v16.8h3.2c4 0 6.8-3.2 6.8-8.4s-2.8-8.4-6.8-8.4Z'],
  F: [14, 'M12 1.6H2.9v16.8M2.9 9.8h7.2'],
  N: [14, 'M2.2 18.4V1.6l9.6 16.8V1.6'],
  R: [14, 'M2.6 18.4V1.6h5c3 0 4.7 1.8 4.7 4.6s-1.7 4.7-4.7 4.7h-5M7.6 10.9l5 7.5'],
  J: [14, 'M5.2 1.6h5.2v11.6c0 3.4-1.8 5.2-4.4 5.2-2.3 0-4-1.4-4.3-3.8'],
  '1': [9, 'M1.4 5.4 5.6 1.6v16.8'],
  '2': [14, 'M2 5.9C2.2 3.2 4.2 1.6 7 1.6c3 0 5 1.8 5 4.5 0 3.6-5 6.6-10 12.3h10.4'],
  '3': [14, 'M2.4 1.6h9.2L6.7 8.1c3.3 0 5.6 2 5.6 5.1 0 3.3-2.4 5.3-5.5 5.3-2.4 0-4.3-1.2-5-3.2'],
  '4': [14, 'M9.6 18.4V1.6L1.6 13.2h11'],
  '7': [14, 'M1.8 1.6h10.4L5.4 18.4'],
  '8': [
    14,
    'M7 9.4c-2.6-.4-4.4-1.8-4.4-4 0-2.3 1.9-3.8 4.4-3.8s4.4 1.5 4.4 3.8c0 2.2-1.8 3.6-4.4 4-2.9.4-5.2 2-5.2 4.6 0 2.7 2.2 4.4 5.2 4.4s5.2-1.7 5.2-4.4c0-2.6-2.3-4.2-5.2-4.6',
  ],
  '9': [14, 'M3.2 18.4c5.2-2.8 8.9-6.8 8.9-11.4 0-3.3-2.2-5.4-5.1-5.4S1.9 3.7 1.9 6.6c0 2.9 2.1 4.9 4.9 4.9 2.6 0 4.7-1.6 5.2-4'],
  '10': [21, 'M1.4 5.4 5 1.6v16.8M14.4 1.6c3.1 0 5 3.2 5 8.4s-1.9 8.4-5 8.4-5-3.2-5-8.4 1.9-8.4 5-8.4'],
};

function pen(d: string, weight: number, ink: string): string {
  return `<path d="${d}" fill="none" stroke="${ink}" stroke-width="${num(weight)}" stroke-linejoin="round" stroke-linecap="round"/>`;
}

interface Style {
  scale: number;
  weight: number;
  left: number;
  top: number;
  sign: number;
  signY: number;
  /** The distance between the strokes of a numeral, and their height. */
  gap: number;
  high: number;
}

const STYLE: Record<Level, Style> = {
  full: { scale: 1.2, weight: 2.9, left: 9.5, top: 10.5, sign: 0.86, signY: 47, gap: 6.4, high: 26 },
  small: { scale: 2, weight: 3.2, left: 7, top: 9, sign: 1.5, signY: 69, gap: 6.4, high: 32 },
};

/** Wide enough for a figure; what is wider, as the ten, is pressed together. */
const COLUMN = 14;

function rankMark(rank: TarokRank | Letter, s: Style): string {
  const [width, d] = STROKES[rank];
  const squeeze = Math.min(1, (COLUMN + 3) / width);
  const left = s.left + ((COLUMN - width * squeeze) / 2) * s.scale;
  const at = (weight: number, ink: string): string =>
    `<g transform="translate(${num(left)} ${num(s.top)}) scale(${num(s.scale * squeeze)} ${num(s.scale)})">${pen(d, weight, ink)}</g>`;
  return at(s.weight + 4.5, PAPER) + at(s.weight, INK);
}

/** Rank over suit, as one column: the strip of a card that shows in a fanned hand. */
export function rankIndex(suit: TarokSuit, rank: TarokRank, level: Level, style: CardStyle): string {
  const s = STYLE[level];
  return rankMark(indexOf(rank, style), s) + frenchSuitSign(suit, s.left + (COLUMN / 2) * s.scale, s.signY, s.sign, 5);
}

/** Returns the strokes of a numeral in the given height, and the width they take. */
function numeralPath(text: string, gap: number, high: number): { d: string; width: number } {
  const wide = gap * 1.75;
  let x = 0;
  let d = '';
  let before = '';
  for (const letter of text) {
    if (before !== '') x += before === 'I' && letter === 'I' ? gap : gap * 0.85;
    if (letter === 'I') d += `M${num(x)} 0V${num(high)}`;
    else if (letter === 'V') d += `M${num(x)} 0 ${num(x + wide / 2)} ${num(high)} ${num(x + wide)} 0`;
    else d += `M${num(x)} 0 ${num(x + wide)} ${num(high)}M${num(x + wide)} 0 ${num(x)} ${num(high)}`;
    if (letter !== 'I') x += wide;
    before = letter;
  }
  return { d, width: x };
}

/** A tarok's numeral in the corner. */
export function numeralIndex(number: number, level: Level): string {
  const s = STYLE[level];
  const { d, width } = numeralPath(roman(number), s.gap, s.high);
  const most = level === 'small' ? 36 : 39;
  const squeeze = Math.min(1, most / Math.max(width, 1));
  const left = level === 'small' ? 6 : 11;
  const weight = level === 'small' ? 3.5 : 3;
  return `<g transform="translate(${num(left)} ${num(s.top - (level === 'small' ? 1 : 0))}) scale(${num(squeeze)} 1)">${pen(d, weight, INK)}</g>`;
}

/** Draws the markup twice: the second time turned by half, for the player opposite. */
export function twice(markup: string): string {
  return `${markup}<g transform="rotate(180 ${num(CENTRE)} ${num(MIDDLE)})">${markup}</g>`;
}
