/** The game that a table plays, by the name players give it. */
import { GAMES, type GameKind } from '../../games';
import type { DealFinish, DealState, GameOptions, Seat, TableConfig, TableSnapshot } from '../protocol';

export function gameOf(game: GameOptions): GameKind {
  return GAMES[game.name].kindOf(game.options);
}

/** Returns the answer to who plays together with whom, as far as the options say. */
export function partnersOf({ name, options }: GameOptions): (seat: Seat) => Seat | undefined {
  return (seat) => GAMES[name].partner?.(options, seat);
}

/** True if players may be helped at this table, by a coach or by anything else that thinks for them: no ratings are at stake. */
export function isCoached({ rated, private: closed }: Pick<TableConfig, 'rated' | 'private'>): boolean {
  return rated === false || closed === true;
}

/** True if cards are captured from the table at this table. */
export function isCapturing({ config }: { config: Pick<TableConfig, 'game'> }): boolean {
  return GAMES[config.game.name].captures !== undefined;
}

/** True if the score goes on from deal to deal. */
export function addsUp(game: GameOptions): boolean {
  return GAMES[game.name].addsUp || isMatch(game);
}

/** True if a table's deals have an end at which a player or a side has won the match. */
export function isMatch(game: GameOptions): boolean {
  return targetOf(game) !== undefined || dealsOf(game) !== undefined;
}

/** True if the score goes on from deal to deal as long as the players like. */
export function isOpenEnded(game: GameOptions): boolean {
  return addsUp(game) && !isMatch(game);
}

/** The number of a deal, or of the next: in its match, or among all that are added up where no end is set. */
export function dealNumber(
  { config, score }: Pick<TableSnapshot, 'config' | 'score'>,
  deal: Pick<DealState, 'number' | 'finish'> | null,
): number {
  return isOpenEnded(config.game) ? score.deals + (deal?.finish ? 0 : 1) : (deal?.number ?? 1);
}

/** True if the score goes on to a next deal after this one. Where no end is set every deal is won for itself. */
export function goesOn(game: GameOptions, { match_won }: Pick<DealFinish, 'match_won'>): boolean {
  return addsUp(game) && !(isMatch(game) && match_won !== null);
}

/** The points to which a match goes, if it does. */
export function targetOf({ name, options }: GameOptions): number | undefined {
  return GAMES[name].target(options);
}

/** The number of deals of a match, if that is how it ends. */
export function dealsOf({ name, options }: GameOptions): number | undefined {
  return GAMES[name].deals(options);
}

/** The number of players. */
export function seatsOf({ name, options }: GameOptions): number {
  return GAMES[name].players(options);
}

/** True if the options are of a deal that was prepared for a newcomer, and not shuffled. */
export function isPrepared(game: GameOptions): boolean {
  return GAMES[game.name].isPrepared?.(game.options) === true;
}
