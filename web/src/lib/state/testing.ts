/** For tests only: small tables and deals made by hand. */
import type { DealState, GameEvent, GameView, Limits, Player, SeatState, TableEventOf, TableSnapshot } from '../protocol';
import type { TrsetGameView } from './game';

/** The limits that a server has by default. */
export const LIMITS: Limits = {
  message_bytes: 4096,
  messages_per_second: 50,
  message_burst: 200,
  silence_ms: 90_000,
  nonce_bytes: 64,
  chat_chars: 300,
  chat_per_second: 1,
  chat_burst: 5,
  lobby_per_second: 1,
  lobby_burst: 5,
  seeks_per_second: 1,
  seek_burst: 5,
  tables_watched: 64,
  tables_opened: 10,
  requests_per_second: 50,
  request_burst: 200,
};

export function player(id: string, more: Partial<Player> = {}): Player {
  return { id, name: id.toUpperCase(), kind: 'guest', ...more };
}

/** The view, of which a test knows that it is one of tršet. */
export function trset(view: GameView | undefined): TrsetGameView {
  if (view?.game !== 'trset') throw new Error('this is no deal of tršet');
  return view;
}

export function view(more: Partial<TrsetGameView> = {}): TrsetGameView {
  return {
    game: 'trset',
    options: { players: 2 },
    dealer: 1,
    current_player: 0,
    observer: 0,
    hand: ['D3', 'C4'],
    hand_sizes: [2, 2],
    known: [[], []],
    denied: [[], []],
    stock: 2,
    trick: { leader: 0, cards: [] },
    last_trick: null,
    piles: [[], []],
    tricks: [0, 0],
    thirds: [0, 0],
    declared: [[], []],
    result: null,
    ...more,
  };
}

export function seat(more: Partial<SeatState> = {}): SeatState {
  return { player: null, connected: false, substitute: null, ready: false, bank_ms: 60_000, ...more };
}

export function deal(more: Partial<DealState> = {}): DealState {
  return {
    game: 'g1',
    number: 1,
    commitment: 'c0ffee',
    view: view(),
    turn: { seat: 0, legal: ['D3', 'C4'], move_ms: 20_000, bank_ms: 60_000 },
    moves: [],
    finish: null,
    ...more,
  };
}

export function snapshot(more: Partial<TableSnapshot> = {}): TableSnapshot {
  return {
    id: 't1',
    epoch: 'e1',
    seq: 10,
    config: {
      game: { name: 'trset', options: { players: 2 } },
      clock: { move_ms: 20_000, bank_ms: 60_000, grace_ms: 30_000 },
    },
    phase: 'playing',
    seats: [seat({ player: player('ana'), connected: true }), seat({ player: player('bor'), connected: true })],
    you: 0,
    deal: deal(),
    promise: null,
    dropped: [],
    score: { game: 'trset', points: [0, 0], deals: 0 },
    chat: [],
    spectators: 0,
    ...more,
  };
}

/** A deal in which seat 1 has led the kralj of denari. */
export function dealLed(): DealState {
  return deal({ view: view({ trick: { leader: 1, cards: ['DK'] } }) });
}

/** Seat 0 takes that trick with the three; then the two draw what is said. */
export function takes(...drawn: [] | [string, string]): TableEventOf<'moved'> {
  const draws = drawn.map((card, seat): GameEvent => ({ type: 'drew', seat, card }));
  return {
    type: 'moved',
    seat: 0,
    action: 'D3',
    by: 'player',
    thinking_ms: 1,
    events: [{ type: 'played', seat: 0, card: 'D3' }, { type: 'trick_taken', seat: 0, thirds: 2 }, ...draws],
    turn: { seat: 0, legal: ['C4'], move_ms: 1, bank_ms: 1 },
  };
}
