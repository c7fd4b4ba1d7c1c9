/** The packs before the shuffle, and how many cards each player gets of them. */
import { RANKS, SUITS } from '../../cards/notation';
import { TAROKS, ranksOf } from '../../cards/tarok/notation';
import type { GameOptions } from '../protocol';
import { removedCard } from '../state/trset';

export const HAND: Record<GameOptions['name'], number> = { trset: 10, tarok: 16 };

/** The order in which a fresh pack of tarok lies, the taroks last. */
const TAROK_ORDER = ['H', 'D', 'S', 'C'] as const;

/** Each suit from the weakest card up. */
export function freshPack(game: GameOptions): string[] {
  if (game.name === 'tarok') {
    const suits = TAROK_ORDER.flatMap((suit) => [...ranksOf(suit)].reverse().map((rank) => `${suit}${rank}`));
    return [...suits, ...[...TAROKS].reverse()];
  }
  const removed = removedCard(game.options);
  const pack = SUITS.flatMap((suit) => [...RANKS].reverse().map((rank) => `${suit}${rank}`));
  return pack.filter((card) => card !== removed);
}
