/** Hearts, spades, diamonds and clubs, and how the court of each is dressed: tarok's pack and the French one share them. */
import type { Look } from '../figures/look';
import { BLUE, GREEN, INK, OCHRE, PAPER, RED, type Dress } from '../palette';
import type { CardStyle } from '../style';
import { flat, num, place } from '../svg';

type Suit = 'H' | 'S' | 'D' | 'C';

/** Silhouettes in a 20 by 20 box about the origin, for corners, pips and text. */
export const FRENCH_SUIT_GLYPH: Record<Suit, string> = {
  H: 'M0 9.4C-2.6 5.6-9.6 1.6-9.6-4.2-9.6-7.6-7.2-9.4-4.8-9.4-2.4-9.4-.7-7.8 0-5.4.7-7.8 2.4-9.4 4.8-9.4 7.2-9.4 9.6-7.6 9.6-4.2 9.6 1.6 2.6 5.6 0 9.4Z',
  D: 'M0-10.4C1.9-6.2 5-2.6 8-0 5 2.6 1.9 6.2 0 10.4-1.9 6.2-5 2.6-8 0-5-2.6-1.9-6.2 0-10.4Z',
  S: 'M0-9.8C2.4-5.8 9.4-2.4 9.4 2.8 9.4 5.6 7.2 7.2 5 7.2 3.2 7.2 1.8 6.2 1 4.8 1.2 7 2.2 8.6 4 9.8H-4C-2.2 8.6-1.2 7-1 4.8-1.8 6.2-3.2 7.2-5 7.2-7.2 7.2-9.4 5.6-9.4 2.8-9.4-2.4-2.4-5.8 0-9.8Z',
  C: 'M0-9.8A4.4 4.4 0 0 1 3.4-2.6 4.4 4.4 0 1 1 1 4.2C1.2 7 2.2 8.6 4 9.8H-4C-2.2 8.6-1.2 7-1 4.2A4.4 4.4 0 1 1-3.4-2.6 4.4 4.4 0 0 1 0-9.8Z',
};

const RED_AND_BLACK: Record<Suit, string> = { H: RED, D: RED, S: INK, C: INK };
const FOUR_COLOURS: Record<Suit, string> = { H: RED, D: BLUE, S: INK, C: '#2f6b3a' };

/** The colours of the card that is being drawn. */
let inks = RED_AND_BLACK;

/** Draws a card whose suits have the colours of this style. */
export function inColours({ four }: CardStyle, draw: () => string): string {
  inks = four ? FOUR_COLOURS : RED_AND_BLACK;
  try {
    return draw();
  } finally {
    inks = RED_AND_BLACK;
  }
}

/** Returns the colour of a suit: in the style, or that of the card that is being drawn. */
export function suitInk(suit: Suit, style?: CardStyle): string {
  return (style === undefined ? inks : style.four ? FOUR_COLOURS : RED_AND_BLACK)[suit];
}

/** The sign in its ink, with a halo of paper where it lies over a drawing. */
export function frenchSuitSign(suit: Suit, x: number, y: number, scale = 1, halo = 0): string {
  const glyph = FRENCH_SUIT_GLYPH[suit];
  const edge = halo > 0 ? `<path d="${glyph}" fill="${PAPER}" stroke="${PAPER}" stroke-width="${num(halo)}" stroke-linejoin="round"/>` : '';
  return place(edge + flat(glyph, suitInk(suit)), x, y, 0, scale);
}

const DRESS: Record<Suit, Dress> = {
  H: { main: RED, second: GREEN, trim: OCHRE, hair: OCHRE },
  S: { main: BLUE, second: OCHRE, trim: RED, hair: INK },
  D: { main: OCHRE, second: RED, trim: BLUE, hair: INK },
  C: { main: GREEN, second: RED, trim: OCHRE, hair: OCHRE },
};

export const FRENCH_SUIT_LOOK: Record<Suit, Look> = {
  H: lookOf('H'),
  S: lookOf('S'),
  D: lookOf('D'),
  C: lookOf('C'),
};

function lookOf(suit: Suit): Look {
  return {
    dress: DRESS[suit],
    motif: (x, y, ink) => place(flat(FRENCH_SUIT_GLYPH[suit], ink), x, y, 0, 0.26),
    emblem: (x, y) => frenchSuitSign(suit, x, y - 19, 1.4, 2.4),
  };
}
