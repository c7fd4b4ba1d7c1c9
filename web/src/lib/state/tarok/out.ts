/** Cards whose place the observer does not know. */
import { TAROK_CARDS } from '../../../cards/tarok/notation';
import type { TarokView } from '../../protocol';
import { takenOf, undertakingOf } from './view';

export function tarokOut(view: TarokView): string[] {
  const { phase } = view;
  const exchange = undertakingOf(phase)?.exchange;
  const seen = new Set([
    ...(view.hand ?? []),
    ...view.discards,
    ...view.known.flat(),
    ...view.played.flat(),
    ...(takenOf(phase)?.piles.flat() ?? []),
    ...(phase.name === 'taking' ? phase.talon : []),
    ...(exchange?.left ?? []),
    ...(exchange?.shown ?? []),
  ]);
  return TAROK_CARDS.filter((card) => !seen.has(card));
}
