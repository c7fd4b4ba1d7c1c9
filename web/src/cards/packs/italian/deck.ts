/** The pack of tršet and kifameno, which comes with the page. */
import type { Deck } from '../../../lib/decks/deck';
import { cardStyle } from '../../../lib/decks/style.svelte';
import type { HandOrder } from '../../../lib/state/cards';
import { indexOf } from '../../style';
import { cardImage } from './draw';
import { SUIT_INK } from './inks';
import { cardName } from './names';
import { ALL_CARDS, RANKS, isCardName, rankOf, suitOf, type CardName, type Suit } from './notation';
import { SUIT_GLYPH } from './suits';

/** Held together, suits whose inks differ most stand beside each other. */
const HAND_SUITS: readonly Suit[] = ['C', 'S', 'D', 'B'];

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

export const ITALIAN_DECK: Deck = {
  cards: ALL_CARDS,
  has: isCardName,
  image: (card, level) => cardImage(card !== undefined && isCardName(card) ? card : 'back', level, cardStyle('italian')),
  name: cardName,
  chip: (card) => {
    if (!isCardName(card)) return { text: card };
    const suit = suitOf(card);
    return { text: indexOf(rankOf(card), cardStyle('italian')), sign: { path: SUIT_GLYPH[suit], ink: SUIT_INK[suit] } };
  },
  sort: sortHand,
};
