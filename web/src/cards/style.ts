/** The ways in which the same card can be drawn. */

/** The letterforms that court cards may have. */
export type Letter = 'K' | 'Q' | 'C' | 'J' | 'D' | 'F' | 'N' | 'R';
type Court = 'K' | 'Q' | 'C' | 'J';

export interface CardStyle {
  /** Letters in place of those of the notation. */
  letters: Readonly<Partial<Record<Court, Letter>>>;
  /** Hearts, diamonds, spades and clubs have a colour each. */
  four: boolean;
}

/** Cards as the notation writes them, in red and black. */
export const PLAIN: CardStyle = { letters: {}, four: false };

/** Returns the letter or figure on a card of this rank. */
export function indexOf<R extends string>(rank: R, { letters }: CardStyle): R | Letter {
  return letters[rank as unknown as Court] ?? rank;
}

/** Returns a text that is the same for the same style. */
export function styleKey({ letters, four }: CardStyle): string {
  return `${Object.entries(letters).flat().join('')}${four ? '4' : ''}`;
}
