/** The coach's words: the facts that the server tells, in sentences. */
import type { GameFacts } from '../../protocol';
import { tablicSentences } from './tablic';
import { tarokSentences } from './tarok';
import { sentence, type Told } from './told';
import { trsetSentences } from './trset';

/** `fewest`: true in kifameno. */
export function sentences(coach: GameFacts, fewest: boolean, told: Told): string[] {
  return wordsOf(coach, fewest, told).map(sentence);
}

function wordsOf(coach: GameFacts, fewest: boolean, told: Told): string[] {
  switch (coach.game) {
    case 'trset':
      return trsetSentences(coach.facts, fewest, told);
    case 'tarok':
      return tarokSentences(coach.facts, told);
    case 'tablic':
      return tablicSentences(coach.facts, told);
  }
}
