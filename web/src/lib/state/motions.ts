/** Which cards travel between two pictures of a table. Where they stand on the screen is no business of this file. */
import type { GameEvent, Seat } from '../protocol';
import { isTarokEvent, lastTrickOf } from './game';
import { factsSince } from './log';
import type { TableState } from './table';

export type Motion =
  /** Everybody's cards come from the dealer; `hand` are the reader's own. */
  | { kind: 'deal'; dealer: Seat; seats: readonly Seat[]; hand: readonly string[] }
  | { kind: 'play'; seat: Seat; card: string; own: boolean }
  | { kind: 'take'; seat: Seat; cards: readonly string[] }
  | { kind: 'draw'; seat: Seat; card: string; own: boolean }
  /** Cards of the talon go into a hand. */
  | { kind: 'talon'; seat: Seat; cards: readonly string[]; own: boolean }
  /** A card is put away; the reader sees which if it is their own or lies open. */
  | { kind: 'discard'; seat: Seat; card: string | undefined; own: boolean }
  /** A card of the talon goes with a trick. */
  | { kind: 'gift'; seat: Seat; card: string };

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
    if (!('seat' in event)) return [];
    const own = event.seat === after.you;
    switch (event.type) {
      case 'played':
        return [{ kind: 'play', seat: event.seat, card: event.card, own }];
      case 'trick_taken':
        return [{ kind: 'take', seat: event.seat, cards: lastTrickOf(view)?.cards ?? [] }, ...giftOf(event)];
      case 'drew':
        return [{ kind: 'draw', seat: event.seat, card: event.card, own }];
      case 'took_group':
        return [{ kind: 'talon', seat: event.seat, cards: event.cards, own }];
      case 'discarded':
        return [{ kind: 'discard', seat: event.seat, card: event.card, own }];
      default:
        return [];
    }
  });
  return motions.length > MOST ? [] : motions;
}

function giftOf(event: GameEvent): Motion[] {
  if (!isTarokEvent(event) || event.type !== 'trick_taken' || event.gift === undefined) return [];
  return [{ kind: 'gift', seat: event.seat, card: event.gift }];
}
