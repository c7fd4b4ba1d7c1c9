/** The game that a table plays, by the name players give it. */
import type { DealFinish, GameOptions, TableConfig } from '../protocol';

export const GAMES = ['trset', 'kifameno', 'tarok', 'tablic'] as const;
export type GameKind = (typeof GAMES)[number];

export function gameOf(game: GameOptions): GameKind {
  return game.name === 'trset' ? (game.options.variant ?? 'trset') : game.name;
}

/** True if players may be helped at this table, by a coach or by anything else that thinks for them: no ratings are at stake. */
export function isCoached({ rated, private: closed }: Pick<TableConfig, 'rated' | 'private'>): boolean {
  return rated === false || closed === true;
}

/** True if the score goes on from deal to deal; in tarok it always does. */
export function addsUp(game: GameOptions): boolean {
  return game.name === 'tarok' || isMatch(game);
}

/** True if a table's deals have an end at which somebody has won them together. */
export function isMatch(game: GameOptions): boolean {
  return targetOf(game) !== undefined || dealsOf(game) !== undefined;
}

/** True if the score goes on to a next deal after this one. Where no end is set every deal is won for itself. */
export function goesOn(game: GameOptions, { match_won }: Pick<DealFinish, 'match_won'>): boolean {
  return addsUp(game) && !(isMatch(game) && match_won !== null);
}

/** The points to which a match goes, if it does. */
export function targetOf({ name, options }: GameOptions): number | undefined {
  return name === 'tarok' ? undefined : options.target;
}

/** The number of deals of a match, if that is how it ends. */
export function dealsOf({ name, options }: GameOptions): number | undefined {
  return name === 'trset' ? undefined : options.deals;
}

/** The number of players. */
export function seatsOf({ name, options }: GameOptions): number {
  return name === 'tarok' ? 3 : options.players;
}
