/** The packs before the shuffle, and how they are dealt after it. */
import { RANKS, SUITS } from '../../cards/notation';
import { FRENCH_RANKS, FRENCH_SUITS } from '../../cards/french/notation';
import { TAROKS, ranksOf } from '../../cards/tarok/notation';
import type { GameOptions } from '../protocol';
import { removedCard } from '../state/trset';

/** The number of cards each player gets at first, if there are as many. */
const HAND: Record<GameOptions['name'], number> = { trset: 10, tarok: 16, tablic: 6 };
/** The number of cards of tablić that lie on the table before anybody is dealt any. */
const FIRST_CARDS = 4;

/** The order in which a fresh pack of tarok lies, the taroks last. */
const TAROK_ORDER = ['H', 'D', 'S', 'C'] as const;

/** Each suit from the weakest card up; in tablić rank by rank. */
export function freshPack(game: GameOptions): string[] {
  if (game.name === 'tarok') {
    const suits = TAROK_ORDER.flatMap((suit) => [...ranksOf(suit)].reverse().map((rank) => `${suit}${rank}`));
    return [...suits, ...[...TAROKS].reverse()];
  }
  if (game.name === 'tablic') return FRENCH_RANKS.flatMap((rank) => FRENCH_SUITS.map((suit) => `${suit}${rank}`));
  const removed = removedCard(game.options);
  const pack = SUITS.flatMap((suit) => [...RANKS].reverse().map((rank) => `${suit}${rank}`));
  return pack.filter((card) => card !== removed);
}

/** A shuffled pack as it is dealt. */
export interface Dealt {
  /** The cards that lie open on the table. */
  table: string[];
  /** The hands, that of the player after the dealer first. */
  hands: string[][];
  /** The undealt cards, the next one first. */
  stock: string[];
}

export function dealOf(name: GameOptions['name'], shuffled: readonly string[], seats: number): Dealt {
  const order = Array.from({ length: seats }, (_, turn) => turn);
  const hand = HAND[name];
  if (name !== 'tablic') {
    const hands = order.map((turn) => shuffled.slice(turn * hand, (turn + 1) * hand));
    return { table: [], hands, stock: shuffled.slice(seats * hand) };
  }
  const deck = shuffled.slice(FIRST_CARDS);
  const dealt = deck.slice(0, seats * hand);
  // One card at a time to each.
  const hands = order.map((turn) => dealt.filter((_, n) => n % seats === turn));
  return { table: shuffled.slice(0, FIRST_CARDS), hands, stock: deck.slice(seats * hand) };
}
