/** The result of a deal, in words. */
import { t } from '../i18n/index.svelte';
import type { DealFinish, GameOptions, GameResult, Seat, TrsetView } from '../protocol';
import { desertion, type Desertion } from '../state/desertion';
import { dealsOf, isMatch, targetOf } from '../state/kind';
import { resultTable } from '../state/result';
import type { TableState } from '../state/table';
import { tarokTable } from '../state/tarok/result';
import type { NameOf } from './log';
import { listed } from './names';
import { tarokVerdict } from './tarok/result';

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
  if (result.game === 'tarok') {
    const text = tarokVerdict(tarokTable(result), you, nameOf);
    if (text !== undefined) return text;
  }
  const n = won.filter(Boolean).length;
  if (you === null) return t('result.winner', { n, name: winners(won, nameOf) });
  const sides = deal?.view.game === 'trset' ? sidesOf(deal.view, won) : seatsApart(result, won);
  const own = sides.find((side) => side.seats.includes(you));
  const score = figures(own?.points ?? 0, sides.filter((side) => side !== own).map((side) => side.points));
  if (!won[you]) return t('result.lost', { score });
  return t(sides.filter((side) => side.won).length > 1 ? 'result.shared' : 'result.won', { score });
}

interface Side {
  seats: readonly Seat[];
  points: number;
  won: boolean;
}

function sidesOf(view: TrsetView, won: readonly boolean[]): readonly Side[] {
  return resultTable(view, [...won])?.sides ?? [];
}

function seatsApart(result: GameResult, won: readonly boolean[]): readonly Side[] {
  const points = result.game === 'tablic' ? result.seats.map((seat) => seat.score) : won.map(() => 0);
  return points.map((own, seat) => ({ seats: [seat], points: own, won: won[seat] ?? false }));
}

/** The most sides whose figures are all written side by side. */
const MOST_FIGURES = 4;

/** Writes one's own points against the others'; against the best of them if they are many. */
function figures(own: number, others: readonly number[]): string {
  const told = others.length < MOST_FIGURES ? others : [Math.max(...others)];
  return [own, ...told].join(' : ');
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
  return names.length === 0 ? '' : t('result.goOn', { n: names.length, names: listed(names) });
}

function winners(won: readonly boolean[], nameOf: (seat: Seat) => string): string {
  return listed(won.flatMap((one, seat) => (one ? [nameOf(seat)] : [])));
}
