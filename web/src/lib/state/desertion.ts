/** Deals and matches that were decided because a player was absent. */
import type { DealFinish, GameOptions, Seat } from '../protocol';
import { dealsOf, isMatch, targetOf } from './kind';
import type { TableState } from './table';

export interface Desertion {
  /** Those who were not there. */
  seats: readonly Seat[];
  /** True if they left the table; else others played for them. */
  left: boolean;
  /** True if the match was decided by that, not the deal alone. */
  match: boolean;
}

/** Returns who deserted the deal that is over, or its match; undefined if it was played to its end. */
export function desertion({ config, deal, seats }: TableState): Desertion | undefined {
  const finish = deal?.finish;
  if (!finish) return undefined;
  const empty = (seat: Seat): boolean => seats[seat]?.player === null;
  const { match_won } = finish;
  const match = match_won !== null && isMatch(config.game) && !decidedByScore(config.game, finish);
  const all = seats.map((_, seat) => seat);
  const forfeited = all.filter((seat) => finish.forfeited[seat]);
  if (forfeited.length > 0) return { seats: forfeited, left: forfeited.every(empty), match };
  const gone = match ? all.filter((seat) => empty(seat) && !match_won[seat]) : [];
  return gone.length > 0 ? { seats: gone, left: true, match } : undefined;
}

/** True if a match is over by its target or the number of its deals. */
function decidedByScore(game: GameOptions, { score }: DealFinish): boolean {
  const [target, deals] = [targetOf(game), dealsOf(game)];
  return (deals !== undefined && score.deals >= deals) || (target !== undefined && score.points.some((points) => points >= target));
}
