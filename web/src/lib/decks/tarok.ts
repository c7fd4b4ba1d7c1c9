/** The pack of tarok. Whoever imports this gets its drawings, so it is fetched when tarok is to be seen. */
import { tarokImage } from '../../cards/tarok/draw';
import { SKIS, TAROK_CARDS, isTarokCard, roman, tarokNumber, tarokRank, tarokSuit } from '../../cards/tarok/notation';
import { TAROK_SUIT_GLYPH, TAROK_SUIT_INK } from '../../cards/tarok/suits';
import { sortTarokHand } from '../state/tarok/cards';
import { tarokCardName } from '../words/tarok/cards';
import type { Deck } from './deck';

export const TAROK_DECK: Deck = {
  cards: TAROK_CARDS,
  has: isTarokCard,
  image: (card, level) => tarokImage(card !== undefined && isTarokCard(card) ? card : 'back', level),
  name: tarokCardName,
  chip: (card) => {
    if (!isTarokCard(card)) return { text: card };
    const number = tarokNumber(card);
    if (number !== undefined) return { text: number === SKIS ? tarokCardName(card) : roman(number) };
    const suit = tarokSuit(card) ?? 'H';
    return { text: tarokRank(card), sign: { path: TAROK_SUIT_GLYPH[suit], ink: TAROK_SUIT_INK[suit] } };
  },
  sort: sortTarokHand,
};
