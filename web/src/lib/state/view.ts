/**
 * A deal as the page shows it: the zones of its cards and the status that the server tells, under the names that
 * players use.
 */
import type {
  GameOptions,
  GameResult,
  GameStatus,
  Seat,
  TablicOptions,
  TablicStatus,
  TarokOptions,
  TarokStatus,
  TarokTerms,
  TrsetOptions,
  TrsetStatus,
} from '../protocol';
import type { TrsetDealResult } from '../../protocol/generated/TrsetDealResult';
import { cardsIn, countIn, type Zones } from './zones';

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

interface Common {
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
  /** The trick on the table, while one is played. */
  trick: Trick | undefined;
  last_trick: Trick | null;
}

export interface TrsetView extends Common {
  options: TrsetOptions;
  trick: Trick;
  stock: number;
  tricks: readonly number[];
  thirds: readonly number[];
  declared: readonly (readonly string[])[];
  result: TrsetDealResult | null;
}

export interface TarokView extends Common {
  options: TarokOptions;
  tricks: readonly number[];
  phase: TarokPhase;
  /** The number of cards of the talon that lie face down. */
  talon: number;
  /** The cards of an open talon that nobody took into the hand. */
  left: readonly string[];
  /** The cards that were put away, as far as the reader knows them, and their number. */
  away: { n: number; cards: readonly string[] };
}

export interface TablicView extends Common {
  options: TablicOptions;
  /** The open cards on the table. */
  cards: readonly string[];
  deck: number;
  tablas: readonly number[];
}

export type TrsetGameView = TrsetView & { game: 'trset' };
export type TarokGameView = TarokView & { game: 'tarok' };
export type TablicGameView = TablicView & { game: 'tablic' };
export type GameView = TrsetGameView | TarokGameView | TablicGameView;

/** The phase of a deal of tarok, and what belongs to it. */
export type TarokPhase = Named<TarokStatus>;
type Named<S> = S extends { phase: infer Name } ? Omit<S, 'phase'> & { name: Name } : never;

export function viewOf(frame: Frame, deal: Followed): GameView {
  const { status } = deal;
  const { name, options } = frame.game;
  if (status.game === 'trset' && name === 'trset') return trsetView(frame, deal, status, options);
  if (status.game === 'tarok' && name === 'tarok') return tarokView(frame, deal, status, options);
  if (status.game === 'tablic' && name === 'tablic') return tablicView(frame, deal, status, options);
  throw new Error(`a status of ${status.game} at a table of ${name}`);
}

/** Returns the contract that is played, once it is known. */
export function undertakingOf(phase: TarokPhase): TarokTerms | undefined {
  return 'undertaking' in phase ? phase.undertaking : undefined;
}

function bySeat<T>({ seats }: Frame, of: (seat: Seat) => T): T[] {
  return Array.from({ length: seats }, (_, seat) => of(seat));
}

function common(frame: Frame, { zones, lastTrick, current }: Followed): Common {
  const { observer, dealer } = frame;
  return {
    zones,
    observer,
    dealer,
    current_player: current,
    hand: observer === null ? null : cardsIn(zones, `hand:${observer}`),
    hand_sizes: bySeat(frame, (seat) => countIn(zones, `hand:${seat}`)),
    known: bySeat(frame, (seat) => cardsIn(zones, `hand:${seat}`)),
    piles: bySeat(frame, (seat) => cardsIn(zones, `pile:${seat}`)),
    trick: undefined,
    last_trick: lastTrick,
  };
}

/** The trick that lies on the table, from its leader on. */
function trick({ seats }: Frame, zones: Zones, leader: Seat): Trick {
  const round = Array.from({ length: seats }, (_, n) => (leader + n) % seats);
  return { leader, cards: round.flatMap((seat) => cardsIn(zones, `trick:${seat}`)) };
}

function trsetView(frame: Frame, deal: Followed, status: TrsetStatus, options: TrsetOptions): TrsetGameView {
  const { leader, tricks, thirds, declared } = status;
  return {
    ...common(frame, deal),
    game: 'trset',
    options,
    trick: trick(frame, deal.zones, leader),
    stock: countIn(deal.zones, 'stock'),
    tricks,
    thirds,
    declared: declared ?? bySeat(frame, () => []),
    result: deal.result?.game === 'trset' ? deal.result : null,
  };
}

function tarokView(frame: Frame, deal: Followed, status: TarokStatus, options: TarokOptions): TarokGameView {
  const { zones } = deal;
  const { phase: name, ...rest } = status;
  return {
    ...common(frame, deal),
    game: 'tarok',
    options,
    trick: status.phase === 'playing' ? trick(frame, zones, status.leader) : undefined,
    tricks: 'tricks' in status ? status.tricks : bySeat(frame, () => 0),
    phase: { ...rest, name } as TarokPhase,
    talon: countIn(zones, 'talon') - cardsIn(zones, 'talon').length,
    left: cardsIn(zones, 'left'),
    away: { n: countIn(zones, 'away'), cards: cardsIn(zones, 'away') },
  };
}

function tablicView(frame: Frame, deal: Followed, { tablas }: TablicStatus, options: TablicOptions): TablicGameView {
  return {
    ...common(frame, deal),
    game: 'tablic',
    options,
    cards: cardsIn(deal.zones, 'table'),
    deck: countIn(deal.zones, 'stock'),
    tablas,
  };
}
