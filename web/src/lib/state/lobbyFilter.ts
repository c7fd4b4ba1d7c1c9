/** The filter of the lobby: the tables a reader wants to see. */
import type { TableSummary } from '../protocol';
import { KIND_NAMES, type GameKind } from '../../games';
import { gameOf, seatsOf } from './kind';

export interface LobbyFilter {
  game: GameKind | null;
  players: number | null;
  with: 'people' | 'bots' | null;
}

export const ALL_TABLES: LobbyFilter = { game: null, players: null, with: null };

/** Up to this number of tables are seen at a glance. */
const FEW = 6;

export function fits(table: TableSummary, filter: LobbyFilter): boolean {
  return (
    (filter.game === null || filter.game === gameOf(table.config.game)) &&
    (filter.players === null || filter.players === seatsOf(table.config.game)) &&
    (filter.with === null || filter.with === company(table))
  );
}

export function isNarrow(filter: LobbyFilter): boolean {
  return Object.values(filter).some((one) => one !== null);
}

/** The choices of a filter, each list empty if it would tell no tables apart. */
export interface Choices {
  game: GameKind[];
  players: number[];
  with: ('people' | 'bots')[];
}

/** Returns the choices by which the tables can be filtered; null while they are few. */
export function choicesOf(tables: readonly TableSummary[]): Choices | null {
  if (tables.length <= FEW) return null;
  const games = new Set(tables.map(({ config }) => gameOf(config.game)));
  const players = new Set(tables.map(({ config }) => seatsOf(config.game)));
  const companies = new Set(tables.map(company));
  const choices: Choices = {
    game: several(KIND_NAMES.filter((game) => games.has(game))),
    players: several([...players].sort((a, b) => a - b)),
    with: several((['people', 'bots'] as const).filter((one) => companies.has(one))),
  };
  return Object.values<readonly unknown[]>({ ...choices }).some((list) => list.length > 0) ? choices : null;
}

/** Returns the filter without what is no choice any more, so that no table is hidden for a reason nobody sees. */
export function within(filter: LobbyFilter, choices: Choices | null): LobbyFilter {
  return {
    game: choices?.game.find((one) => one === filter.game) ?? null,
    players: choices?.players.find((one) => one === filter.players) ?? null,
    with: choices?.with.find((one) => one === filter.with) ?? null,
  };
}

function several<T>(list: T[]): T[] {
  return list.length > 1 ? list : [];
}

function company({ config, seats }: TableSummary): 'people' | 'bots' {
  return config.bots !== undefined || seats.some((player) => player?.kind === 'bot') ? 'bots' : 'people';
}
