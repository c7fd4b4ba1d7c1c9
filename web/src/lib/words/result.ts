/** The result of a deal, in words. */
import { language, t } from '../i18n/index.svelte';
import type { DealFinish, GameOptions, Seat } from '../protocol';
import { dealsOf, isMatch, targetOf } from '../state/kind';
import { resultTable } from '../state/result';
import type { TableState } from '../state/table';
import type { NameOf } from './log';

/** Says who won, as seen from the reader's seat. */
export function verdict(table: TableState, nameOf: NameOf): string {
  const finish = table.deal?.finish;
  if (!table.deal || !finish) return '';
  const n = finish.won.filter(Boolean).length;
  if (table.you === null) return t('result.winner', { n, name: winners(finish.won, nameOf) });
  if (!finish.won[table.you]) return t('result.lost');
  const { view } = table.deal;
  const sides =
    view.game === 'trset'
      ? (resultTable(view, finish.won)?.sides.filter((side) => side.won).length ?? 0)
      : n;
  return sides > 1 ? t('result.shared', { n }) : t('result.won');
}

/** Says what the deal means for the match; nothing where every deal is one. */
export function matchVerdict(finish: DealFinish, game: GameOptions, nameOf: NameOf): string {
  if (!isMatch(game)) return '';
  if (finish.match_won) return t('result.matchOver', { name: winners(finish.match_won, nameOf) });
  const [target, deals] = [targetOf(game), dealsOf(game)];
  if (target === undefined) return t('result.matchDeals', { n: (deals ?? 0) - finish.score.deals });
  // In tablić a match goes on while the best are equal.
  const reached = finish.score.points.some((points) => points >= target);
  return t(reached && game.name === 'tablic' ? 'result.matchEqual' : 'result.matchGoes', { target });
}

/** Says which other people at the table want to go on; bots always do. */
export function goOnText({ seats, you }: Pick<TableState, 'seats' | 'you'>, nameOf: NameOf): string {
  const names = seats.flatMap(({ player, ready }, seat) => (seat !== you && ready && player && player.kind !== 'bot' ? [nameOf(seat)] : []));
  return names.length === 0 ? '' : t('result.goOn', { n: names.length, names: new Intl.ListFormat(language()).format(names) });
}

function winners(won: readonly boolean[], nameOf: (seat: Seat) => string): string {
  return new Intl.ListFormat(language()).format(won.flatMap((one, seat) => (one ? [nameOf(seat)] : [])));
}
