/** The log of a table, as facts; words are put to them when they are shown. */
import type { Claim, DroppedPromise, DropReason, GameEvent, PlayedMove, Seat, TableEvent, TableSnapshot } from '../protocol';
import { dealNumber } from './kind';

export type LogFact =
  | { kind: 'deal'; number: number }
  | { kind: 'seated'; seat: Seat; name: string }
  /** Names are those of the moment: the seats have others then. */
  | { kind: 'left'; name: string }
  | { kind: 'seatsChanged'; names: readonly string[] }
  | { kind: 'seatWanted'; name: string; other: string | null }
  | { kind: 'connection'; name: string; connected: boolean }
  | { kind: 'substituted'; seat: Seat; by: string | null; left: boolean }
  | { kind: 'returned'; seat: Seat }
  | { kind: 'game'; event: GameEvent; by: PlayedMove['by'] }
  /** The meaning that an event has beside what happened, such as who plays together. */
  | { kind: 'shows'; event: GameEvent }
  | { kind: 'claimed'; seat: Seat; claim: Claim }
  | { kind: 'over' }
  | { kind: 'matchOver' }
  | { kind: 'ready'; name: string }
  | { kind: 'match' }
  | { kind: 'dropped'; reason: DropReason; seats: readonly Seat[] }
  | { kind: 'closed'; reason: string };

export interface LogEntry {
  /** Counts up; stable, so that lists can be keyed by it. */
  id: number;
  fact: LogFact;
}

/** Returns the facts of a list of moves: a newcomer's log is that of one who saw them. */
export function factsOfMoves(moves: readonly PlayedMove[]): LogFact[] {
  return moves.flatMap(factsOfMove);
}

/** Returns the facts of a move. A dealing of new cards to everybody is one fact. */
export function factsOfMove({ events, by }: Pick<PlayedMove, 'events' | 'by'>): LogFact[] {
  const told = events.filter((event, n) => event.type !== 'dealt' || events[n - 1]?.type !== 'dealt');
  return told.flatMap((event): LogFact[] => [
    { kind: 'game', event, by },
    ...('called_by' in event ? [{ kind: 'shows', event } as const] : []),
  ]);
}

/**
 * The facts that an event adds to the log. Chat has a place of its own. The `dropped` promises of the table were
 * logged before.
 */
export function factsOf(event: TableEvent, table: Pick<TableSnapshot, 'config' | 'score' | 'dropped' | 'seats'>): LogFact[] {
  const { dropped } = table;
  const named = (seat: Seat): string[] => (table.seats[seat]?.player ? [table.seats[seat].player.name] : []);
  switch (event.type) {
    case 'seated':
      return [{ kind: 'seated', seat: event.seat, name: event.player.name }];
    case 'left':
      return [{ kind: 'left', name: named(event.seat).join() }];
    case 'seats_changed':
      return [{ kind: 'seatsChanged', names: event.seats.flatMap(named) }];
    case 'seat_wanted':
      return [{ kind: 'seatWanted', name: named(event.seat).join(), other: event.wants === null ? null : named(event.wants).join() }];
    case 'connection':
      return [{ kind: 'connection', name: named(event.seat).join(), connected: event.connected }];
    case 'substituted':
      return [{ kind: 'substituted', seat: event.seat, by: event.substitute.player?.name ?? null, left: event.substitute.left === true }];
    case 'returned':
      return [{ kind: 'returned', seat: event.seat }];
    case 'dealt':
      // The dropped promises belong to the log of this deal.
      return [...dropped.map(factOfDropped), { kind: 'deal', number: dealNumber(table, event.deal) }];
    case 'moved':
      return factsOfMove(event);
    case 'claimed':
      return [{ kind: 'claimed', seat: event.seat, claim: event.claim }];
    case 'deal_over':
      return [{ kind: 'over' }];
    case 'ready':
      return [{ kind: 'ready', name: named(event.seat).join() }];
    case 'match_started':
      return [{ kind: 'match' }];
    case 'closed':
      return [{ kind: 'closed', reason: event.reason }];
    case 'committed':
      return event.dropped.slice(dropped.length).map(factOfDropped);
    case 'nonces_committed':
    case 'renamed':
    case 'chat':
    case 'spectators':
    case 'awaiting_bots':
    default:
      return [];
  }
}

function factOfDropped({ reason, seats }: DroppedPromise): LogFact {
  return { kind: 'dropped', reason, seats };
}

/** The cards everybody saw drawn after the last trick, by the seat that drew. */
export function lastDrawn(log: readonly LogEntry[], seat: Seat): string[] {
  const drawn: string[] = [];
  for (let i = log.length - 1; i >= 0; i--) {
    const fact = log[i]?.fact;
    if (fact?.kind !== 'game') continue;
    if (fact.event.type === 'trick_taken') break;
    if (fact.event.type === 'drew' && fact.event.seat === seat) drawn.unshift(fact.event.card);
  }
  return drawn;
}

/** The cards a seat has drawn and not answered with one of its own yet. */
export function justDrawn(log: readonly LogEntry[], seat: Seat): string[] {
  const played = log.findLast(({ fact }) => fact.kind === 'game' && fact.event.type === 'played' && fact.event.seat === seat);
  return lastDrawn(played ? log.filter(({ id }) => id > played.id) : log, seat);
}

/** The log with these facts at its end. */
export function extend(log: readonly LogEntry[], facts: readonly LogFact[]): LogEntry[] {
  const next = (log.at(-1)?.id ?? 0) + 1;
  return [...log, ...facts.map((fact, i) => ({ id: next + i, fact }))];
}
