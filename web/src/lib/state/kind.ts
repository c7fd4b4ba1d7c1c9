/** What a table plays, by the name players give it. */
import type { GameOptions } from '../protocol';

export const GAMES = ['trset', 'kifameno', 'tarok'] as const;
export type GameKind = (typeof GAMES)[number];

export function gameOf(game: GameOptions): GameKind {
  return game.name === 'tarok' ? 'tarok' : (game.options.variant ?? 'trset');
}

/** Whether the score goes on from deal to deal; in tarok it always does. */
export function addsUp(game: GameOptions): boolean {
  return game.name === 'tarok' || game.options.target !== undefined;
}

/** Whether a table's deals have an end at which somebody has won them together. */
export function isMatch(game: GameOptions): boolean {
  return game.name === 'tarok' ? game.options.deals !== undefined : game.options.target !== undefined;
}
