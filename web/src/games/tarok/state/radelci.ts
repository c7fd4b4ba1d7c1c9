/** Radelci that are still open when a match of tarok ends. */
import type { MatchScore, TarokOptions } from '../../../lib/protocol';

/** Returns the cost of each player's open radelci at the end of a match; undefined before it, and where they cost nothing. */
export function paidRadelci({ open_radelci: cost = 0, deals }: TarokOptions, score: MatchScore | undefined): number[] | undefined {
  if (score?.game !== 'tarok' || cost === 0 || deals === undefined || score.deals < deals) return undefined;
  return score.radelci.map((n) => n * cost);
}

/** Returns the scores with which a match ends; undefined before its end, and where open radelci cost nothing. */
export function finalScores(options: TarokOptions, score: MatchScore): number[] | undefined {
  const paid = paidRadelci(options, score);
  return paid && score.points.map((points, seat) => points - (paid[seat] ?? 0));
}
