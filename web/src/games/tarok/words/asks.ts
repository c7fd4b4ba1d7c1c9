/** The questions that a player of tarok is asked before cards are played. */
import { readLegal } from '../state/actions';
import { isOfFour, type TarokView } from '../view';
import { say } from './catalogues.svelte';

/** Returns the question that the reader has to answer now; none while cards are played. */
export function tarokAsks(view: TarokView, actions: readonly string[]): string | undefined {
  const { phase } = view;
  switch (phase.name) {
    case 'bidding':
      return say('bid.ask');
    case 'choosing':
      return say('choose.ask');
    case 'calling':
      return say('call.ask');
    case 'taking':
      return say('take.ask');
    case 'discarding':
      return say('discard.ask', { n: phase.to_discard });
    case 'announcing':
      return say('announce.ask');
    case 'doubling': {
      if (!isOfFour(view)) return say(phase.undertaking.declarer === view.observer ? 'kontra.answer' : 'kontra.ask');
      const { announcements, raises } = readLegal(actions);
      // All seats are asked, also those with no choice: a seat passed over would give its side away.
      if (announcements.length + raises.length === 0) return say('talk.nothing');
      return say(announcements.length > 0 ? 'talk.ask' : 'kontra.ask');
    }
    default:
      return undefined;
  }
}
