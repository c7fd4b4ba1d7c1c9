/** What all games' coaches need to name. */
import { language } from '../../i18n/index.svelte';
import type { Seat } from '../../protocol';

export interface Told {
  you: Seat | null;
  nameOf: (seat: Seat) => string;
  /** The name of a card. */
  cardName: (card: string) => string;
}

/** `a, b and c`. */
export function listed(parts: readonly string[]): string {
  return new Intl.ListFormat(language()).format(parts);
}

/** The values of a sentence about these cards. */
export function about(cards: readonly string[], { cardName }: Told): { n: number; cards: string } {
  return { n: cards.length, cards: listed(cards.map(cardName)) };
}

/** A sentence begins with a capital letter, even if it begins with a card. */
export function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);
}
