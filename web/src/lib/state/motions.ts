/** Which cards travel between two pictures of a table. Where they stand on the screen is no business of this file. */
import type { Seat } from '../protocol';
import { factsSince } from './log';
import type { TableState } from './table';

export type Motion =
  /** Everybody's cards come from the dealer; `hand` are the reader's own. */
  | { kind: 'deal'; dealer: Seat; seats: readonly Seat[]; hand: readonly string[] }
  | { kind: 'play'; seat: Seat; card: string; own: boolean }
  | { kind: 'take'; seat: Seat; cards: readonly string[] }
  | { kind: 'draw'; seat: Seat; card: string; own: boolean };

/** More than this at once is no play one could follow, but catching up. */
const MOST = 10;

/** What travels; nothing if the second picture does not simply go on from the first. */
export function motionsBetween(before: TableState, after: TableState): Motion[] {
  if (before.telling !== after.telling || !after.deal) return [];
  const { view } = after.deal;
  const motions = factsSince(before.log, after.log).flatMap((fact): Motion[] => {
    if (fact.kind === 'deal') {
      const seats = view.hand_sizes.map((_, seat) => seat);
      return [{ kind: 'deal', dealer: view.dealer, seats, hand: view.hand ?? [] }];
    }
    if (fact.kind !== 'game') return [];
    const { event } = fact;
    const own = event.seat === after.you;
    switch (event.type) {
      case 'played':
        return [{ kind: 'play', seat: event.seat, card: event.card, own }];
      case 'trick_taken':
        return [{ kind: 'take', seat: event.seat, cards: view.last_trick?.cards ?? [] }];
      case 'drew':
        return [{ kind: 'draw', seat: event.seat, card: event.card, own }];
      case 'declared':
        return [];
    }
  });
  return motions.length > MOST ? [] : motions;
}
