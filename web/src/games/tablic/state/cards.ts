/** Tablić's cards: the order in which the server lists them, their values in sums, and their worth in points. */
import { FRENCH_RANKS, FRENCH_SUITS, frenchRank, isFrenchCard, type FrenchRank } from '../../../cards/packs/french/notation';

/** Kings first and, of the same rank, clubs before diamonds, spades and hearts. */
const WIRE: readonly string[] = [...FRENCH_RANKS].reverse().flatMap((rank) => [...FRENCH_SUITS].reverse().map((suit) => suit + rank));
const WIRE_PLACE: ReadonlyMap<string, number> = new Map(WIRE.map((card, i) => [card, i]));

/** Aces, tens and the court are worth a point each, and two more cards something of their own. */
const WORTH: readonly FrenchRank[] = ['A', '10', 'J', 'Q', 'K'];
export const TEN_OF_DIAMONDS = 'D10';
export const TWO_OF_CLUBS = 'C2';
/** The points for strictly most captured cards. */
export const MOST_CARDS_POINTS = 3;

/** The cards in the order of the wire, each once. */
export function tablicOrder(cards: readonly string[]): string[] {
  const place = (card: string): number => WIRE_PLACE.get(card) ?? WIRE_PLACE.size;
  return [...new Set(cards)].sort((a, b) => place(a) - place(b));
}

/** Returns the value of captured cards, in points. */
export function pointsOf(cards: readonly string[]): number {
  return cards.reduce((sum, card) => sum + worth(card), 0);
}

function worth(card: string): number {
  if (card === TEN_OF_DIAMONDS) return 2;
  if (card === TWO_OF_CLUBS) return 1;
  return isFrenchCard(card) && WORTH.includes(frenchRank(card)) ? 1 : 0;
}

/** The cards of the pack that are not among these, a list for each rank that has any, kings first. */
export function ranksWithout(seen: readonly string[]): string[][] {
  const left = WIRE.filter((card) => !seen.includes(card));
  const ranks = new Map<string, string[]>();
  for (const card of left) {
    const rank = card.slice(1);
    ranks.set(rank, [...(ranks.get(rank) ?? []), card]);
  }
  return [...ranks.values()];
}
