/** The words of tablić. */
import { tablicSentences } from './coach';
import { tablicEventText } from './words/events';
import { tablicRuleText } from './words/rules';
import { say } from './words/say.svelte';
import type { WordsOf } from '../words';

export const TABLIC_WORDS: WordsOf<'tablic'> = {
  event: tablicEventText,
  refusal: tablicRuleText,
  coach: (facts, _, told) => tablicSentences(facts, told),
  undealt: () => say('replay.deck'),
  options: () => [],
  captured: (n) => say('seat.captured', { n }),
  taking: ({ seat, card, cards }, nameOf) => say(card === undefined ? 'log.swept' : 'takes', { name: nameOf(seat), n: cards.length }),
  steps: () => ({ before: say('replay.prev'), next: say('replay.next') }),
};
