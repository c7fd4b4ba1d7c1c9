/** The server's reasons for refusing an action of tarok, in words. */
import { t } from '../../../lib/i18n/index.svelte';
import { tarokSuitOfCard } from '../../../cards/packs/tarok/names';
import { isTarok } from '../../../cards/packs/tarok/notation';
import { say } from './catalogues.svelte';

const RULES = [
  'bid_not_allowed',
  'contract_not_allowed',
  'no_such_group',
  'not_discardable',
  'taroks_last',
  'already_announced',
  'not_announceable',
  'raise_not_allowed',
  'must_follow_suit',
  'must_play_tarok',
  'must_beat',
  'pagat_last',
  'not_now',
] as const;

/** `led` is the first card of the trick. */
export function tarokRuleText(rule: string | undefined, led: string | undefined): string {
  if (rule === 'not_in_hand' || rule === 'deal_over') return t(`rule.${rule}`);
  const known = RULES.find((name) => name === rule);
  if (known === undefined) return t('error.illegal_action');
  if (known === 'must_follow_suit' && isTarok(led ?? '')) return say('rule.must_follow_tarok');
  return say(`rule.${known}`, { suit: tarokSuitOfCard(led ?? '') });
}
