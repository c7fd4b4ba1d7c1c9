/** The talon's card that went with the last trick of a klop. */
import type { Seat } from '../../../lib/protocol';
import type { LogEntry } from '../../../lib/state/log';

export interface Gift {
  seat: Seat;
  card: string;
}

export function lastGift(log: readonly LogEntry[]): Gift | undefined {
  for (let i = log.length - 1; i >= 0; i--) {
    const fact = log[i]?.fact;
    if (fact?.kind !== 'game' || fact.event.type !== 'trick_taken') continue;
    const { event } = fact;
    return 'gift' in event && event.gift !== undefined ? { seat: event.seat, card: event.gift } : undefined;
  }
  return undefined;
}
