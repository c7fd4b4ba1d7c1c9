/** The names that every coach's sentences need, and what they share. */
import type { Seat } from '../../protocol';
import { listed } from '../names';
import { say } from './catalogue.svelte';

export interface CoachContext {
  you: Seat | null;
  /** The number of players. */
  players: number;
  nameOf: (seat: Seat) => string;
  /** The player with whom another counts together, where that is known to all. */
  partnerOf?: (seat: Seat) => Seat | undefined;
  /** The name of a card. */
  cardName: (card: string) => string;
  /** True for words that are heard: cards have names where signs would be seen. */
  heard?: boolean;
}

/** Of more cards than this limit, one fewer than the limit are named. */
const MOST_NAMED = 3;

/** The values of a sentence about these cards. */
export function about(cards: readonly string[], { cardName }: Pick<CoachContext, 'cardName'>): { n: number; cards: string } {
  const n = cards.length;
  const named = cards.slice(0, n > MOST_NAMED ? MOST_NAMED - 1 : n).map(cardName);
  const rest = n - named.length;
  return { n, cards: listed(rest > 0 ? [...named, say('more', { n: rest })] : named) };
}

/** Returns the key of the sentence that compares two of many sides: the reader's may be either. */
export function comparison(more: readonly Seat[], less: readonly Seat[], { you }: Pick<CoachContext, 'you'>) {
  if (you !== null && more.includes(you)) return 'moreYouThan';
  return you !== null && less.includes(you) ? 'moreThanYou' : 'moreOtherThan';
}

/** Leaves out what follows from another fact: who cannot follow suit cannot take the trick. */
export function withoutRepeats<F extends { fact: string }>(facts: readonly F[]): F[] {
  const isVoid = facts.some(({ fact }) => fact === 'void');
  const isOurs = (fact: F): boolean => ('partner' in fact && fact.partner === true) || ('ally' in fact && fact.ally === true);
  // With a single card there is no choice of which all lead to the same.
  const isForced = facts.some(({ fact }) => fact === 'only');
  const forced = (fact: F): F => (isForced && 'all' in fact ? { ...fact, all: false } : fact);
  return facts.map(forced).filter((fact) => !(isVoid && fact.fact === 'beaten' && !isOurs(fact)));
}
