/** The facts of a table of tršet or kifameno that its options say. */
import type { Seat, TrsetOptions } from '../../../lib/protocol';

/** Returns the partner, who sits opposite, if partners are played with. */
export function partnerOf(options: TrsetOptions, seat: Seat): Seat | undefined {
  return options.players === 4 ? (seat + 2) % 4 : undefined;
}

/** The card that is not in the pack, if three play. */
export function removedCard(options: TrsetOptions): string | undefined {
  return options.players === 3 ? `${options.removed_four ?? 'D'}4` : undefined;
}
