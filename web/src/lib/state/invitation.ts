/** A link to a table: is the reader asked to sit down there? */
import { GAMES } from '../../games';
import type { Seat } from '../protocol';
import { givenUpSeats, leftSeat } from './seats';
import type { TableState } from './table';

export type Invited = 'free' | 'full';

/**
 * Returns the invitation of a reader who comes by a link: to a free seat or a bot's, or to a full table if the link has its
 * word. Null with a seat of one's own, also one that was left and can be taken back, and where only bots play.
 */
export function invitedTo(table: TableState, hasWord: boolean, reader: string | undefined): Invited | null {
  if (table.you !== null || leftSeat(table, reader) || table.closed !== null || table.phase === 'closed') return null;
  const between = table.phase === 'waiting' || table.phase === 'finished';
  if (between && table.seats.some((seat) => seat.player === null)) return isForShow(table) ? null : 'free';
  if (hasWord && givenUpSeats(table).length > 0) return 'free';
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

/** A seat that a friend may take, where partners play: across from a player, or with nobody there yet. */
export interface Chair {
  seat: Seat;
  partner: Seat | undefined;
}

/** Returns the seats, free or given up by bots, between which a friend has a choice: one beside each partner, and one of those without. */
export function chairsOf(table: Pick<TableState, 'config' | 'phase' | 'seats'>): Chair[] {
  const { seats } = table;
  const { game } = table.config;
  const full = seats.every(({ player }) => player !== null);
  const given = full ? givenUpSeats(table) : [];
  const isFree = (seat: Seat): boolean => seats[seat]?.player === null || given.includes(seat);
  const chairs = seats.flatMap((_, seat): Chair[] => {
    const across = GAMES[game.name].partner?.(game.options, seat);
    return isFree(seat) && across !== undefined ? [{ seat, partner: isFree(across) ? undefined : across }] : [];
  });
  const alone = chairs.find(({ partner }) => partner === undefined);
  const choices = [...chairs.filter(({ partner }) => partner !== undefined), ...(alone ? [alone] : [])];
  return choices.length > 1 ? choices : [];
}
