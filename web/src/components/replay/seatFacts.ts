/** The facts of a seat at a position of a replay. */
import type { Player, Seat } from '../../lib/protocol';
import { tricksOf } from '../../lib/state/game';
import type { Position } from '../../lib/state/replay';
import type { SeatFacts } from '../../lib/state/seats';
import { tablicSeat } from '../../lib/state/tablic/seats';

export function factsAt({ view, hands }: Position, seat: Seat, player: Player | undefined, own: Seat): SeatFacts {
  const turn = view.current_player === seat ? { seat, move_ms: null, bank_ms: null, legal: [] } : undefined;
  return {
    seat,
    player: player ?? null,
    connected: true,
    substitute: null,
    ready: false,
    timed: false,
    bankMs: 0,
    cards: hands[seat]?.length ?? 0,
    tricks: tricksOf(view, seat),
    thirds: view.game === 'trset' ? (view.thirds[seat] ?? 0) : undefined,
    known: [],
    declared: view.game === 'trset' ? (view.declared[seat] ?? []) : [],
    drawn: [],
    turn,
    dealer: view.dealer === seat,
    partner: false,
    tarok: undefined,
    tablic: view.game === 'tablic' ? tablicSeat(view, seat) : undefined,
    own: seat === own,
  };
}
