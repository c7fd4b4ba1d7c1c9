/** The tables that can be seen from outside. */
import type { Player, ServerMessage, TableSummary } from '../protocol';

export interface LobbyState {
  tables: readonly TableSummary[];
  /** Levels at which house bots can be had, gentlest first. */
  levels: readonly string[];
  /** True if the list is there. */
  loaded: boolean;
}

export const EMPTY_LOBBY: LobbyState = { tables: [], levels: [], loaded: false };

export function reduceLobby(lobby: LobbyState, message: ServerMessage): LobbyState {
  switch (message.type) {
    case 'welcome':
      return { ...lobby, levels: message.levels };
    case 'lobby':
      return { tables: message.tables, levels: message.levels, loaded: true };
    case 'lobby_table': {
      const known = lobby.tables.some((table) => table.id === message.table.id);
      const tables = known
        ? lobby.tables.map((table) => (table.id === message.table.id ? message.table : table))
        : [...lobby.tables, message.table];
      return { ...lobby, tables };
    }
    case 'lobby_gone':
      return { ...lobby, tables: lobby.tables.filter((table) => table.id !== message.table) };
    default:
      return lobby;
  }
}

export interface LobbyLists {
  /** Tables at which the reader sits already. */
  own: TableSummary[];
  /** Tables with a free seat. */
  waiting: TableSummary[];
  /** Full tables: one can watch. */
  playing: TableSummary[];
}

export function listLobby(tables: readonly TableSummary[], me: Player | null): LobbyLists {
  const lists: LobbyLists = { own: [], waiting: [], playing: [] };
  for (const table of tables) {
    if (table.phase === 'closed') continue;
    const mine = me !== null && table.seats.some((seat) => seat?.id === me.id);
    const free = table.seats.some((seat) => seat === null);
    lists[mine ? 'own' : free && !table.demo ? 'waiting' : 'playing'].push(table);
  }
  return lists;
}
