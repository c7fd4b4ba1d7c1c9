/** The facts of tarok at a seat: bids, roles, sides and open radelci. */
import type { MatchScore, Seat, TarokContract, TarokSide } from '../../../lib/protocol';
import { isOfFour, undertakingOf, type TarokView } from '../view';
import { cardsIn } from '../../../lib/state/zones';

export interface TarokSeat {
  /** The seat's last bid, while the bidding goes on. */
  bid: TarokContract | undefined;
  passed: boolean;
  forehand: boolean;
  declarer: boolean;
  /** The seat's side where a king was called, as far as everybody or the reader knows it. */
  side: TarokSide | undefined;
  radelci: number;
  /** True if four play: radelci do something else there. */
  ofFour: boolean;
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
    side: sideOf(view, seat),
    radelci: score?.game === 'tarok' ? (score.radelci[seat] ?? 0) : 0,
    ofFour: isOfFour(view),
  };
}

/** Returns the side of a seat where a king was called: everybody knows it, or the reader sees it in the own hand. */
export function sideOf(view: TarokView, seat: Seat): TarokSide | undefined {
  const called = undertakingOf(view.phase)?.called;
  if (!called) return undefined;
  const own = view.observer === seat ? (isHeld(view, called.king) ? 'declarer' : 'defenders') : undefined;
  return called.sides[seat] ?? own;
}

/** True if the reader holds the card, or has just played it. */
function isHeld({ zones, observer, hand }: TarokView, card: string): boolean {
  return hand?.includes(card) === true || cardsIn(zones, `trick:${observer ?? 0}`).includes(card);
}

/** Returns the seat that plays with the declarer, as far as everybody or the reader knows it. */
export function partnerOf(view: TarokView): Seat | undefined {
  const declarer = undertakingOf(view.phase)?.declarer;
  const seat = view.hand_sizes.findIndex((_, one) => one !== declarer && sideOf(view, one) === 'declarer');
  return seat < 0 ? undefined : seat;
}

/** True if everybody knows that nobody plays with the declarer who called a king. */
export function playsAlone(view: TarokView): boolean {
  return partnerOf(view) === undefined && undertakingOf(view.phase)?.called?.sides.every((side) => side !== null) === true;
}

/** True if the reader has called a king of the own hand, which nobody else knows. */
export function isAloneUnseen(view: TarokView): boolean {
  const { declarer, called } = undertakingOf(view.phase) ?? {};
  return called !== undefined && declarer === view.observer && called.sides.includes(null) && isHeld(view, called.king);
}
