/** The pack of tarok. An import brings its drawings along, so it is fetched when they are to be seen. */
import type { Deck } from '../../../lib/decks/deck';
import { cardStyle } from '../../../lib/decks/style.svelte';
import type { HandOrder } from '../../../lib/state/cards';
import { FRENCH_SUIT_GLYPH, suitInk } from '../../frenchSuited/suits';
import { indexOf } from '../../style';
import { tarokImage } from './draw';
import { tarokCardName } from './names';
import {
  SKIS,
  TAROKS,
  TAROK_CARDS,
  TAROK_SUITS,
  isTarokCard,
  ranksOf,
  roman,
  tarokNumber,
  tarokRank,
  tarokSuit,
  type TarokCardName,
} from './notation';

const HELD: Record<HandOrder, readonly TarokCardName[]> = {
  strong: heldBy((list) => list),
  weak: heldBy((list) => [...list].reverse()),
  rank: [...TAROKS, ...acrossSuits()],
};

/** Taroks, then suit by suit. */
function heldBy(order: <T>(list: readonly T[]) => readonly T[]): TarokCardName[] {
  return [...order(TAROKS), ...TAROK_SUITS.flatMap((suit) => order(ranksOf(suit)).map((rank) => `${suit}${rank}` as TarokCardName))];
}

/** All kings, then all queens, and so on. */
function acrossSuits(): TarokCardName[] {
  return Array.from({ length: 8 }).flatMap((_, n) => TAROK_SUITS.map((suit) => `${suit}${ranksOf(suit)[n] ?? ''}` as TarokCardName));
}

/** A hand as one holds it: the taroks first. */
export function sortTarokHand(cards: readonly string[], order: HandOrder = 'strong'): TarokCardName[] {
  return HELD[order].filter((card) => cards.includes(card));
}

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
    return { text: indexOf(tarokRank(card), style), sign: { path: FRENCH_SUIT_GLYPH[suit], ink: suitInk(suit, style) } };
  },
  sort: sortTarokHand,
};
