/**
 * The deck's inks. One dark ink draws every line; four flat inks fill.
 * Cards keep these colours on light and dark tables: paper is paper.
 */

export const PAPER = '#fcf9f1';
export const INK = '#20242f';
export const RED = '#b93b30';
export const OCHRE = '#e0aa45';
export const BLUE = '#2f6690';
export const GREEN = '#4f7d52';
/** The card's cut edge, so that cards lying on each other stay apart. */
export const EDGE = '#b7ab93';

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
