/** The facts of a seat at a position of a replay. */
import { GAMES } from '../../games';
import type { Player, Seat } from '../../lib/protocol';
import { facesOf } from '../../lib/state/faces';
import type { Position } from '../../lib/state/replay';
import type { SeatFacts } from '../../lib/state/seats';

export function factsAt({ view, hands }: Position, seat: Seat, players: readonly (Player | undefined)[], reader: Seat): SeatFacts {
  const own = GAMES[view.game].seat(view, seat);
  const turn = view.current_player === seat ? { seat, move_ms: null, bank_ms: null, legal: [] } : undefined;
  return {
    game: view.game,
    seat,
    player: players[seat] ?? null,
    face: facesOf(players.map((player) => player ?? null))[seat] ?? '',
    connected: true,
    substitute: null,
    ready: false,
    timed: false,
    bankMs: 0,
    cards: hands[seat]?.length ?? 0,
    tricks: view.tricks[seat] ?? 0,
    captured: own.captured,
    thirds: own.thirds,
    together: own.together,
    known: [],
    declared: own.declared ?? [],
    drawn: [],
    turn,
    dealer: view.dealer === seat,
    partner: false,
    across: undefined,
    wantsOwn: false,
    ofGame: own.ofGame,
    own: seat === reader,
  };
}
