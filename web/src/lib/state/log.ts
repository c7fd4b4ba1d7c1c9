/** What happened at the table, as facts; words are put to them when they are shown. */
import type { Move, Seat, TableEvent, TrsetEvent } from '../protocol';

export type LogFact =
  | { kind: 'deal'; number: number }
  | { kind: 'seated'; seat: Seat; name: string }
  | { kind: 'left'; seat: Seat }
  | { kind: 'connection'; seat: Seat; connected: boolean }
  | { kind: 'substituted'; seat: Seat; by: string | null }
  | { kind: 'returned'; seat: Seat }
  | { kind: 'game'; event: TrsetEvent; by: Move['by'] }
  | { kind: 'over' }
  | { kind: 'ready'; seat: Seat }
  | { kind: 'match' }
  | { kind: 'closed'; reason: string };

export interface LogEntry {
  /** Counts up; stable, so that lists can be keyed by it. */
  id: number;
  fact: LogFact;
}

/** What a list of moves tells without the events that followed them: a newcomer's log. */
export function factsOfMoves(moves: readonly Move[]): LogFact[] {
  return moves.map((move): LogFact => {
    const event: TrsetEvent = move.action.includes(':')
      ? { type: 'declared', seat: move.seat, declaration: move.action }
      : { type: 'played', seat: move.seat, card: move.action };
    return { kind: 'game', event, by: move.by };
  });
}

/** What an event adds to the log. Chat has a place of its own. */
export function factsOf(event: TableEvent): LogFact[] {
  switch (event.type) {
    case 'seated':
      return [{ kind: 'seated', seat: event.seat, name: event.player.name }];
    case 'left':
      return [{ kind: 'left', seat: event.seat }];
    case 'connection':
      return [{ kind: 'connection', seat: event.seat, connected: event.connected }];
    case 'substituted':
      return [{ kind: 'substituted', seat: event.seat, by: event.substitute.player?.name ?? null }];
    case 'returned':
      return [{ kind: 'returned', seat: event.seat }];
    case 'dealt':
      return [{ kind: 'deal', number: event.deal.number }];
    case 'moved':
      return event.events.map((happened) => ({ kind: 'game', event: happened, by: event.by }));
    case 'deal_over':
      return [{ kind: 'over' }];
    case 'ready':
      return [{ kind: 'ready', seat: event.seat }];
    case 'match_started':
      return [{ kind: 'match' }];
    case 'closed':
      return [{ kind: 'closed', reason: event.reason }];
    case 'committed':
    case 'chat':
    case 'spectators':
      return [];
  }
}

/** The log with these facts at its end. */
export function extend(log: readonly LogEntry[], facts: readonly LogFact[]): LogEntry[] {
  const next = (log.at(-1)?.id ?? 0) + 1;
  return [...log, ...facts.map((fact, i) => ({ id: next + i, fact }))];
}
