/** The parts of a deal that look alike in all games. */
import type { Seat, Transfer } from '../lib/protocol';
import type { Common, Followed, Frame, Trick } from '../lib/state/view';
import { cardsIn, countIn, type Zones } from '../lib/state/zones';
import type { Side } from './module';

export function bySeat<T>({ seats }: Frame, of: (seat: Seat) => T): T[] {
  return Array.from({ length: seats }, (_, seat) => of(seat));
}

export function common(frame: Frame, { zones, lastTrick, current }: Followed): Common {
  const { observer, dealer } = frame;
  return {
    zones,
    observer,
    dealer,
    current_player: current,
    hand: observer === null ? null : cardsIn(zones, `hand:${observer}`),
    hand_sizes: bySeat(frame, (seat) => countIn(zones, `hand:${seat}`)),
    known: bySeat(frame, (seat) => cardsIn(zones, `hand:${seat}`)),
    piles: bySeat(frame, (seat) => cardsIn(zones, `pile:${seat}`)),
    cards: cardsIn(zones, 'table'),
    trick: undefined,
    last_trick: lastTrick,
    tricks: bySeat(frame, () => 0),
  };
}

/** Returns the trick that lies on the table, from its leader on. */
export function trickFrom({ seats }: Frame, zones: Zones, leader: Seat): Trick {
  const round = Array.from({ length: seats }, (_, n) => (leader + n) % seats);
  return { leader, cards: round.flatMap((seat) => cardsIn(zones, `trick:${seat}`)) };
}

/** Returns the transfer of a card from a hand to the trick. */
export function toTrick(seat: Seat, card: string): Transfer {
  return { cards: [card], from: `hand:${seat}`, to: `trick:${seat}` };
}

/** Returns cards of packs that write the suit first, a list for each suit that has any. */
export function bySuit(cards: readonly string[]): string[][] {
  const suits = new Map<string, string[]>();
  for (const card of cards) {
    const suit = card.slice(0, 1);
    suits.set(suit, [...(suits.get(suit) ?? []), card]);
  }
  return [...suits.values()];
}

/** Returns a side for each player. */
export function alone(points: readonly number[], won: readonly boolean[]): Side[] {
  return points.map((own, seat) => ({ seats: [seat], points: own, won: won[seat] ?? false }));
}
