/** Matches that the reader lost by being away: shown once in each browser. */
import type { GameSummary } from '../protocol';
import { recall, remember } from '../storage';

/** The name under which the table is kept whose loss the reader knows of. */
const KNOWN = 'vzetek.knownLoss';

/** The reader knows what became of their match at a table: it was shown, or they left it themselves. */
export function knowLoss(table: string): void {
  remember(KNOWN, table);
}

/** Returns true if a player lost the match that ended with this deal because they were not there. */
export function isLostAway(game: GameSummary, player: string | undefined): boolean {
  return game.players.some((one) => one.player.id === player && one.match_forfeited === true);
}

/** Returns the player's last deal if its match was lost like that, and this has not been shown. */
export function untoldLoss(games: readonly GameSummary[], player: string): GameSummary | null {
  const last = games[0];
  return last && isLostAway(last, player) && recall(KNOWN) !== last.table ? last : null;
}
