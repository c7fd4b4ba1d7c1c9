/**
 * A table: snapshot plus numbered events make the next state. Pure: time is
 * handed in, nothing is sent from here.
 */
import type { Promised as Shuffle } from '../fair/promises';
import type { ChatLine, GameEvent, Phase, Seat, SeatState, TableEvent, TableEventOf, TableSnapshot, Turn } from '../protocol';
import { dealFrom, finished, followed, type Deal } from './deal';
import { dealNumber, isOpenEnded } from './kind';
import { extend, factsOf, factsOfMoves, type LogEntry, type LogFact } from './log';
import type { Tally } from './tally';
import type { Taking } from './capture/taking';

/** The lines of chat that are kept: as many as the server keeps for newcomers, and some more. */
const KEPT_CHAT = 100;

/** The promise of a shuffle that is about to be dealt. */
export interface Promised extends Shuffle {
  number: number;
  dealer: Seat;
}

export interface TableState extends Omit<TableSnapshot, 'deal'> {
  /** The running deal, or the last one. */
  deal: Deal | null;
  /** Set between the promise of a shuffle and the deal. */
  promised: Promised | null;
  /** The moment when the running turn was received, by the local clock in milliseconds. */
  turnAt: number;
  log: LogEntry[];
  /** The reason why there is no table any more. */
  closed: string | null;
  /** The name of the player in each seat, or of the last one there: their actions are still logged under that name. */
  names: readonly string[];
  /** The number of snapshots so far: all events between two of them belongs together. */
  telling: number;
  /** The capture whose cards lie on the table until it has been seen. */
  taking: Taking | null;
  /** The taking of the trick that is full and still lies there until it has been seen. */
  closing: GameEvent | null;
  /** True if the rest of the deal was claimed: everybody's cards are laid down. */
  claimed: boolean;
  /** The figures that are counted up at the piles before the result is shown. */
  tally: readonly Tally[] | null;
}

/** The outcome of applying an event: taken up, known already, or too far ahead. */
export type Applied = { kind: 'next'; state: TableState } | { kind: 'known' } | { kind: 'gap' };

/** The state a snapshot describes. `before` is the state so far; its log is kept if it is of the same deal. */
export function fromSnapshot(snapshot: TableSnapshot, at: number, before?: TableState): TableState {
  const sameDeal =
    before !== undefined && before.epoch === snapshot.epoch && before.seq === snapshot.seq && before.deal?.game === snapshot.deal?.game;
  const { deal } = snapshot;
  const facts: LogFact[] = deal ? [{ kind: 'deal', number: dealNumber(snapshot, deal) }, ...factsOfMoves(deal.moves)] : [];
  if (deal?.finish) facts.push({ kind: 'over' });
  return {
    ...snapshot,
    deal: deal && dealFrom(deal, snapshot),
    promised: promisedBy(snapshot),
    turnAt: at,
    log: sameDeal ? before.log : extend([], facts),
    closed: snapshot.phase === 'closed' ? '' : null,
    names: snapshot.seats.map((seat, i) => seat.player?.name ?? before?.names[i] ?? ''),
    telling: (before?.telling ?? 0) + 1,
    taking: null,
    closing: null,
    claimed: false,
    tally: null,
  };
}

/** The state after an event with this number. */
export function applyEvent(state: TableState, seq: number, event: TableEvent, at: number): Applied {
  if (seq <= state.seq) return { kind: 'known' };
  if (seq > state.seq + 1) return { kind: 'gap' };
  const facts = factsAdded(state, event);
  const extended = extend(state.log, facts);
  // Every deal has a log of its own; the numbers of its lines go on.
  const log = event.type === 'dealt' ? extended.slice(-facts.length) : extended;
  return { kind: 'next', state: { ...change(state, event, at), seq, log } };
}

