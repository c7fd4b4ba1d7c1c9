/** The facts that a seat's plate shows, gathered from the table. */
import { GAMES, type GameName, type SeatOf } from '../../games';
import type { Player, Seat, SeatState, Turn } from '../protocol';
import { facesOf } from './faces';
import { knownOf } from './game';
import { isCoached, isOpenEnded } from './kind';
import { lastDrawn } from './log';
import type { TableState } from './table';

export interface SeatFacts<N extends GameName = GameName> {
  game: N;
  seat: Seat;
  player: Player | null;
  /** The card of tarok that stands for the player; no other seat has the same. */
  face: string;
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
  /** The seat across, where partners play. */
  across: Seat | undefined;
  /** True if the player would change seats with the reader. */
  wantsOwn: boolean;
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

/** True if a spectator may be shown the deal before with open hands: the players allow it, or are bots. */
export function showsOpenHands({ config, seats, you, phase }: Pick<TableState, 'config' | 'seats' | 'you' | 'phase'>): boolean {
  if (you !== null || phase === 'closed') return false;
  return config.open_hands === true || seats.every(({ player }) => player?.kind === 'bot');
}

/**
 * What a press on another seat does before a match: move there, change with a bot, ask a player, take that back, or
 * agree with a player who has asked.
 */
export type SeatChange = 'move' | 'swap' | 'ask' | 'asked' | 'agree';

/** The bots that may be asked for in a free seat; without a level the seat is kept for people. */
export interface BotChoice {
  levels: readonly string[];
  /** True if bots come there by themselves, so that the seat can be kept from them. */
  come: boolean;
  onseat: (level?: string) => void;
}

/** A change to another seat. */
export interface ChangeChoice {
  kind: SeatChange;
  onchange: () => void;
}

/** Returns how the reader may change to a seat; nothing while seats are fixed. */
export function seatChange(
  { config, seats, phase, deal, you }: Pick<TableState, 'config' | 'seats' | 'phase' | 'deal' | 'you'>,
  seat: Seat,
): SeatChange | undefined {
  const played = deal?.finish?.players?.every(({ id }, at) => seats[at]?.player?.id === id) === true;
  // The score of an evening would begin again.
  const goesOn = phase === 'finished' && isOpenEnded(config.game) && played;
  const open = phase === 'waiting' || (phase === 'finished' && deal?.finish?.match_won != null && !goesOn);
  const [own, other] = [you === null ? undefined : seats[you], seats[seat]];
  if (!open || !own || !other || own === other) return undefined;
  if (!other.player) return 'move';
  if (other.player.level !== undefined) return 'swap';
  if (other.wants === you) return 'agree';
  return own.wants === seat ? 'asked' : 'ask';
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

/** Returns the seats that bots give up to friends: between two deals at a private table. */
export function givenUpSeats({ config, phase, seats }: Pick<TableState, 'config' | 'phase' | 'seats'>): Seat[] {
  if (config.private !== true || (phase !== 'waiting' && phase !== 'finished')) return [];
  return seats.flatMap(({ player }, seat) => (player?.level === undefined ? [] : [seat]));
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
    face: facesOf(state.seats.map(({ player }) => player))[seat] ?? '',
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
    across: GAMES[name].partner?.(options, seat),
    wantsOwn: state.you !== null && record?.wants === state.you,
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
