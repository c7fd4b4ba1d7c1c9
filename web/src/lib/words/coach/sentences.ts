/** The server's facts as the coach's sentences. */
import type { GameKind } from '../../../games';
import { COACHES } from '../../../games/coaches';
import type { GameFacts } from '../../protocol';
import { sentence } from '../names';
import type { CoachContext } from './context';

export function sentences({ game, facts }: GameFacts, kind: GameKind, context: CoachContext): string[] {
  return COACHES[game].sentences(facts, kind, context).map(sentence);
}
