/** The legal actions, sorted by their kind. */
import type { TarokContract } from '../../../lib/protocol';
import { cardsToDiscard, cardsToPlay, objectsOf } from '../../../lib/state/legal';

export interface Legal {
  pass: boolean;
  bids: TarokContract[];
  contracts: TarokContract[];
  /** Kings that may be called. */
  kings: string[];
  /** Indices of talon groups. */
  groups: number[];
  announcements: string[];
  /** Items that may be raised. */
  raises: string[];
  /** Cards that may be played. */
  cards: string[];
  /** Cards that may be put away. */
  discards: string[];
}

export function readLegal(actions: readonly string[]): Legal {
  const of = (verb: string): string[] => objectsOf(verb, actions);
  return {
    pass: actions.includes('pass'),
    bids: of('bid') as TarokContract[],
    contracts: of('contract') as TarokContract[],
    kings: of('call'),
    groups: of('take').map(Number),
    announcements: of('announce'),
    raises: of('raise'),
    cards: cardsToPlay(actions),
    discards: cardsToDiscard(actions),
  };
}
