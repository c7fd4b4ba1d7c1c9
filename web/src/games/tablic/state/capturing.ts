/** The rules of tablić by which captures are offered. */
import { FRENCH_RANKS, frenchRank, isFrenchCard } from '../../../cards/packs/french/notation';
import type { Capturing } from '../../../lib/state/capture/choice';
import { TEN_OF_DIAMONDS, TWO_OF_CLUBS, pointsOf, tablicOrder } from './cards';

export const TABLIC_CAPTURING: Capturing = {
  /** From the ace up, which counts 1 or 11; there is no other 11. */
  values: [[1, 11], [2], [3], [4], [5], [6], [7], [8], [9], [10], [12], [13], [14]],
  rankOf: (card) => (isFrenchCard(card) ? FRENCH_RANKS.indexOf(frenchRank(card)) : -1),
  inOrder: tablicOrder,
  pointsOf,
  /** The two special cards, then aces. */
  preferenceOf: (cards) => [
    Number(cards.includes(TEN_OF_DIAMONDS)),
    Number(cards.includes(TWO_OF_CLUBS)),
    cards.filter((card) => card.endsWith('A')).length,
  ],
};
