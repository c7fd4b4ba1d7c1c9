/**
 * Sets of cards as lists. The server lists a set suit by suit from denari to
 * coppe, the strongest card of each suit first; keeping that order makes a
 * view that was brought forward here equal to one that was sent.
 */
import { RANKS, SUITS, isCardName, rankOf, suitOf, type CardName, type Suit } from '../../cards/notation';

const WIRE_PLACE: ReadonlyMap<string, number> = new Map(
  [...SUITS].reverse().flatMap((suit, s) => RANKS.map((rank, r) => [`${suit}${rank}`, s * RANKS.length + r] as const)),
);

/** Held together, suits whose inks differ most stand beside each other. */
const HAND_SUITS: readonly Suit[] = ['C', 'S', 'D', 'B'];

function wirePlace(card: string): number {
  return WIRE_PLACE.get(card) ?? WIRE_PLACE.size;
}

/** The set with these cards, too. */
export function union(set: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...set, ...more])].sort((a, b) => wirePlace(a) - wirePlace(b));
}

/** The set without this card. */
export function without(set: readonly string[], card: string): string[] {
  return set.filter((held) => held !== card);
}

/** The ten cards of a suit. */
export function cardsOfSuit(suit: Suit): CardName[] {
  return RANKS.map((rank): CardName => `${suit}${rank}`);
}

/** The suit's letter, if the text is a card. */
export function suitOfCard(card: string): Suit | undefined {
  return isCardName(card) ? suitOf(card) : undefined;
}

/** A hand by suit with the strongest first or last, or by strength across suits. */
export const HAND_ORDERS = ['strong', 'weak', 'rank'] as const;
export type HandOrder = (typeof HAND_ORDERS)[number];

/** A hand as one holds it. */
export function sortHand(cards: readonly string[], order: HandOrder = 'strong'): CardName[] {
  const place = (card: CardName): number => {
    const suit = HAND_SUITS.indexOf(suitOf(card));
    const rank = RANKS.indexOf(rankOf(card));
    switch (order) {
      case 'strong':
        return suit * RANKS.length + rank;
      case 'weak':
        return suit * RANKS.length + (RANKS.length - rank);
      case 'rank':
        return rank * HAND_SUITS.length + suit;
    }
  };
  return cards.filter(isCardName).sort((a, b) => place(a) - place(b));
}
