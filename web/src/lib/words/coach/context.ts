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

/** Leaves out what follows from another fact: who cannot follow suit cannot take the trick. */
export function withoutRepeats<F extends { fact: string }>(facts: readonly F[]): F[] {
  const isVoid = facts.some(({ fact }) => fact === 'void');
  const isOurs = (fact: F): boolean => ('partner' in fact && fact.partner === true) || ('ally' in fact && fact.ally === true);
  // With a single card there is no choice of which all lead to the same.
  const isForced = facts.some(({ fact }) => fact === 'only');
  const forced = (fact: F): F => (isForced && 'all' in fact ? { ...fact, all: false } : fact);
  return facts.map(forced).filter((fact) => !(isVoid && fact.fact === 'beaten' && !isOurs(fact)));
}

/**
 * Returns the others' figure of a comparison. Of more than two sides it has the name of the one that is compared, unless
 * that is the reader's own.
 */
export function compared(
  figure: number | string,
  sides: Record<'own' | 'other', readonly Seat[]>,
  { you, players, nameOf }: Pick<CoachContext, 'you' | 'players' | 'nameOf'>,
): string {
  const { own, other } = sides;
  const plain = own.length + other.length === players || (you !== null && other.includes(you));
  return plain ? String(figure) : `${figure} (${listed(other.map(nameOf))})`;
}
