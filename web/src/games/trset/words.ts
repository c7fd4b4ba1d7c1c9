/** The words of tršet and kifameno. */
import { t } from '../../lib/i18n/index.svelte';
import { suitName } from '../../cards/packs/italian/names';
import { suitOfCard } from '../../cards/packs/italian/notation';
import { trsetSentences } from './coach';
import { pointsText } from '../../lib/words/points';
import { declarationName } from './words/declarations';
import { trsetEventText } from './words/events';
import { trsetRuleText } from './words/rules';
import type { Explained, WordsOf } from '../words';

export const TRSET_WORDS: WordsOf<'trset'> = {
  event: trsetEventText,
  refusal: trsetRuleText,
  coach: (facts, kind, told) => trsetSentences(facts, kind === 'kifameno', told),
  undealt: () => t('replay.stock'),

  options({ declarations, cappotto }) {
    const words: Explained[] = [];
    if (declarations) words.push({ label: t('game.declarations'), means: t('create.declarationsHint') });
    if (cappotto) words.push({ label: t('game.cappotto'), means: t('create.cappottoHint') });
    return words;
  },

  said: (event) => (event.type === 'declared' ? declarationName(event.declaration) : undefined),
  yours: (event) => (event.type === 'trick_taken' ? t('table.yours', { points: pointsText(event.thirds) }) : undefined),

  duty(_, led) {
    const suit = led === undefined ? undefined : suitOfCard(led);
    return t('table.follow', { suit: suit ? suitName(suit) : '' });
  },
};
