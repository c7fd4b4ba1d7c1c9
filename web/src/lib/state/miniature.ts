/** A table in little: what a passer-by sees of a game in progress. */
import { GAMES } from '../../games';
import type { GameView, Seat, TableSummary } from '../protocol';
import { lastTrickOf, playerOf, trickOf, type Trick } from './game';
import { isLeft } from './lobby';
import { inOrderOfPlay, placeOfSeat, sideOf, type Direction, type Side } from './layout';

export interface MiniSeat {
  side: Side;
  name: string;
  /** The number of cards in the hand. */
  hand: number;
  /** True if it is this seat's turn. */
  turn: boolean;
}

export interface MiniCard {
  card: string;
  /** The side from which it was played; nothing for a card of the open table. */
  from: Side | undefined;
}

export interface Scene {
  seats: MiniSeat[];
  cards: MiniCard[];
  /** The number of cards that lie face down beside. */
  stock: number;
  /** The side to which the cards go when they leave the table. */
  goTo: Side | undefined;
}

/** Returns the scene of a deal, seen from the first seat, play going round in this direction. `trick` is what lies there, if it is not the running one. */
export function sceneOf(view: GameView, names: readonly string[], direction: Direction, trick = lying(view), taker?: Seat): Scene {
  const seats = view.hand_sizes.length;
  const round = { seats, from: 0, direction };
  const place = (seat: Seat): number => placeOfSeat(seat, round);
  const side = (seat: Seat): Side => sideOf(place(seat), seats);
  const to = taker ?? trick?.leader;
  return {
    // By place, for those that stand side by side.
    seats: inOrderOfPlay(round)
      .sort((a, b) => place(a) - place(b))
      .map((seat) => ({
        side: side(seat),
        name: names[seat] ?? '',
        hand: view.hand_sizes[seat] ?? 0,
        turn: view.current_player === seat,
      })),
    cards: [...view.cards.map((card) => ({ card, from: undefined })), ...played(trick, seats, side)],
    stock: GAMES[view.game].undealt(view),
    // The player who takes a trick leads the next one.
    goTo: to === undefined ? undefined : side(to),
  };
}

/** Returns the trick on the table; of a deal that is over the last one. */
function lying(view: GameView): Trick | undefined {
  return view.current_player === null ? (lastTrickOf(view) ?? undefined) : trickOf(view);
}

function played(trick: Trick | undefined, seats: number, side: (seat: Seat) => Side): MiniCard[] {
  return trick?.cards.map((card, n) => ({ card, from: side(playerOf(trick, n, seats)) })) ?? [];
}

/**
 * Returns the table to show: the one shown so far as long as it is played at, else one of people before one of
 * bots, and the one that most watch. Where a player is away it may stand still, and comes after those; where nothing
 * has moved for a while comes last.
 */
export function tableToShow(
  playing: readonly TableSummary[],
  before: string | undefined,
  still: ReadonlySet<string> = new Set(),
): TableSummary | undefined {
  const live = playing.filter((table) => table.phase === 'playing' || table.phase === 'shuffling' || table.id === before);
  const worth = (table: TableSummary): number => {
    if (still.has(table.id)) return -2;
    if (isLeft(table)) return -1;
    return table.id === before ? 2 : table.demo ? 0 : 1;
  };
  return [...live].sort((a, b) => worth(b) - worth(a) || b.spectators - a.spectators)[0];
}
