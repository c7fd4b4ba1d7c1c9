/** The result of a deal, in words. */
import { t } from '../i18n/index.svelte';
import { GAMES } from '../../games';
import type { Side } from '../../games/module';
import { WORDS } from '../../games/words';
import type { DealFinish, GameOptions } from '../protocol';
import { desertion, type Desertion } from '../state/desertion';
import { dealsOf, isMatch, targetOf } from '../state/kind';
import type { TableState } from '../state/table';
import type { NameOf } from './log';
import { listed } from './names';

/** Says what happened, as seen from the reader's seat. */
export function verdict(table: TableState, nameOf: NameOf): string {
  const finish = table.deal?.finish;
  if (!table.deal || !finish) return '';
  const deserted = desertion(table);
  return deserted ? deserterText(table, finish, deserted, nameOf) : playedText(table, finish, nameOf);
}

function deserterText(table: TableState, finish: DealFinish, { seats, left, match }: Desertion, nameOf: NameOf): string {
  const { you } = table;
  if (you !== null && seats.includes(you)) return t('result.ownForfeit');
  const n = seats.length;
  const name = listed(seats.map(nameOf));
  const gone = t(left ? 'result.leftBy' : 'result.awayBy', { n, name });
  if (you !== null && match && finish.match_won?.[you]) return `${gone} ${t('result.yoursMatch')}`;
  if (you !== null && !match && finish.won[you]) return `${gone} ${t('result.yoursDeal')}`;
  return `${gone} ${playedText(table, finish, nameOf)}`;
}

function playedText({ deal, you }: TableState, { result, won }: DealFinish, nameOf: NameOf): string {
  const text = WORDS[result.game].verdict?.(result, you, nameOf);
  if (text !== undefined) return text;
  const n = won.filter(Boolean).length;
  if (you === null) return t('result.winner', { n, name: winners(won, nameOf) });
  const sides = deal ? GAMES[result.game].sides(deal.view, result, won) : [];
  const own = sides.find((side) => side.seats.includes(you));
  const score = own
    ? figures(
        own,
        sides.filter((side) => side !== own),
      )
    : '';
  if (!won[you]) return t('result.lost', { score });
  return t(sides.filter((side) => side.won).length > 1 ? 'result.shared' : 'result.won', { score });
}

/** The most sides whose figures are all written side by side. */
const MOST_FIGURES = 4;

/**
 * Writes one's own points against the others'; against the best of them if they are many. Where equal points do not tell
 * who has won, it is what was really taken.
 */
function figures(own: Side, others: readonly Side[]): string {
  const best = [...others].sort((a, b) => b.points - a.points);
  const told = [own, ...(others.length < MOST_FIGURES ? others : best.slice(0, 1))];
  const tells = others.every((side) => side.won === own.won || side.points !== own.points);
  return told.map(({ points, exact }) => (tells ? String(points) : (exact ?? String(points)))).join(' : ');
}

/** Says what the deal means for the match; nothing where every deal is one. */
export function matchVerdict(finish: DealFinish, game: GameOptions, nameOf: NameOf): string {
  if (!isMatch(game)) return '';
  if (finish.match_won) return t('result.matchOver', { name: winners(finish.match_won, nameOf) });
  const [target, deals] = [targetOf(game), dealsOf(game)];
  if (target === undefined) return t('result.matchDeals', { n: (deals ?? 0) - finish.score.deals });
  const reached = finish.score.points.some((points) => points >= target);
  return t(reached && GAMES[game.name].needsOneWinner ? 'result.matchEqual' : 'result.matchGoes', { target });
}

/** Says which other people at the table want to go on; bots always do. */
export function goOnText({ seats, you }: Pick<TableState, 'seats' | 'you'>, nameOf: NameOf): string {
  const names = seats.flatMap(({ player, ready }, seat) =>
    seat !== you && ready && player && player.kind !== 'bot' ? [nameOf(seat)] : [],
  );
  return names.length === 0 ? '' : t('result.goOn', { n: names.length, names: listed(names) });
}

function winners(won: readonly boolean[], nameOf: NameOf): string {
  return listed(won.flatMap((one, seat) => (one ? [nameOf(seat)] : [])));
}
