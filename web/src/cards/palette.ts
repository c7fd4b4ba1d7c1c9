/**
 * The deck's inks. One dark ink draws every line; four flat inks fill.
 * Cards keep these colours on light and dark tables: paper is paper.
 */
import type { Suit } from './notation';

export const PAPER = '#fcf9f1';
export const INK = '#20242f';
export const RED = '#b93b30';
export const OCHRE = '#e0aa45';
export const BLUE = '#2f6690';
export const GREEN = '#4f7d52';
/** The card's cut edge, so that cards lying on each other stay apart. */
export const EDGE = '#b7ab93';

/** The ink that names a suit where there is room for one colour only. */
export const SUIT_INK: Record<Suit, string> = {
  C: RED,
  S: BLUE,
  B: GREEN,
  D: OCHRE,
};

/** The colours of a court figure's clothes. */
export interface Dress {
  /** Tunic or mantle. */
  main: string;
  /** Hose, lining, saddle cloth. */
  second: string;
  /** Belts, hems, crowns. */
  trim: string;
  hair: string;
}

export const DRESS: Record<Suit, Dress> = {
  C: { main: RED, second: BLUE, trim: OCHRE, hair: OCHRE },
  S: { main: BLUE, second: RED, trim: OCHRE, hair: INK },
  B: { main: GREEN, second: RED, trim: OCHRE, hair: OCHRE },
  D: { main: OCHRE, second: BLUE, trim: RED, hair: INK },
};
