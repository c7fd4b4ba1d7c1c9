/** The order of the cards of tarok, and what they count. */
import { steps, type RankRow } from '../../../lib/state/ranks';
import { coachSay as say } from './catalogues.svelte';

export function tarokRanks(): RankRow[] {
  return [
    { label: say('strip.taroks'), steps: steps('Škis=5 XXI=5 XX=1 …=1 II=1 I=5') },
    { label: say('strip.red'), steps: steps('K=5 Q=4 C=3 J=2 1=1 2=1 3=1 4=1') },
    { label: say('strip.black'), steps: steps('K=5 Q=4 C=3 J=2 10=1 9=1 8=1 7=1') },
  ];
}
