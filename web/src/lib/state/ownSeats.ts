/** The tables at which the reader has a seat, private ones included, from the server's messages. */
import type { OwnTable, Player, ServerMessage, TableSummary } from '../protocol';
import { seatsOf } from './kind';

/** The tables; the seat is unknown until the table has been looked at. */
export type OwnSeats = ReadonlyMap<string, number | null>;

export const NO_SEATS: OwnSeats = new Map();

export function reduceOwnSeats(own: OwnSeats, message: ServerMessage, me: string | undefined): OwnSeats {
  switch (message.type) {
    case 'welcome':
      return new Map(message.tables.map((table) => [table, own.get(table) ?? null]));
    case 'snapshot': {
      const { id, you, phase } = message.snapshot;
      return put(own, id, phase === 'closed' ? undefined : (you ?? undefined));
    }
    case 'event': {
      const { table, event } = message;
      if (event.type === 'seated' && event.player.id === me) return put(own, table, event.seat);
      if (event.type === 'left' && own.get(table) === event.seat) return put(own, table, undefined);
      if (event.type === 'closed') return put(own, table, undefined);
      return own;
    }
    case 'lobby_gone':
      return put(own, message.table, undefined);
    case 'error':
      return message.code === 'no_such_table' && message.table !== undefined ? put(own, message.table, undefined) : own;
    default:
      return own;
  }
}

/** Returns an own table as the lobby would show it, if it did. */
export function summaryOf({
  id,
  config,
  players,
}: Pick<OwnTable, 'id' | 'config'> & { players: readonly (Player | null)[] }): TableSummary {
  const seats = Array.from({ length: Math.max(seatsOf(config.game), players.length) }, (_, n) => players[n] ?? null);
  return { id, config, seats, phase: 'playing', spectators: 0, demo: false };
}

function put(own: OwnSeats, table: string, seat: number | undefined): OwnSeats {
  if (own.get(table) === seat && own.has(table) === (seat !== undefined)) return own;
  const next = new Map(own);
  if (seat === undefined) next.delete(table);
  else next.set(table, seat);
  return next;
}
