/** The order of the cards of tršet and kifameno, and what they count. */
import { steps, type RankRow } from '../../../lib/state/ranks';
import { coachSay as say } from './catalogues.svelte';

export function trsetRanks(): RankRow[] {
  return [{ label: say('strip.strongest'), steps: steps('3=⅓ 2=⅓ A=1 K=⅓ C=⅓ J=⅓ 7=0 6=0 5=0 4=0') }];
}
