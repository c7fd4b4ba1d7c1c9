/** The court figures' looks in the Italian pack. */
import { SUITS, type Suit } from './notation';
import { DRESS } from './inks';
import { motif } from './cloth';
import { emblem } from './emblem';
import type { Look } from '../../figures/look';

function lookOf(suit: Suit): Look {
  return {
    dress: DRESS[suit],
    motif: (x, y, ink) => motif(suit, x, y, ink),
    emblem: (x, y, level) => emblem(suit, x, y, level),
  };
}

export const LOOK = Object.fromEntries(SUITS.map((suit) => [suit, lookOf(suit)])) as Record<Suit, Look>;
