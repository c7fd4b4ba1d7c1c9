/** The games of the page: here alone they are distinguished by name. Their words and components are listed beside. */
import type { Game, GameKind, GameName, Kind } from './module';
import { TABLIC } from './tablic';
import { TABLIC_FORM, type TablicForm } from './tablic/form';
import { TABLIC_KINDS } from './tablic/kinds';
import type { TablicSeat } from './tablic/state/seats';
import type { TablicGameView } from './tablic/view';
import { TAROK } from './tarok';
import { TAROK_FORM, type TarokForm } from './tarok/form';
import { TAROK_KINDS } from './tarok/kinds';
import type { TarokSeat } from './tarok/state/seats';
import type { TarokGameView } from './tarok/view';
import { TRSET } from './trset';
import { TRSET_FORM, type TrsetForm } from './trset/form';
import { TRSET_KINDS } from './trset/kinds';
import type { TrsetGameView } from './trset/view';

export type { GameKind, GameName, Kind } from './module';

/** A deal as the page shows it, under the names that the players of its game use. */
export type GameView = TrsetGameView | TarokGameView | TablicGameView;

/** The facts at a seat that one game alone has. */
export type SeatOf<N extends GameName> = N extends 'tarok' ? TarokSeat : N extends 'tablic' ? TablicSeat : undefined;

/** The fields of the form for a new table that single games have. */
export type GameFields = TrsetForm & TarokForm & TablicForm;
export const EMPTY_FIELDS: GameFields = { ...TRSET_FORM, ...TAROK_FORM, ...TABLIC_FORM };

export const GAMES: Readonly<Record<GameName, Game>> = { trset: TRSET, tarok: TAROK, tablic: TABLIC };
export const GAME_NAMES = Object.keys(GAMES) as readonly GameName[];

/** The games as they are offered, in this order. */
export const KINDS: Readonly<Record<GameKind, Kind>> = { ...TRSET_KINDS, ...TAROK_KINDS, ...TABLIC_KINDS };
export const KIND_NAMES = Object.keys(KINDS) as readonly GameKind[];

/** The game that is offered before all others. */
export const FIRST_KIND = 'trset' satisfies GameKind;

/** The kinds of game that are rated apart, such as `trset-2`. */
export const RATED = KIND_NAMES.flatMap((kind) => KINDS[kind].players.map((players) => `${kind}-${players}`));
