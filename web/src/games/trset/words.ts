/** The words of tršet and kifameno. */
import { t } from '../../lib/i18n/index.svelte';
import { say } from './words/catalogues.svelte';
import { suitName } from '../../cards/packs/italian/names';
import { suitOfCard } from '../../cards/packs/italian/notation';
import { declarable } from './state/declaration';
import { pointsText } from '../../lib/words/points';
import { declarationName } from './words/declarations';
import { trsetEventText } from './words/events';
import { trsetRuleText } from './words/rules';
import { trsetRanks } from './words/ranks';
import type { Explained, WordsOf } from '../words';

const words: WordsOf<'trset'> = {
  event: trsetEventText,
  refusal: trsetRuleText,
  ranks: trsetRanks,
  undealt: () => say('replay.stock'),

  options({ declarations, cappotto, alone, cappotto_doubles, pointless_redealt, stops_at_target }) {
    const words: Explained[] = [];
    if (alone) words.push({ label: t('game.alone'), means: say('create.players4Alone') });
    if (declarations) words.push({ label: t('game.declarations'), means: say('create.declarationsHint') });
    if (cappotto) words.push({ label: t('game.cappotto'), means: say('create.cappottoHint') });
    if (cappotto_doubles) words.push({ label: t('game.doubles'), means: say('create.doublesHint') });
    if (pointless_redealt) words.push({ label: t('game.redealt'), means: say('create.redealtHint') });
    if (stops_at_target) words.push({ label: t('game.stops'), means: say('create.stopsHint') });
    return words;
  },

  asks(_, legal) {
    const declarations = declarable(legal).map(declarationName);
    return declarations.length === 0 ? undefined : `${say('declare.ask')} ${declarations.join(', ')}.`;
  },

  said: (event) => (event.type === 'declared' ? declarationName(event.declaration) : undefined),
  yours: (event) => (event.type === 'trick_taken' ? say('trick.yours', { points: pointsText(event.thirds) }) : undefined),

  duty(_, led) {
    const suit = led === undefined ? undefined : suitOfCard(led);
    return t('table.follow', { suit: suit ? suitName(suit) : '' });
  },
};

export default words;
