/** The cards of a deal of tarok that were put away. */
import type { TarokView } from '../view';
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
