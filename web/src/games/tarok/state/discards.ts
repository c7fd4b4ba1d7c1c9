/** The cards of a deal of tarok that were put away. */
import { undertakingOf, type TarokView } from '../view';
import { isTarok } from '../../../cards/packs/tarok/notation';

export interface Away {
  /** Taroks, which lie open. */
  shown: readonly string[];
  /** The reader's own other cards; where all is open, everybody's. */
  own: readonly string[];
  /** The number of cards that the reader does not know. */
  hidden: number;
}

export function awayOf({ away }: Pick<TarokView, 'away'>): Away {
  return {
    shown: away.cards.filter(isTarok),
    own: away.cards.filter((card) => !isTarok(card)),
    hidden: away.n - away.cards.length,
  };
}

/** Returns the known cards of the talon and the discards, in rows with their words, and the number of hidden ones; `put` are all that were put away, where they are known. */
export function talonRows(view: TarokView, put?: readonly string[]) {
  const { shown, own, hidden } = awayOf(view);
  const rows = [
    { key: 'line.taken', cards: undertakingOf(view.phase)?.taken ?? [] },
    { key: 'line.left', cards: view.left },
    { key: 'line.shown', cards: shown },
    { key: put ? 'line.put' : 'line.own', cards: put ?? own },
  ] as const;
  return { rows: rows.filter(({ cards }) => cards.length > 0), hidden };
}
