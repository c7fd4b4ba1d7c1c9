/** Recorded matches and their ratings, in words. */
import { t } from '../i18n/index.svelte';
import type { GameSummary, RatingChange } from '../protocol';
import { listed, playerName } from './names';

/** Returns the heading of new ratings: those of matches with bots are apart. */
export function ratingTitle(ratings: readonly (RatingChange | null | undefined)[]): string {
  return t(ratings.some((change) => change?.ladder === 'bots') ? 'result.ratingBots' : 'result.rating');
}

/** Says how the match came out that ended with a recorded deal; nothing where the deal was all of it. */
export function endText({ number, players }: Pick<GameSummary, 'number' | 'players'>): string {
  const forfeited = players.filter((one) => one.match_forfeited);
  if (players.every((one) => one.match_won === undefined) || (number === 1 && forfeited.length === 0)) return '';
  const named = (some: typeof players): string => listed(some.map((one) => playerName(one.player)));
  const won = players.filter((one) => one.match_won);
  const [n, name] = [won.length, named(won)];
  if (forfeited.length === 0) return t(n === 0 ? 'archive.matchDrawn' : 'archive.matchWon', { n, name });
  const gone = named(forfeited);
  return n === 0 ? t('archive.matchLost', { gone }) : t('archive.matchForfeited', { n, name, gone });
}
