/** The way in which play goes round on the screen: that of the game, or the reader's own. */
import { GAMES, type GameName } from '../../games';
import type { Direction } from '../state/layout';
import { settings } from './settings.svelte';

export function directionOf(game: GameName): Direction {
  return settings.direction === 'game' ? GAMES[game].direction : settings.direction;
}
