/** The inks of the suits, and of their courts' clothes. */
import { BLUE, GREEN, INK, OCHRE, RED, type Dress } from '../../palette';
import type { Suit } from './notation';

/** The ink that names a suit where there is room for one colour only. */
export const SUIT_INK: Record<Suit, string> = {
  C: RED,
  S: BLUE,
  B: GREEN,
  D: OCHRE,
};

export const DRESS: Record<Suit, Dress> = {
  C: { main: RED, second: BLUE, trim: OCHRE, hair: OCHRE },
  S: { main: BLUE, second: RED, trim: OCHRE, hair: INK },
  B: { main: GREEN, second: RED, trim: OCHRE, hair: OCHRE },
  D: { main: OCHRE, second: BLUE, trim: RED, hair: INK },
};
