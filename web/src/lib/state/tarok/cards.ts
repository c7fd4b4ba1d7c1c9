/**
 * Sets of tarok cards as lists, in the order in which the server lists them:
 * taroks first, then clubs, spades, diamonds and hearts, the strongest first.
 */
import { TAROKS, TAROK_SUITS, isTarokCard, ranksOf, tarokNumber, type TarokCardName } from '../../../cards/tarok/notation';
import type { HandOrder } from '../cards';

const WIRE_SUITS = ['C', 'S', 'D', 'H'] as const;
const WIRE: readonly string[] = [...TAROKS, ...WIRE_SUITS.flatMap((suit) => ranksOf(suit).map((rank) => suit + rank))];
const WIRE_PLACE: ReadonlyMap<string, number> = new Map(WIRE.map((card, i) => [card, i]));

export function tarokUnion(set: readonly string[], more: readonly string[]): string[] {
  const place = (card: string): number => WIRE_PLACE.get(card) ?? WIRE_PLACE.size;
  return [...new Set([...set, ...more])].sort((a, b) => place(a) - place(b));
}

/** The taroks of a set. */
export function taroksOf(cards: readonly string[]): string[] {
  return cards.filter(isTarok);
}

/** True if the card is a tarok, which lies open when it is discarded. */
export function isTarok(card: string): boolean {
  return isTarokCard(card) && tarokNumber(card) !== undefined;
}

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
