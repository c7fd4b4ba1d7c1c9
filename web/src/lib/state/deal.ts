/** A running deal: the events of a move bring its cards and its status forward. */
import type { GameView } from '../../games';
import type { DealFinish, DealState, GameEvent, GameOptions, GameStatus, Seat } from '../protocol';
import { viewOf, type Frame, type Trick } from './view';
import { follow, type Zones } from './zones';

/** A deal as the server sends it, with the page's own view of it. */
export interface Deal extends Omit<DealState, 'view' | 'zones' | 'status'> {
  zones: Zones;
  status: GameStatus;
  lastTrick: Trick | null;
  frame: Frame;
  view: GameView;
  /** True if it was prepared for a newcomer, and not shuffled. */
  prepared: boolean;
}

/** The place of a card in the trick is this and its player's seat. */
const PLACE = 'trick:';

/** The effects of a move, as far as it has happened. */
export interface Happened {
  events: readonly GameEvent[];
  /** The status after it, if it has changed. */
  status?: GameStatus | undefined;
}

/** The table at which a deal is played. */
interface At {
  config: { game: GameOptions };
  seats: readonly unknown[];
  you: Seat | null;
}

/** Returns the deal that a server sends in zones, as the page asks for it. */
export function dealFrom({ zones, status, prepared = false, ...told }: DealState, { config, seats, you }: At): Deal {
  if (!zones || !status) throw new Error('a deal without its zones');
  const frame = { game: config.game, dealer: told.dealer, observer: you, seats: seats.length };
  return shown({ ...told, zones, status, frame, prepared, lastTrick: lastTrickIn(told.moves), current: told.turn?.seat ?? null });
}

/** Returns the deal after these events. `current` is the seat that is to act then. */
export function followed(deal: Deal, { events, status }: Happened, current: Seat | null): Deal {
  return shown({
    ...deal,
    zones: events.reduce((zones, event) => follow(zones, event.moves), deal.zones),
    lastTrick: lastTrickIn([...deal.moves, { events }]) ?? deal.lastTrick,
    status: status ?? deal.status,
    current,
  });
}

/** Returns the deal with its cards moved so, before anything else has happened. */
export function withZones(deal: Deal, zones: Zones): Deal {
  return shown({ ...deal, zones, turn: null, current: null });
}

/** Returns the deal at its end. */
export function finished(deal: Deal, finish: DealFinish): Deal {
  return shown({ ...deal, turn: null, finish, current: null });
}

/** True if cards were taken by then: tricks and points count from that moment on. */
export function hasTaken(events: readonly GameEvent[]): boolean {
  return events.some(({ moves }) => moves?.some(({ to }) => to.startsWith('pile:')));
}

function shown({ current, ...deal }: Omit<Deal, 'view'> & { current: Seat | null }): Deal {
  return { ...deal, view: viewOf(deal.frame, { ...deal, current, result: deal.finish?.result ?? null }) };
}

/** Returns the last trick that was taken in these moves. */
export function lastTrickIn(moves: readonly Pick<Happened, 'events'>[]): Trick | null {
  const transfers = moves.flatMap(({ events }) => events.flatMap((event) => event.moves ?? []));
  const end = transfers.findLastIndex(({ from }) => from === 'trick');
  if (end < 0) return null;
  const begin = transfers.slice(0, end).findLastIndex(({ from }) => from === 'trick') + 1;
  const plays = transfers.slice(begin, end).filter(({ to }) => to.startsWith(PLACE));
  const leader = Number(plays[0]?.to.slice(PLACE.length) ?? 0);
  return { leader, cards: plays.flatMap(({ cards = [] }) => cards) };
}
