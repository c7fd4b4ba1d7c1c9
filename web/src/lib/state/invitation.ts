/** A link to a table: is the reader asked to sit down there? */
import { leftSeat } from './seats';
import type { TableState } from './table';

export type Invited = 'free' | 'full';

/**
 * Returns what to say to a reader who comes by a link: that a seat is free, or that none is. Nothing to those who
 * have a seat or may take it back, nor where only bots play or nobody was invited in particular.
 */
export function invitedTo(table: TableState, hasWord: boolean, reader: string | undefined): Invited | null {
  if (table.you !== null || leftSeat(table, reader) || table.closed !== null || table.phase === 'closed') return null;
  const between = table.phase === 'waiting' || table.phase === 'finished';
  if (between && table.seats.some((seat) => seat.player === null)) return isForShow(table) ? null : 'free';
  return hasWord ? 'full' : null;
}

/** True if bots alone sit here, and others will take the free seats. */
function isForShow(table: TableState): boolean {
  return (
    table.config.bots !== undefined &&
    table.seats.every((seat) => seat.player === null || seat.player.kind === 'bot') &&
    !table.config.private
  );
}
