/** The server's reasons for refusing an action of tablić, in words. */
import { t } from '../../../lib/i18n/index.svelte';
import { say } from './catalogues.svelte';

export function tablicRuleText(rule: string | undefined): string {
  switch (rule) {
    case 'not_in_hand':
    case 'deal_over':
      return t(`rule.${rule}`);
    case 'not_on_table':
    case 'does_not_add_up':
    // The page itself asks the reader to pick where nobody is helped.
    case 'several_captures':
      return say(`rule.${rule}`);
    default:
      return t('error.illegal_action');
  }
}
