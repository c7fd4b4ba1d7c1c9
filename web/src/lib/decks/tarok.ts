/** The pack of tarok. Whoever imports this gets its drawings, so it is fetched when tarok is to be seen. */
import { tarokImage } from '../../cards/tarok/draw';
import { SKIS, TAROK_CARDS, isTarokCard, roman, tarokNumber, tarokRank, tarokSuit } from '../../cards/tarok/notation';
import { indexOf } from '../../cards/style';
import { TAROK_SUIT_GLYPH, suitInk } from '../../cards/tarok/suits';
import { sortTarokHand } from '../state/tarok/cards';
import { tarokCardName } from '../words/tarok/cards';
import type { Deck } from './deck';
import { cardStyle } from './style.svelte';

export const TAROK_DECK: Deck = {
  cards: TAROK_CARDS,
  has: isTarokCard,
  image: (card, level) => tarokImage(card !== undefined && isTarokCard(card) ? card : 'back', level, cardStyle('tarok')),
  name: tarokCardName,
  chip: (card) => {
    if (!isTarokCard(card)) return { text: card };
    const style = cardStyle('tarok');
    const number = tarokNumber(card);
    if (number !== undefined) return { text: number === SKIS ? tarokCardName(card) : roman(number) };
    const suit = tarokSuit(card) ?? 'H';
    return { text: indexOf(tarokRank(card), style), sign: { path: TAROK_SUIT_GLYPH[suit], ink: suitInk(suit, style) } };
  },
  sort: sortTarokHand,
};
