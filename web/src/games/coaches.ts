/** The coach of each game, fetched where one speaks. */
import type { CoachContext } from '../lib/words/coach/context';
import { byGame } from './byGame';
import type { FactsOf, GameKind, GameName } from './module';

export interface CoachOf<N extends GameName> {
  /** Returns the sentences for facts, the most important first. */
  sentences(facts: FactsOf<N>, kind: GameKind, context: CoachContext): string[];
}

/** The coach of any one of the games. */
export type GameCoach = { readonly [A in keyof CoachOf<GameName>]: CoachOf<GameName>[A] };

export const COACHES = byGame(import.meta.glob<GameCoach>('./*/coach.ts', { eager: true, import: 'default' }));
