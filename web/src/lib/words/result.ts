/** How a deal ended, in words. */
import { t } from '../i18n/index.svelte';
import type { DealFinish, GameOptions, Seat } from '../protocol';
import { isMatch } from '../state/kind';
import { resultTable } from '../state/result';
import type { TableState } from '../state/table';
import type { NameOf } from './log';

/** Who won, from where the reader sits. */
export function verdict(table: TableState, nameOf: NameOf): string {
  const finish = table.deal?.finish;
  if (!table.deal || !finish) return '';
  if (table.you === null) return t('result.winner', { name: winners(finish.won, nameOf) });
  if (!finish.won[table.you]) return t('result.lost');
  const { view } = table.deal;
  const sides =
    view.game === 'trset'
      ? (resultTable(view, finish.won)?.sides.filter((side) => side.won).length ?? 0)
      : finish.won.filter(Boolean).length;
  return t(sides > 1 ? 'result.shared' : 'result.won');
}

/** What the deal means for the match; nothing where every deal is one. */
export function matchVerdict(finish: DealFinish, game: GameOptions, nameOf: NameOf): string {
  if (!isMatch(game)) return '';
  if (finish.match_won) return t('result.matchOver', { name: winners(finish.match_won, nameOf) });
  if (game.name === 'trset') return t('result.matchGoes', { target: game.options.target ?? 0 });
  return t('result.matchDeals', { n: (game.options.deals ?? 0) - finish.score.deals });
}

function winners(won: readonly boolean[], nameOf: (seat: Seat) => string): string {
  return won.flatMap((one, seat) => (one ? [nameOf(seat)] : [])).join(' + ');
}
