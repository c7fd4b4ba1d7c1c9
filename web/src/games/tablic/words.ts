/** The words of tablić. */
import { t } from '../../lib/i18n/index.svelte';
import { tablicEventText } from './words/events';
import { tablicRuleText } from './words/rules';
import { tablicRanks } from './words/ranks';
import { say } from './words/catalogues.svelte';
import type { WordsOf } from '../words';

const words: WordsOf<'tablic'> = {
  event: tablicEventText,
  refusal: tablicRuleText,
  ranks: tablicRanks,
  undealt: () => say('replay.deck'),
  options: ({ pairs }) => (pairs ? [{ label: t('game.pairs'), means: say('create.pairsHint') }] : []),
  lying: (n) => say('table.cards', { n }),
  captured: (n) => say('seat.captured', { n }),
  taking: ({ seat, card, cards }, nameOf) => say(card === undefined ? 'log.swept' : 'takes', { name: nameOf(seat), n: cards.length }),
  steps: () => ({ before: say('replay.prev'), next: say('replay.next') }),
};

export default words;
