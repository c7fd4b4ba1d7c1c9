/** The facts of tarok at a seat: bids, roles and open radelci. */
import type { MatchScore, Seat, TarokContract, TarokView } from '../../protocol';
import { undertakingOf } from '../../games/tarok/view';

export interface TarokSeat {
  /** The seat's last bid, while the bidding goes on. */
  bid: TarokContract | undefined;
  passed: boolean;
  forehand: boolean;
  declarer: boolean;
  radelci: number;
}

export function tarokSeat(view: TarokView, score: MatchScore | undefined, seat: Seat): TarokSeat {
  const { phase } = view;
  const bidding = phase.name === 'bidding' ? phase : undefined;
  const declarer = phase.name === 'choosing' ? phase.declarer : undertakingOf(phase)?.declarer;
  return {
    bid: bidding?.bids[seat] ?? undefined,
    passed: bidding?.passed[seat] ?? false,
    forehand: (view.dealer + 1) % view.hand_sizes.length === seat,
    declarer: declarer === seat,
    radelci: score?.game === 'tarok' ? (score.radelci[seat] ?? 0) : 0,
  };
}
