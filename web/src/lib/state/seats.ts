/** The facts that a seat's plate shows, gathered from the table. */
import { GAMES, type GameName, type SeatOf } from '../../games';
import type { Player, Seat, SeatState, Turn } from '../protocol';
import { knownOf } from './game';
import { isCoached } from './kind';
import { lastDrawn } from './log';
import type { TableState } from './table';

export interface SeatFacts<N extends GameName = GameName> {
  game: N;
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
  /** Cards captured from the table; absent where tricks are taken. */
  captured: number | undefined;
  /** The value of the tricks, in thirds; absent if it is secret before the end. */
  thirds: number | undefined;
  /** The value of the tricks of both partners, in thirds; absent where nobody has one. */
  together: number | undefined;
  /** Cards that everybody knows to be held there; none where nobody may be helped. */
  known: readonly string[];
  declared: readonly string[];
  /** Cards drawn since the last trick, which everybody saw. */
  drawn: readonly string[];
  turn: Turn | undefined;
  dealer: boolean;
  partner: boolean;
  /** The facts that the game alone has, for its own words and components; absent between deals. */
  ofGame: SeatOf<N> | undefined;
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
export function leftSeat(
  { seats, phase, you }: Pick<TableState, 'seats' | 'phase' | 'you'>,
  player: string | undefined,
): SeatState | undefined {
  if (you !== null || phase !== 'playing' || player === undefined) return undefined;
  return seats.find((seat) => seat.player?.id === player && seat.substitute !== null);
}

/** True if a seat is empty and no bot is on its way to it, or none is free. */
export function waitsForPeople({ seats, config, awaiting_bots }: Pick<TableState, 'seats' | 'config' | 'awaiting_bots'>): boolean {
  return seats.some((seat) => seat.player === null) && (config.bots === undefined || awaiting_bots === true);
}

/** Returns a seat that a bot gives up to a friend: between two deals at a private table. */
export function givenUpSeat({ config, phase, seats }: Pick<TableState, 'config' | 'phase' | 'seats'>): Seat | undefined {
  if (config.private !== true || (phase !== 'waiting' && phase !== 'finished')) return undefined;
  const seat = seats.findIndex(({ player }) => player?.level !== undefined);
  return seat < 0 ? undefined : seat;
}

export function seatFacts(state: TableState, seat: Seat): SeatFacts {
  const record = state.seats[seat];
  const { deal } = state;
  const view = deal?.view;
  const playing = state.phase === 'playing' || state.phase === 'finished';
  const own = playing && view ? GAMES[view.game].seat(view, seat, state.score) : undefined;
  const { name, options } = state.config.game;
  const turn = deal?.turn?.seat === seat ? deal.turn : undefined;
  const dealer = state.promised ? state.promised.dealer : view?.dealer;
  return {
    game: name,
    seat,
    player: record?.player ?? null,
    connected: record?.connected ?? false,
    substitute: record?.substitute ?? null,
    ready: state.phase === 'finished' && (record?.ready ?? false),
    timed: unhurried(state) === undefined,
    bankMs: record?.bank_ms ?? 0,
    cards: playing ? view?.hand_sizes[seat] : undefined,
    tricks: playing ? (view?.tricks[seat] ?? 0) : 0,
    captured: own?.captured,
    thirds: view ? own?.thirds : 0,
    together: own?.together,
    known: playing && view && isCoached(state.config) ? knownOf(view, seat) : [],
    declared: own?.declared ?? [],
    drawn: playing ? lastDrawn(state.log, seat) : [],
    turn,
    dealer: dealer === seat,
    partner: state.you !== null && GAMES[name].partner?.(options, state.you) === seat,
    ofGame: own?.ofGame,
    own: state.you === seat,
  };
}

/** Returns the seat on which a player sits, if there is one. */
export function seatOf({ seats }: Pick<TableState, 'seats'>, player: Pick<Player, 'id'>): Seat | undefined {
  const seat = seats.findIndex((one) => one.player?.id === player.id);
  return seat < 0 ? undefined : seat;
}

/** The name to speak of a seat by: that of the player in it, or of the last one. */
export function seatName(names: readonly string[], seat: Seat, nobody: string): string {
  return names[seat] || nobody;
}
