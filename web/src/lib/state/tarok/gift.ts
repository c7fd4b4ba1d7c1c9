/** The talon's card that went with the last trick of a klop. */
import type { Seat } from '../../protocol';
import { isTarokEvent } from '../game';
import type { LogEntry } from '../log';

export interface Gift {
  seat: Seat;
  card: string;
}

export function lastGift(log: readonly LogEntry[]): Gift | undefined {
  for (let i = log.length - 1; i >= 0; i--) {
    const fact = log[i]?.fact;
    if (fact?.kind !== 'game' || !isTarokEvent(fact.event) || fact.event.type !== 'trick_taken') continue;
    const { seat, gift } = fact.event;
    return gift === undefined ? undefined : { seat, card: gift };
  }
  return undefined;
}
