/** The server's reasons for refusing an action of tršet or kifameno, in words. */
import { suitName } from '../../../cards/packs/italian/names';
import { suitOfCard } from '../../../cards/packs/italian/notation';
import { t } from '../../../lib/i18n/index.svelte';
import { say } from './catalogues.svelte';

/** `led` is the first card of the trick. */
export function trsetRuleText(rule: string | undefined, led: string | undefined): string {
  switch (rule) {
    case 'must_follow_suit': {
      const suit = led === undefined ? undefined : suitOfCard(led);
      return suit ? say('rule.must_follow_suit', { suit: suitName(suit) }) : t('error.illegal_action');
    }
    case 'not_in_hand':
    case 'deal_over':
      return t(`rule.${rule}`);
    case 'no_declarations':
    case 'already_declared':
    case 'too_late':
      return say(`rule.${rule}`);
    default:
      return t('error.illegal_action');
  }
}
