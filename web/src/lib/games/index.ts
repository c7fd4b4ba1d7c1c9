/** The games of the page: here alone they are told apart by name. Their words and components are listed beside. */
import type { GameEvent } from '../protocol';
import type { Game, GameKind, GameName, Kind } from './module';
import { TABLIC } from './tablic';
import { TABLIC_KINDS } from './tablic/kinds';
import { TAROK } from './tarok';
import { TAROK_KINDS } from './tarok/kinds';
import { TRSET } from './trset';
import { TRSET_KINDS } from './trset/kinds';

export type { GameKind, GameName, Kind, SeatOf } from './module';

export const GAMES: Readonly<Record<GameName, Game>> = { trset: TRSET, tarok: TAROK, tablic: TABLIC };
export const GAME_NAMES = Object.keys(GAMES) as readonly GameName[];

/** Returns the game of an event: those of tršet bear no name. */
export function gameOfEvent(event: GameEvent): GameName {
  return 'game' in event ? event.game : 'trset';
}

/** The games as they are offered, in this order. */
export const KINDS: Readonly<Record<GameKind, Kind>> = { ...TRSET_KINDS, ...TAROK_KINDS, ...TABLIC_KINDS };
export const KIND_NAMES = Object.keys(KINDS) as readonly GameKind[];

/** The game that is offered before all others. */
export const FIRST_KIND = 'trset' satisfies GameKind;

/** The kinds of game that are rated apart, such as `trset-2`. */
export const RATED = KIND_NAMES.flatMap((kind) => KINDS[kind].players.map((players) => `${kind}-${players}`));