/** Returns the facts that an event adds to the log of a table. */
export function factsAdded(state: TableState, event: TableEvent): LogFact[] {
  // Readers who come back know that they are there.
  if (event.type === 'connection' && event.seat === state.you) return [];
  // Of players who have left it does not matter.
  if (event.type === 'connection' && state.seats[event.seat]?.substitute?.left) return [];
  // The end of the last deal comes again when a player leaves an undecided match.
  if (event.type === 'deal_over' && state.deal?.finish) return [{ kind: 'matchOver' }];
  // Where every deal is a match of its own, and the score goes on, only the first one begins something.
  if (event.type === 'match_started' && isOpenEnded(state.config.game) && event.score.deals > 0) return [];
  return factsOf(event, state);
}

function change(state: TableState, event: TableEvent, at: number): TableState {
  switch (event.type) {
    case 'seated':
      return sit(state, event);
    case 'renamed':
      return rename(state, event);
    case 'left':
      return leave(
        wishless(
          withSeat(state, event.seat, () => emptySeat(state)),
          [event.seat],
        ),
      );
    case 'seats_changed':
      return exchange(state, event);
    case 'seat_wanted':
      return withSeat(state, event.seat, ({ wants: _, ...seat }) => (event.wants === null ? seat : { ...seat, wants: event.wants }));
    case 'connection':
      return withSeat(state, event.seat, (seat) => ({ ...seat, connected: event.connected }));
    case 'substituted':
      return withTurn(
        withSeat(state, event.seat, (seat) => ({ ...seat, substitute: event.substitute })),
        event.turn,
        at,
      );
    case 'returned':
      return withTurn(
        withSeat(state, event.seat, (seat) => ({ ...seat, substitute: null })),
        event.turn,
        at,
      );
    case 'committed':
      return commit(state, event);
    case 'nonces_committed':
      return { ...state, promised: state.promised && { ...state.promised, hashes: event.hashes } };
    case 'dealt':
      return {
        ...state,
        phase: 'playing',
        promised: null,
        promise: null,
        dropped: [],
        claimed: false,
        deal: dealFrom(event.deal, state),
        turnAt: at,
      };
    case 'claimed':
      return { ...state, claimed: true };
    case 'moved':
      return move(state, event, at);
    case 'deal_over':
      return finish(state, event);
    case 'ready':
      return withSeat(state, event.seat, (seat) => ({ ...seat, ready: true }));
    case 'match_started':
      return { ...state, score: event.score };
    case 'chat':
      return { ...state, chat: keep(state.chat, event.line) };
    case 'spectators':
      return { ...state, spectators: event.count };
    case 'awaiting_bots':
      return { ...state, awaiting_bots: event.awaiting };
    case 'closed':
      // No action is awaited there any more.
      return { ...state, phase: 'closed', closed: event.reason, deal: state.deal && { ...state.deal, turn: null } };
    default:
      // An event of a newer server changes nothing that this page knows of.
      return state;
  }
}

function move(state: TableState, event: TableEventOf<'moved'>, at: number): TableState {
  if (!state.deal) return state;
  const { seat, action, by, thinking_ms, events } = event;
  const deal: Deal = {
    ...followed(state.deal, event, event.turn?.seat ?? null),
    turn: event.turn,
    moves: [...state.deal.moves, { seat, action, by, thinking_ms, events }],
  };
  const next = { ...state, deal, turnAt: at };
  return event.turn ? withTurn(next, event.turn, at) : next;
}

/** Seats a player. One who sits down between deals wants to play the next one. */
function sit(state: TableState, { seat, player }: TableEventOf<'seated'>): TableState {
  const seated = withSeat(state, seat, () => ({ ...emptySeat(state), connected: true, ready: true }));
  return rename(wishless(seated, [seat]), { seat, player });
}

