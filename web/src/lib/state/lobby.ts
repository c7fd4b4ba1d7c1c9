/** The tables that can be seen from outside. */
import { LEVELS, type Player, type ServerMessage, type TableSummary } from '../protocol';

/** The levels that differ in strength alone, gentlest first: bots of all games play them. */
export const STRENGTHS = LEVELS.filter((level) => level !== 'natural');

export interface LobbyState {
  tables: readonly TableSummary[];
  /** Levels at which house bots can be had, gentlest first. */
  levels: readonly string[];
  /** By level, the kinds at whose tables alone it can be had; others can be had at all. */
  levelKinds: Readonly<Record<string, readonly string[]>>;
  /** True if the list is there. */
  loaded: boolean;
}

/** The levels of the house's bots unless configured otherwise, until the server has sent its own. */
const USUAL: Pick<LobbyState, 'levels' | 'levelKinds'> = { levels: LEVELS, levelKinds: { natural: ['trset-2', 'kifameno-2'] } };

export const EMPTY_LOBBY: LobbyState = { tables: [], levels: [], levelKinds: {}, loaded: false };

export function reduceLobby(lobby: LobbyState, message: ServerMessage): LobbyState {
  switch (message.type) {
    case 'welcome':
      return { ...lobby, levels: message.levels, levelKinds: message.level_kinds ?? {} };
    case 'lobby':
      return { tables: message.tables, levels: message.levels, levelKinds: message.level_kinds ?? {}, loaded: true };
    case 'lobby_table':
      return { ...lobby, tables: withTables(lobby.tables, [message.table]) };
    case 'lobby_tables':
      return { ...lobby, tables: withTables(lobby.tables, message.tables) };
    case 'lobby_gone':
      return { ...lobby, tables: lobby.tables.filter((table) => table.id !== message.table) };
    default:
      return lobby;
  }
}

/** The list with tables as they stand now: known ones stay where they are, new ones come last. */
function withTables(list: readonly TableSummary[], tables: readonly TableSummary[]): TableSummary[] {
  const told = new Map(tables.map((table) => [table.id, table]));
  const known = list.map((table) => told.get(table.id) ?? table);
  for (const table of list) told.delete(table.id);
  return [...known, ...told.values()];
}

/** Returns the levels that can be had at tables of a kind, such as `trset-2`; the usual ones until the server has sent them. */
export function levelsFor(lobby: Pick<LobbyState, 'levels' | 'levelKinds'>, kind: string): readonly string[] {
  const { levels } = lobby.levels.length > 0 ? lobby : USUAL;
  return levels.filter((level) => isHad(lobby, level, kind));
}

/** Returns true unless tables of other kinds alone have the level. */
export function isHad(lobby: Pick<LobbyState, 'levels' | 'levelKinds'>, level: string, kind: string): boolean {
  const { levelKinds } = lobby.levels.length > 0 ? lobby : USUAL;
  return levelKinds[level]?.includes(kind) ?? true;
}

export interface LobbyLists {
  /** Tables at which the reader sits already. */
  own: TableSummary[];
  /** Tables with a free seat. */
  waiting: TableSummary[];
  /** Full tables: one can watch. */
  playing: TableSummary[];
}

/** True if a player has no connection: nothing may move there for long. */
export function isLeft({ away }: Pick<TableSummary, 'away'>): boolean {
  return (away?.length ?? 0) > 0;
}

export function listLobby(tables: readonly TableSummary[], me: Player | null): LobbyLists {
  const lists: LobbyLists = { own: [], waiting: [], playing: [] };
  for (const table of tables) {
    if (table.phase === 'closed') continue;
    const mine = me !== null && table.seats.some((seat) => seat?.id === me.id);
    const free = table.seats.some((seat) => seat === null);
    // Nothing is to be seen where no bot has come.
    if (table.demo && table.seats.every((seat) => seat === null)) continue;
    lists[mine ? 'own' : free && !table.demo ? 'waiting' : 'playing'].push(table);
  }
  // There is more to be seen where all are there.
  lists.playing.sort((one, other) => Number(isLeft(one)) - Number(isLeft(other)));
  return lists;
}
