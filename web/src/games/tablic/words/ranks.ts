/** The order of the cards of tablić, and what they count. */
import { steps, type RankRow } from '../../../lib/state/ranks';
import { coachSay as say } from './catalogues.svelte';

export function tablicRanks(): RankRow[] {
  return [
    { label: say('strip.sums'), steps: steps('A=1/11 2–10=2–10 J=12 Q=13 K=14') },
    { label: say('strip.worth'), steps: steps('10♦=2 10=1 A=1 J=1 Q=1 K=1 2♣=1') },
  ];
}
