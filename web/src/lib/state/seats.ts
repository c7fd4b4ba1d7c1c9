/** The facts that a seat's plate shows, gathered from the table. */
import type { Player, Seat, SeatState, Turn } from '../protocol';
import { knownOf, tricksOf } from './game';
import { isCoached } from './kind';
import { lastDrawn } from './log';
import type { TableState } from './table';
import { tablicSeat, type TablicSeat } from './tablic/seats';
import { tarokSeat, type TarokSeat } from './tarok/seats';
import { partnerOf } from './trset';

export interface SeatFacts {
  seat: Seat;
  player: Player | null;
  connected: boolean;
  substitute: TableState['seats'][number]['substitute'];
  ready: boolean;
  /** True if the times of clocks are shown: not where the only person is among bots and none runs. */
  timed: boolean;
  bankMs: number;
  /** Cards in hand; absent between deals. */
  cards: number | undefined;
  tricks: number;
  /** The value of the tricks, in thirds; absent if it is not told before the end. */
  thirds: number | undefined;
  /** Cards that everybody knows to be held there; none where nobody may be helped. */
  known: readonly string[];
  declared: readonly string[];
  /** Cards drawn since the last trick, which everybody saw. */
  drawn: readonly string[];
  turn: Turn | undefined;
  dealer: boolean;
  partner: boolean;
  /** The facts of tarok alone. */
  tarok: TarokSeat | undefined;
  /** The facts of tablić alone. */
  tablic: TablicSeat | undefined;
  /** True if the seat is the reader's own. */
  own: boolean;
}

/** The seat of the only person among bots, at a table where no clock hurries them. */
export function unhurried({ config, seats }: Pick<TableState, 'config' | 'seats'>): Seat | undefined {
  if (!config.clock?.off_alone || seats.some((seat) => seat.player === null)) return undefined;
  const people = seats.flatMap((seat, i) => (seat.player?.kind === 'bot' ? [] : [i]));
  return people.length === 1 ? people[0] : undefined;
}

/** Returns the seat that a player has left in the deal that goes on, and may take back while it does. */
export function leftSeat({ seats, phase, you }: Pick<TableState, 'seats' | 'phase' | 'you'>, player: string | undefined): SeatState | undefined {
  if (you !== null || phase !== 'playing' || player === undefined) return undefined;
  return seats.find((seat) => seat.player?.id === player && seat.substitute !== null);
}

/** True if a seat is empty and no bot is on its way to it, or none is free. */
export function waitsForPeople({ seats, config, awaiting_bots }: Pick<TableState, 'seats' | 'config' | 'awaiting_bots'>): boolean {
  return seats.some((seat) => seat.player === null) && (config.bots === undefined || awaiting_bots === true);
}

export function seatFacts(state: TableState, seat: Seat): SeatFacts {
  const record = state.seats[seat];
  const { deal } = state;
  const view = deal?.view;
  const playing = state.phase === 'playing' || state.phase === 'finished';
  const trset = playing && view?.game === 'trset' ? view : undefined;
  const { game } = state.config;
  const turn = deal?.turn?.seat === seat ? deal.turn : undefined;
  const dealer = state.promised ? state.promised.dealer : view?.dealer;
  return {
    seat,
    player: record?.player ?? null,
    connected: record?.connected ?? false,
    substitute: record?.substitute ?? null,
    ready: state.phase === 'finished' && (record?.ready ?? false),
    timed: unhurried(state) === undefined,
    bankMs: record?.bank_ms ?? 0,
    cards: playing ? view?.hand_sizes[seat] : undefined,
    tricks: playing && view ? tricksOf(view, seat) : 0,
    thirds: trset ? (trset.thirds[seat] ?? 0) : view ? undefined : 0,
    known: playing && view && isCoached(state.config) ? knownOf(view, seat) : [],
    declared: trset?.declared[seat] ?? [],
    drawn: trset ? lastDrawn(state.log, seat) : [],
    turn,
    dealer: dealer === seat,
    partner: game.name === 'trset' && state.you !== null && partnerOf(game.options, state.you) === seat,
    tarok: playing && view?.game === 'tarok' ? tarokSeat(view, state.score, seat) : undefined,
    tablic: playing && view?.game === 'tablic' ? tablicSeat(view, seat) : undefined,
    own: state.you === seat,
  };
}

/** The name to speak of a seat by: that of whoever sits there, or sat there last. */
export function seatName(names: readonly string[], seat: Seat, nobody: string): string {
  return names[seat] || nobody;
}
