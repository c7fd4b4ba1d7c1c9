/** Matches that the reader lost by being away: shown once in each browser. */
import type { MatchSummary } from '../protocol';
import { recall, remember } from '../storage';

/** The name under which the table is kept whose loss the reader knows of. */
const KNOWN = 'vzetek.knownLoss';

/** The reader knows what became of their match at a table: it was shown, or they left it themselves. */
export function knowLoss(table: string): void {
  remember(KNOWN, table);
}

/** Returns true if a player lost the match because they were not there. */
export function isLostAway(match: MatchSummary, player: string | undefined): boolean {
  return match.players.some((one) => one.player.id === player && one.forfeited === true);
}

/** Returns the player's last match if it was lost like that, and this has not been shown. */
export function untoldLoss(matches: readonly MatchSummary[], player: string): MatchSummary | null {
  const last = matches[0];
  return last && isLostAway(last, player) && recall(KNOWN) !== last.table ? last : null;
}
