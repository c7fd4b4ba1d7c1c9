/** Deals and matches that were forfeited: by leaving, or by letting others play. */
import type { DealFinish, GameOptions, Seat } from '../protocol';
import { dealsOf, isMatch, targetOf } from './kind';
import type { TableState } from './table';

export interface Desertion {
  /** Those who left the table, or lost the connection for too long. */
  left: readonly Seat[];
  /** Those who stayed, but let others play most of the deal. */
  slept: readonly Seat[];
  /** True if the match was decided by that, not the deal alone. */
  match: boolean;
}

/** Returns who forfeited the deal that is over, or its match; undefined if it was played to its end. */
export function desertion({ config, deal, seats }: TableState): Desertion | undefined {
  const finish = deal?.finish;
  if (!finish) return undefined;
  // The seat of a player who is gone becomes empty a moment after the end of the deal.
  const empty = (seat: Seat): boolean => {
    const { player, substitute = null, connected = false } = seats[seat] ?? {};
    return player === null || (substitute !== null && (substitute.left || !connected));
  };
  const { match_won } = finish;
  const match = match_won !== null && isMatch(config.game) && !decidedByScore(config.game, finish);
  const all = seats.map((_, seat) => seat);
  const forfeited = all.filter((seat) => finish.forfeited[seat]);
  if (forfeited.length > 0) {
    return { left: forfeited.filter(empty), slept: forfeited.filter((seat) => !empty(seat)), match };
  }
  const left = match ? all.filter((seat) => empty(seat) && !match_won[seat]) : [];
  return left.length > 0 ? { left, slept: [], match } : undefined;
}

/** True if a match is over by its target or the number of its deals. */
function decidedByScore(game: GameOptions, { score }: DealFinish): boolean {
  const [target, deals] = [targetOf(game), dealsOf(game)];
  return (deals !== undefined && score.deals >= deals) || (target !== undefined && score.points.some((points) => points >= target));
}
