/**
 * A game's cards, as components show them: drawings, names and order. Two packs
 * write some cards alike (`SK`, `C7`), so a component that shows a card has to know of
 * which pack it is: from the room it stands in, see `components/GameRoom.svelte`.
 */
import { getContext, setContext } from 'svelte';
import { ITALIAN_DECK } from '../../cards/packs/italian/deck';
import type { Level } from '../../cards/svg';
import type { HandOrder } from '../state/cards';

/** A card in little: a word or letter and, if it has one, its suit's sign. */
export interface Chip {
  text: string;
  sign?: { path: string; ink: string };
}

export interface Deck {
  /** The whole pack. */
  cards: readonly string[];
  has: (card: string) => boolean;
  /** The card's picture; of what is no card, the back's. */
  image: (card: string | undefined, level: Level) => string;
  /** The card's name in the reader's language. */
  name: (card: string) => string;
  chip: (card: string) => Chip;
  /** The cards of the pack among these, as a hand is held. */
  sort: (cards: readonly string[], order?: HandOrder) => string[];
}

const KEY = Symbol('deck');

/** Everything below this component shows cards of this pack. */
export function provideDeck(deck: () => Deck): void {
  setContext(KEY, deck);
}

/** The pack of the room; without one the Italian pack. Must be called while a component is set up. */
export function useDeck(): () => Deck {
  return getContext<(() => Deck) | undefined>(KEY) ?? (() => ITALIAN_DECK);
}
