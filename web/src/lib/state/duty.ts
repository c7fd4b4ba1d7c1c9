/**
 * The duty of the card played now, as the legal cards show it: the rules the server knows. If they
 * leave less than a duty would, nothing is said.
 */
import type { GameView } from '../protocol';
import { trickOf } from './game';

export type Duty = 'any' | 'follow' | 'tarok';

/** Both packs write the suit first; a tarok counts as one. */
const TAROK = 'T';

function suitOf(card: string): string {
  return card.slice(0, 1);
}

/** The duty of the player who holds the view's hand; nothing where no card is played into a trick, or only one is left. */
export function dutyOf(view: GameView, legal: readonly string[]): Duty | undefined {
  const { hand } = view;
  const trick = trickOf(view);
  if (!hand || !trick || hand.length < 2) return undefined;
  const allowed = hand.filter((card) => legal.includes(card));
  if (allowed.length === 0) return undefined;
  if (allowed.length === hand.length) return 'any';
  const isAll = (suit: string): boolean => hand.every((card) => allowed.includes(card) === (suitOf(card) === suit));
  const led = trick.cards[0];
  if (led !== undefined && isAll(suitOf(led))) return 'follow';
  return isAll(TAROK) ? 'tarok' : undefined;
}
