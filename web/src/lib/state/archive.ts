/** The query to the archive for a reader's filter. */
import type { GamesQuery } from '../net/api';

export interface ArchiveFilter {
  kind: string | undefined;
  player: string | undefined;
  /** Absent: deals in which a guest or a person had a seat, unless those of one player are wanted; else those of bots alone, too. */
  bots: string | undefined;
  /** The first day, as in `2026-11-21`, where the reader is. */
  from: string | undefined;
  /** The last day. */
  until: string | undefined;
}

/** Returns the query. Days begin and end where the reader is; a text that is no day narrows nothing. */
export function gamesQuery({ kind, player, bots, from, until }: ArchiveFilter): GamesQuery {
  const query: GamesQuery = {};
  const first = midnight(from, 0);
  const end = midnight(until, 1);
  if (kind) query.kind = kind;
  if (player) query.player = player;
  else if (!bots) query.among = 'people';
  if (first) query.from = first;
  if (end) query.until = end;
  return query;
}

/** The moment at which a day begins, or one of the days after it. */
function midnight(day: string | undefined, later: number): string | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '');
  if (!parts) return undefined;
  const [, year, month, date] = parts.map(Number);
  return new Date(year ?? 0, (month ?? 1) - 1, (date ?? 1) + later).toISOString();
}
