/** The order of the cards of each game and what they count, as a strip at the edge of the table shows them. */
import type { GameKind } from './kind';

export interface Step {
  /** The figure or letter on the card. */
  face: string;
  /** The points it counts, written below. */
  worth?: string;
}

export interface RankRow {
  label: 'strip.strongest' | 'strip.taroks' | 'strip.red' | 'strip.black' | 'strip.sums' | 'strip.worth';
  steps: readonly Step[];
}

function steps(text: string): Step[] {
  return text.split(' ').map((step) => {
    const [face = '', worth] = step.split('=');
    return worth === undefined ? { face } : { face, worth };
  });
}

const TRSET: readonly RankRow[] = [{ label: 'strip.strongest', steps: steps('3=⅓ 2=⅓ A=1 K=⅓ C=⅓ J=⅓ 7=0 6=0 5=0 4=0') }];

export const RANK_ROWS: Record<GameKind, readonly RankRow[]> = {
  trset: TRSET,
  kifameno: TRSET,
  tarok: [
    { label: 'strip.taroks', steps: steps('Škis=5 XXI=5 XX=1 …=1 II=1 I=5') },
    { label: 'strip.red', steps: steps('K=5 Q=4 C=3 J=2 1=1 2=1 3=1 4=1') },
    { label: 'strip.black', steps: steps('K=5 Q=4 C=3 J=2 10=1 9=1 8=1 7=1') },
  ],
  tablic: [
    { label: 'strip.sums', steps: steps('A=1/11 2–10=2–10 J=12 Q=13 K=14') },
    { label: 'strip.worth', steps: steps('10♦=2 10=1 A=1 J=1 Q=1 K=1 2♣=1') },
  ],
};
