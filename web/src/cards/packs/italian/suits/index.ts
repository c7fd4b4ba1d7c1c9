/** The parts that each suit contributes to the deck. */
import type { Suit } from '../notation';
import { INK, PAPER } from '../../../palette';
import { num, type Level } from '../../../svg';
import { SUIT_INK } from '../inks';
import { BASTONI_GLYPH, bastoniAce, bastoniCrossing, club } from './bastoni';
import { COPPE_GLYPH, coppeAce, coppePip } from './coppe';
import { DENARI_GLYPH, denariAce, denariPip } from './denari';
import { SPADE_GLYPH, spadeAce, spadeCrossing, sword } from './spade';

/** One path per suit, in a 20 by 20 box about the origin; fill with rule evenodd. */
export const SUIT_GLYPH: Record<Suit, string> = {
  C: COPPE_GLYPH,
  S: SPADE_GLYPH,
  B: BASTONI_GLYPH,
  D: DENARI_GLYPH,
};

/** The suit's sign for a corner: its silhouette in its own ink. */
export function suitSign(suit: Suit, weight: number): string {
  return `<path d="${SUIT_GLYPH[suit]}" fill="${SUIT_INK[suit]}" fill-rule="evenodd" stroke="${INK}" stroke-width="${num(weight)}" stroke-linejoin="round"/>`;
}

/** The sign's outline in paper, to keep it clear of the drawing beneath. */
export function suitHalo(suit: Suit, weight: number): string {
  return `<path d="${SUIT_GLYPH[suit]}" fill="${PAPER}" stroke="${PAPER}" stroke-width="${num(weight)}" stroke-linejoin="round"/>`;
}

export const ACE: Record<Suit, (level: Level) => string> = {
  C: coppeAce,
  S: spadeAce,
  B: bastoniAce,
  D: denariAce,
};

export { bastoniCrossing, club, coppePip, denariPip, spadeCrossing, sword };
