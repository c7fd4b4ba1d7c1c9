/** The facts of a table of tršet or kifameno that its options say. */
import type { Seat, TrsetOptions } from '../../../lib/protocol';

/** Returns the partner, who sits opposite, if partners are played with. */
export function partnerOf(options: TrsetOptions, seat: Seat): Seat | undefined {
  return options.players === 4 && !options.alone ? (seat + 2) % 4 : undefined;
}

/** The card that is not in the pack, if three play. */
export function removedCard(options: TrsetOptions): string | undefined {
  return options.players === 3 ? `${options.removed_four ?? 'D'}4` : undefined;
}

/** True if a hand holds a whole point: an ace, or three of the cards that count a third. */
export function hasPoint(hand: readonly string[]): boolean {
  return hand.some((card) => card.endsWith('A')) || hand.filter((card) => '32KCJ'.includes(card.slice(1))).length >= 3;
}
