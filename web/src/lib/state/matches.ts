/** Matches as lists show them. */
import { KINDS, type GameKind, type GameName } from '../../games';
import type { MatchSummary, UnratedReason } from '../protocol';

/** Returns the game of a kind such as `trset-2`; undefined for one that this page does not know. */
export function gameOfKind(kind: string): GameName | undefined {
  const name = kind.split('-')[0] ?? '';
  return name in KINDS ? KINDS[name as GameKind].game : undefined;
}

/** What a match did to a player's rating; `own`: it was rated, and did not count for that player. */
export type Effect = { before: number; after: number } | { unrated: UnratedReason | 'own' | 'unknown' };

/** Returns what a match did to a player's rating; nothing as long as it goes on, and where it broke off. */
export function effectOn(player: string, { stage, players, unrated }: MatchSummary): Effect | undefined {
  const own = players.find((one) => one.player.id === player);
  if (stage !== 'over' || own === undefined) return undefined;
  if (own.rating) return own.rating;
  return { unrated: unrated ?? (players.some((one) => one.rating) ? 'own' : 'unknown') };
}
