/** The legal actions, sorted by their kind. */
import type { TarokContract } from '../../protocol';

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
  const of = (verb: string): string[] =>
    actions.flatMap((action) => (action.startsWith(`${verb}:`) ? [action.slice(verb.length + 1)] : []));
  return {
    pass: actions.includes('pass'),
    bids: of('bid') as TarokContract[],
    contracts: of('contract') as TarokContract[],
    kings: of('call'),
    groups: of('take').map(Number),
    announcements: of('announce'),
    raises: of('raise'),
    cards: actions.filter((action) => action !== 'pass' && !action.includes(':')),
    discards: of('discard'),
  };
}

/** A card is taken up, or taken back; of more than `most` the first gives way. */
export function toggle(chosen: readonly string[], card: string, most: number): string[] {
  if (chosen.includes(card)) return chosen.filter((one) => one !== card);
  return [...chosen, card].slice(-Math.max(1, most));
}
