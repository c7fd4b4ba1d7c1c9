/** The players whom the reader follows, and where they are. */
import type { Followed, ServerMessage, TableSummary } from '../protocol';

export type FollowedList = readonly Followed[];

export function reduceFollowed(list: FollowedList, message: ServerMessage): FollowedList {
  switch (message.type) {
    case 'followed':
      return message.players;
    case 'followed_player': {
      const { type: _, ...followed } = message;
      return list.map((one) => (one.player.id === followed.player.id ? followed : one));
    }
    default:
      return list;
  }
}

/** Those who are here before the others, and by name. */
export function inOrder(list: FollowedList): Followed[] {
  const rank = (one: Followed): number => (one.presence ? 0 : 1);
  return [...list].sort((one, other) => rank(one) - rank(other) || one.player.name.localeCompare(other.player.name));
}

/** The place of a player who is here: away from tables, or at one with a free seat or without. */
export type Place =
  { at: 'away' | 'online' } | { at: 'seeking'; kind: string } | { at: 'waiting' | 'playing'; kind: string; table: string };

export function placeOf({ presence }: Followed, tables: readonly TableSummary[]): Place {
  if (!presence) return { at: 'away' };
  switch (presence.state) {
    case 'online':
      return { at: 'online' };
    case 'seeking':
      return { at: 'seeking', kind: presence.kind };
    case 'playing': {
      const seats = tables.find(({ id }) => id === presence.table)?.seats;
      return { at: seats?.includes(null) ? 'waiting' : 'playing', kind: presence.kind, table: presence.table };
    }
  }
}
