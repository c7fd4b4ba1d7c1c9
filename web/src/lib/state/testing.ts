/** For tests only: small tables and deals made by hand. */
import type {
  DealState,
  GameEvent,
  GameStatus,
  GameView,
  Limits,
  PlayedMove,
  Player,
  SeatState,
  TableEventOf,
  TableSnapshot,
  ZoneCards,
} from '../protocol';
import type { ViewOf } from '../../games/module';

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
  tables_watched: 64,
  tables_opened: 10,
  requests_per_second: 50,
  request_burst: 200,
  seeks_per_second: 1,
  seek_burst: 5,
};

export function player(id: string, more: Partial<Player> = {}): Player {
  return { id, name: id.toUpperCase(), kind: 'guest', ...more };
}

/** The view, of which a test knows that it is one of tršet. */
export function trset(view: GameView | undefined): ViewOf<'trset'> {
  if (view?.game !== 'trset') throw new Error('this is no deal of tršet');
  return view;
}

export function view(more: Partial<ViewOf<'trset'>> = {}): ViewOf<'trset'> {
  return {
    game: 'trset',
    zones: {},
    options: { players: 2 },
    dealer: 1,
    current_player: 0,
    observer: 0,
    hand: ['D3', 'C4'],
    hand_sizes: [2, 2],
    known: [[], []],
    stock: 2,
    trick: { leader: 0, cards: [] },
    last_trick: null,
    piles: [[], []],
    cards: [],
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

/** A deal as a server sends it, in which the cards lie as the view says. */
export function deal({ view: shown = view(), ...more }: Partial<Omit<DealState, 'view'>> & { view?: GameView } = {}): DealState {
  return {
    game: 'g1',
    number: 1,
    commitment: 'c0ffee',
    dealer: shown.dealer,
    zones: zonesOf(shown),
    status: statusOf(shown),
    turn: { seat: 0, legal: ['D3', 'C4'], move_ms: 20_000, bank_ms: 60_000 },
    moves: [],
    finish: null,
    ...more,
  };
}

function zonesOf(view: GameView): NonNullable<DealState['zones']> {
  const zones: NonNullable<DealState['zones']> = {};
  const put = (zone: string, n: number, cards: readonly string[] = []): void => {
    const lying: ZoneCards = cards.length > 0 ? { n, cards: [...cards] } : { n };
    if (n > 0) zones[zone] = lying;
  };
  view.hand_sizes.forEach((n, seat) => {
    put(`hand:${seat}`, n, seat === view.observer && view.hand ? view.hand : view.known[seat]);
    const pile = view.piles[seat] ?? [];
    put(`pile:${seat}`, pile.length, pile);
  });
  view.trick?.cards.forEach((card, n) => {
    put(`trick:${((view.trick?.leader ?? 0) + n) % view.hand_sizes.length}`, 1, [card]);
  });
  if (view.game === 'trset') put('stock', view.stock);
  if (view.game === 'tarok') put('talon', view.talon);
  if (view.game === 'tablic') {
    put('stock', view.deck);
    put('table', view.cards.length, view.cards);
  }
  return zones;
}

function statusOf(view: GameView): GameStatus {
  switch (view.game) {
    case 'trset':
      return {
        game: 'trset',
        leader: view.trick.leader,
        tricks: [...view.tricks],
        thirds: [...view.thirds],
        declared: view.declared.map((list) => [...list]),
      };
    case 'tarok': {
      const { name, ...phase } = view.phase;
      return { game: 'tarok', phase: name, ...phase } as GameStatus;
    }
    case 'tablic':
      return { game: 'tablic', tablas: [...view.tablas] };
    default:
      throw new Error('these tests have no deal of this game');
  }
}

/** A card is played from a hand to the trick. */
export function played(seat: number, card: string): GameEvent {
  return { game: 'trset', type: 'played', seat, card, moves: [{ cards: [card], from: `hand:${seat}`, to: `trick:${seat}` }] };
}

/** The trick is taken. */
export function trickTaken(seat: number, thirds: number): GameEvent {
  return { game: 'trset', type: 'trick_taken', seat, thirds, moves: [{ from: 'trick', to: `pile:${seat}` }] };
}

/** A card is drawn and shown. */
export function drew(seat: number, card: string): GameEvent {
  return { game: 'trset', type: 'drew', seat, card, moves: [{ cards: [card], from: 'stock', to: `hand:${seat}` }] };
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
  const led: PlayedMove = { seat: 1, action: 'DK', by: 'player', thinking_ms: 1, events: [played(1, 'DK')] };
  return deal({ view: view({ trick: { leader: 1, cards: ['DK'] } }), moves: [led] });
}

/** Seat 0 takes that trick with the three; then the two draw what is said. */
export function takes(...drawn: [] | [string, string]): TableEventOf<'moved'> {
  const draws = drawn.map((card, seat): GameEvent => drew(seat, card));
  return {
    type: 'moved',
    seat: 0,
    action: 'D3',
    by: 'player',
    thinking_ms: 1,
    events: [played(0, 'D3'), trickTaken(0, 2), ...draws],
    status: { game: 'trset', leader: 0, tricks: [1, 0], thirds: [2, 0] },
    turn: { seat: 0, legal: ['C4'], move_ms: 1, bank_ms: 1 },
  };
}
