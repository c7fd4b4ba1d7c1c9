/** The server's facts as the coach's sentences. */
import type { GameKind } from '../../../games';
import { WORDS } from '../../../games/words';
import type { GameFacts } from '../../protocol';
import { sentence } from '../names';
import type { CoachContext } from './context';

export function sentences({ game, facts }: GameFacts, kind: GameKind, context: CoachContext): string[] {
  return WORDS[game].coach(facts, kind, context).map(sentence);
}
