/** The coach's words: the facts that the server tells, in sentences. */
import type { GameKind } from '../../../games';
import { WORDS } from '../../../games/words';
import type { GameFacts } from '../../protocol';
import { sentence, type Told } from './told';

export function sentences({ game, facts }: GameFacts, kind: GameKind, told: Told): string[] {
  return WORDS[game].coach(facts, kind, told).map(sentence);
}
