/** Whether a match is rated, in words. */
import { t } from '../i18n/index.svelte';
import type { UnratedReason } from '../protocol';
import type { TableState } from '../state/table';

/** Says why the match changes no rating, as far as the table knows; nothing where it may change some. */
export function unratedText({ config, deal }: Pick<TableState, 'config' | 'deal'>): string {
  const chosen: UnratedReason | undefined = config.private ? 'private' : config.rated === false ? 'casual' : undefined;
  const reason = deal?.finish?.unrated ?? deal?.unrated ?? chosen;
  return reason ? t(`unrated.${reason}`) : '';
}

/** Says at the end of a match why it changed no rating of the reader's, or counted less; nothing if it counted in full. */
export function ratedText(table: TableState): string {
  const finish = table.deal?.finish;
  if (!finish?.match_won) return '';
  const { unrated, ratings, met = 0 } = finish;
  if (unrated) return t(`unrated.${unrated}`);
  if (ratings && table.you !== null && !ratings[table.you]) return t('unrated.own');
  return met > 0 ? t('rated.met', { n: met }) : '';
}