/** Exchanges the players of two seats. */
function exchange(state: TableState, { seats: [one, other] }: TableEventOf<'seats_changed'>): TableState {
  const from = (seat: Seat): Seat => (seat === one ? other : seat === other ? one : seat);
  const swapped = <T>(list: readonly T[]): T[] => list.map((_, seat) => list[from(seat)] as T);
  const changed = wishless(state, [one, other]);
  const you = state.you === null ? null : from(state.you);
  return { ...changed, you, seats: swapped(changed.seats), names: swapped(state.names) };
}

/** The players of these seats are others now: the wishes of those there, and for them, are over. */
function wishless(state: TableState, seats: readonly Seat[]): TableState {
  const ends = (wants: Seat | undefined, seat: Seat): boolean => wants !== undefined && (seats.includes(seat) || seats.includes(wants));
  return {
    ...state,
    seats: state.seats.map(({ wants, ...seat }, n) => (wants === undefined || ends(wants, n) ? seat : { ...seat, wants })),
  };
}

/** Sets the player of a seat: one who sat down there, or a guest who has registered. */
function rename(state: TableState, { seat, player }: Pick<TableEventOf<'renamed'>, 'seat' | 'player'>): TableState {
  const renamed = withSeat(state, seat, (before) => ({ ...before, player }));
  return { ...renamed, names: state.names.map((name, i) => (i === seat ? player.name : name)) };
}

function commit(state: TableState, event: TableEventOf<'committed'>): TableState {
  const bank = state.config.clock?.bank_ms;
  const seats = state.seats.map(({ wants: _, ...seat }) => ({ ...seat, ready: false, bank_ms: bank ?? seat.bank_ms }));
  const { number, dealer, commitment, barred, dropped } = event;
  return { ...state, seats, phase: 'shuffling', dropped, promised: { number, dealer, commitment, barred, hashes: null } };
}

function promisedBy({ promise }: TableSnapshot): Promised | null {
  if (!promise) return null;
  const { number, dealer, commitment, barred, nonce_hashes } = promise;
  return { number, dealer, commitment, barred, hashes: nonce_hashes };
}

function finish(state: TableState, { finish }: TableEventOf<'deal_over'>): TableState {
  const rated = state.seats.map((seat, i): SeatState => {
    const change = finish.ratings?.[i];
    // Beside a bot's name stands its rating on the bots' ladder, beside all others' that on the people's.
    if (!change || !seat.player || (change.ladder === 'bots') !== (seat.player.kind === 'bot')) return seat;
    const player = { ...seat.player, rating: change.after };
    if (change.settled) player.settled = true;
    else delete player.settled;
    return { ...seat, player };
  });
  const deal = state.deal && finished(state.deal, finish);
  return { ...state, seats: rated, deal, phase: 'finished', score: finish.score };
}

/** A seat that empties while a shuffle is promised ends the promise. */
function leave(state: TableState): TableState {
  const phase: Phase = state.phase === 'shuffling' ? 'waiting' : state.phase;
  const gone = state.you !== null && state.seats[state.you]?.player == null;
  return { ...state, phase, promised: null, you: gone ? null : state.you };
}

function withSeat(state: TableState, seat: Seat, edit: (seat: SeatState) => SeatState): TableState {
  return { ...state, seats: state.seats.map((one, i) => (i === seat ? edit(one) : one)) };
}

/** The turn as it was sent again; without one the running turn goes on. */
function withTurn(state: TableState, turn: Turn | null, at: number): TableState {
  if (!turn || !state.deal) return state;
  const timed = withSeat(state, turn.seat, (seat) => ({ ...seat, bank_ms: turn.bank_ms ?? seat.bank_ms }));
  return { ...timed, deal: { ...state.deal, turn }, turnAt: at };
}

function emptySeat(state: TableState): SeatState {
  return { player: null, connected: false, substitute: null, ready: false, bank_ms: state.config.clock?.bank_ms ?? 0 };
}

function keep(chat: readonly ChatLine[], line: ChatLine): ChatLine[] {
  return [...chat, line].slice(-KEPT_CHAT);
}
