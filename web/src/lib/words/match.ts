/** Recorded matches and their ratings, in words. */
import { t } from '../i18n/index.svelte';
import type { GameSummary, RatingChange } from '../protocol';
import type { Effect } from '../state/matches';
import { archiveWords } from './archive.svelte';
import { listed, playerName } from './names';

/** Returns the heading of new ratings: those of matches with bots are apart. */
export function ratingTitle(ratings: readonly (RatingChange | null | undefined)[]): string {
  return t(ratings.some((change) => change?.ladder === 'bots') ? 'result.ratingBots' : 'result.rating');
}

/** Says what a match did to a player's rating, in a few words. */
export function effectText(effect: Effect): string {
  const say = archiveWords.t;
  if ('after' in effect) return say('rated.change', { before: effect.before, after: effect.after });
  return effect.unrated === 'unknown' ? say('rated.none') : say('rated.why', { why: say(`why.${effect.unrated}`) });
}

/** Says how a recorded deal that was forfeited counts, and how the match came out that ended with it; nothing where the deal says all. */
export function endText({ number, players }: Pick<GameSummary, 'number' | 'players'>): string {
  const named = (some: typeof players): string => listed(some.map((one) => playerName(one.player)));
  // A single deal, and one that a player left, is forfeited as a match, too.
  const slept = players.filter((one) => one.forfeited && !one.match_forfeited);
  const counts = slept.length === 0 ? '' : t('archive.dealForfeited', { gone: named(slept) });
  return [counts, matchEnd()].filter((sentence) => sentence !== '').join(' ');

  function matchEnd(): string {
    const forfeited = players.filter((one) => one.match_forfeited);
    if (players.every((one) => one.match_won === undefined) || (number === 1 && forfeited.length === 0)) return '';
    const won = players.filter((one) => one.match_won);
    const [n, name] = [won.length, named(won)];
    if (forfeited.length === 0) return t(n === 0 ? 'archive.matchDrawn' : 'archive.matchWon', { n, name });
    const gone = named(forfeited);
    return n === 0 ? t('archive.matchLost', { gone }) : t('archive.matchForfeited', { n, name, gone });
  }
}
