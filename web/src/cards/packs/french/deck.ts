/** The French pack. An import brings its drawings along, so it is fetched when a game with it is to be seen. */
import { frenchImage } from './draw';
import {
  FRENCH_CARDS,
  FRENCH_RANKS,
  FRENCH_SUITS,
  frenchRank,
  frenchSuit,
  isFrenchCard,
  type FrenchCardName,
  type FrenchRank,
} from './notation';
import { indexOf } from '../../style';
import { FRENCH_SUIT_GLYPH, suitInk } from '../../frenchSuited/suits';
import type { HandOrder } from '../../../lib/state/cards';
import type { Deck } from '../../../lib/decks/deck';
import { cardStyle } from '../../../lib/decks/style.svelte';
import { frenchCardName } from './names';

const UPWARDS = held(FRENCH_RANKS);
const DOWNWARDS = held([...FRENCH_RANKS].reverse());

function held(ranks: readonly FrenchRank[]): FrenchCardName[] {
  return ranks.flatMap((rank) => FRENCH_SUITS.map((suit): FrenchCardName => `${suit}${rank}`));
}

/** A hand as one holds it: by rank in every order, for in tablić only two cards count for their suit. */
function sortFrenchHand(cards: readonly string[], order: HandOrder = 'strong'): FrenchCardName[] {
  return (order === 'weak' ? UPWARDS : DOWNWARDS).filter((card) => cards.includes(card));
}

export const FRENCH_DECK: Deck = {
  cards: FRENCH_CARDS,
  has: isFrenchCard,
  image: (card, level) => frenchImage(card !== undefined && isFrenchCard(card) ? card : 'back', level, cardStyle('french')),
  name: frenchCardName,
  chip: (card) => {
    if (!isFrenchCard(card)) return { text: card };
    const style = cardStyle('french');
    const suit = frenchSuit(card);
    return { text: indexOf(frenchRank(card), style), sign: { path: FRENCH_SUIT_GLYPH[suit], ink: suitInk(suit, style) } };
  },
  sort: sortFrenchHand,
};
