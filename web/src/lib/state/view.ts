/**
 * A deal as the page shows it: the zones of its cards and the status that the server sends, under the names that
 * players use.
 */
import { GAMES, type GameView } from '../../games';
import type { GameOptions, GameResult, GameStatus, Seat } from '../protocol';
import type { Zones } from './zones';

/** The cards played to a trick, the leader's first. */
export interface Trick {
  leader: Seat;
  cards: readonly string[];
}

/** The parts of a deal that events bring forward. */
export interface Followed {
  zones: Zones;
  status: GameStatus;
  /** The trick before, in games with tricks. */
  lastTrick: Trick | null;
  /** The seat that is to act. */
  current: Seat | null;
  /** The result, once the deal is over. */
  result: GameResult | null;
}

/** The parts of a deal that stay. */
export interface Frame {
  game: GameOptions;
  dealer: Seat;
  /** The seat whose hand the reader knows. */
  observer: Seat | null;
  seats: number;
}

/** The parts of a view that all games have. */
export interface Common {
  zones: Zones;
  observer: Seat | null;
  dealer: Seat;
  current_player: Seat | null;
  /** The reader's own cards. */
  hand: readonly string[] | null;
  hand_sizes: readonly number[];
  /** The cards of each hand that the reader knows. */
  known: readonly (readonly string[])[];
  /** The cards that each player has taken. */
  piles: readonly (readonly string[])[];
  /** The cards that lie open on the table, in games in which they are captured. */
  cards: readonly string[];
  /** The trick on the table, while one is played. */
  trick: Trick | undefined;
  last_trick: Trick | null;
  /** The number of tricks of each player. */
  tricks: readonly number[];
}

export function viewOf(frame: Frame, deal: Followed): GameView {
  const { status } = deal;
  const { name, options } = frame.game;
  if (status.game !== name) throw new Error(`a status of ${status.game} at a table of ${name}`);
  return GAMES[name].view(frame, deal, status, options);
}
