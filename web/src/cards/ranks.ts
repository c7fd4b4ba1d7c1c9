/** Letterforms of the corner index: one even pen line each, in a box 14 wide and 20 high. */
import { INK } from './palette';
import type { Letter } from './style';
import { num } from './svg';

/** The ranks that have a letterform of their own in every pack. */
export type RankForm = 'A' | '2' | '3' | '4' | '5' | '6' | '7' | Letter;

export const RANK_WIDTH = 14;
export const RANK_HEIGHT = 20;

const STROKES: Record<RankForm, string> = {
  A: 'M1.6 18.4 7 1.6l5.4 16.8M3.6 13h6.8',
  '2': 'M2 5.9C2.2 3.2 4.2 1.6 7 1.6c3 0 5 1.8 5 4.5 0 3.6-5 6.6-10 12.3h10.4',
  '3': 'M2.4 1.6h9.2L6.7 8.1c3.3 0 5.6 2 5.6 5.1 0 3.3-2.4 5.3-5.5 5.3-2.4 0-4.3-1.2-5-3.2',
  '4': 'M9.6 18.4V1.6L1.6 13.2h11',
  '5': 'M11.4 1.6H3.7L2.9 8.7c1.1-.9 2.5-1.4 4-1.4 3.1 0 5.3 2.2 5.3 5.5 0 3.4-2.4 5.6-5.5 5.6-2.3 0-4.2-1.2-4.9-3.2',
  '6': 'M10.8 1.6C5.6 4.4 1.9 8.4 1.9 13c0 3.3 2.2 5.4 5.1 5.4s5.1-2.1 5.1-5c0-2.9-2.1-4.9-4.9-4.9-2.6 0-4.7 1.6-5.2 4',
  '7': 'M1.8 1.6h10.4L5.4 18.4',
  J: 'M5.2 1.6h5.2v11.6c0 3.4-1.8 5.2-4.4 5.2-2.3 0-4-1.4-4.3-3.8',
  C: 'M12.3 5.2c-.9-2.3-2.7-3.6-5-3.6-3.3 0-5.5 3.2-5.5 8.4s2.2 8.4 5.5 8.4c2.3 0 4.1-1.3 5-3.6',
  Q: 'M7 1.6c3.2 0 5.3 3.2 5.3 8.4s-2.1 8.4-5.3 8.4-5.3-3.2-5.3-8.4S3.8 1.6 7 1.6M8 13.6l4.6 5',
  D: 'M2.4 1.6v16.8h3.2c4 0 6.8-3.2 6.8-8.4s-2.8-8.4-6.8-8.4Z',
  F: 'M12 1.6H2.9v16.8M2.9 9.8h7.2',
  N: 'M2.2 18.4V1.6l9.6 16.8V1.6',
  R: 'M2.6 18.4V1.6h5c3 0 4.7 1.8 4.7 4.6s-1.7 4.7-4.7 4.7h-5M7.6 10.9l5 7.5',
  K: 'M2.4 1.6v16.8M12 1.6 2.4 11.4M5.9 7.9l6.4 10.5',
};

/** The letterform with its top left corner at the origin. */
export function rankGlyph(rank: RankForm, weight: number, ink: string = INK): string {
  return `<path d="${STROKES[rank]}" fill="none" stroke="${ink}" stroke-width="${num(weight)}" stroke-linejoin="round" stroke-linecap="round"/>`;
}
