/** Captures: the cards that leave the table, and who takes them. */
import type { GameEvent, Seat } from '../../protocol';
import type { LogEntry } from '../log';

/** Cards on their way from the table to a pile. */
export interface Taking {
  seat: Seat;
  /** The card that takes them; none at the end, when the last capturer gets what is left. */
  card: string | undefined;
  cards: readonly string[];
  /** True if it is the whole table. */
  tabla: boolean;
}

/** Returns the cards that an event takes from the table. */
export function takingOf(event: GameEvent): Taking | undefined {
  if (event.type === 'captured') return { seat: event.seat, card: event.card, cards: event.taken, tabla: event.tabla };
  return event.type === 'swept' ? { seat: event.seat, card: undefined, cards: event.cards, tabla: false } : undefined;
}

/** The last capture of the deal. */
export function lastCapture(log: readonly LogEntry[]): Taking | undefined {
  for (let i = log.length - 1; i >= 0; i--) {
    const fact = log[i]?.fact;
    if (fact?.kind === 'game' && fact.event.type === 'captured') return takingOf(fact.event);
  }
  return undefined;
}
