/** How a deal ended, in words. */
import { t } from '../i18n/index.svelte';
import type { DealFinish, Seat } from '../protocol';
import { resultTable } from '../state/result';
import type { TableState } from '../state/table';
import type { NameOf } from './log';

/** Who won, from where the reader sits. */
export function verdict(table: TableState, nameOf: NameOf): string {
  const finish = table.deal?.finish;
  if (!table.deal || !finish) return '';
  if (table.you === null) return t('result.winner', { name: winners(finish.won, nameOf) });
  if (!finish.won[table.you]) return t('result.lost');
  const sides = resultTable(table.deal.view, finish.won)?.sides.filter((side) => side.won).length ?? 0;
  return t(sides > 1 ? 'result.shared' : 'result.won');
}

/** What the deal means for the match; nothing where every deal is one. */
export function matchVerdict(finish: DealFinish, target: number | undefined, nameOf: NameOf): string {
  if (target === undefined) return '';
  return finish.match_won
    ? t('result.matchOver', { name: winners(finish.match_won, nameOf) })
    : t('result.matchGoes', { target });
}

function winners(won: readonly boolean[], nameOf: (seat: Seat) => string): string {
  return won.flatMap((one, seat) => (one ? [nameOf(seat)] : [])).join(' + ');
}
