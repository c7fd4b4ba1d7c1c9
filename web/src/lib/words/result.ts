/** The result of a deal, in words. */
import { t } from '../i18n/index.svelte';
import { GAMES } from '../../games';
import type { Side } from '../../games/module';
import { WORDS } from '../../games/words';
import type { DealFinish, GameOptions } from '../protocol';
import { desertion, type Desertion } from '../state/desertion';
import { dealsOf, isMatch, targetOf } from '../state/kind';
import { standing, type MatchSide } from '../state/standing';
import type { TableState } from '../state/table';
import type { NameOf } from './log';
import { listed } from './names';

/** The outcome of a deal in words: the headline, and at the end of a match the words for its last deal. */
export interface Outcome {
  headline: string;
  deal?: string;
}

/**
 * Returns the table with the names of the players of the deal that is over: a seat may have another player since, who
 * has neither won nor lost it.
 */
export function asPlayed(table: TableState, nameOf: NameOf): { table: TableState; nameOf: NameOf } {
  const players = table.deal?.finish?.players;
  if (!players) return { table, nameOf };
  const { you, seats } = table;
  const stayed = (seat: number): boolean => seats[seat]?.player?.id === players[seat]?.id;
  return {
    table: you === null || stayed(you) ? table : { ...table, you: null },
    nameOf: (seat) => (stayed(seat) ? '' : players[seat]?.name) || nameOf(seat),
  };
}

/** Says what happened, as seen from the reader's seat. The end of a match comes before that of its last deal. */
export function outcome(now: TableState, nameNow: NameOf): Outcome {
  const { table, nameOf } = asPlayed(now, nameNow);
  const finish = table.deal?.finish;
  if (!table.deal || !finish) return { headline: '' };
  const deserted = desertion(table);
  if (deserted) return { headline: deserterText(table, finish, deserted, nameOf) };
  const deal = playedText(table, finish, nameOf);
  const { game } = table.config;
  return finish.match_won && isMatch(game) ? { headline: matchText(table, finish, finish.match_won, nameOf), deal } : { headline: deal };
}

/** Returns the outcome in one text, as it is read out. */
export function outcomeText(table: TableState, nameOf: NameOf): string {
  const { headline, deal } = outcome(table, nameOf);
  return deal === undefined ? headline : `${headline} ${deal}`;
}

function matchText({ config, you }: TableState, { score }: DealFinish, won: readonly boolean[], nameOf: NameOf): string {
  const { figure } = GAMES[config.game.name];
  const sides = standing(config.game, score, won);
  const own = sides.find(({ seats }) => you !== null && seats.includes(you));
  const written = (some: readonly MatchSide[]): string => some.map(({ points }) => figure(points)).join(' : ');
  if (!own || you === null) return t('result.matchOver', { name: winners(won, nameOf), score: written(sides) });
  const others = sides.filter((side) => side !== own);
  const n = own.seats.length;
  if (won[you]) {
    const shared = won.filter(Boolean).length > own.seats.length;
    const values = { n, score: written([own, ...others]) };
    return shared ? t('result.matchShared', values) : t('result.matchWon', values);
  }
  if (others.length === 1) return t('result.matchLost', { n, score: written([own, ...others]) });
  return t('result.matchPlace', { place: own.place, of: sides.length, score: figure(own.points) });
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
  if (you === null) return t('result.winner', { n: won.filter(Boolean).length, name: winners(won, nameOf) });
  const sides = deal ? GAMES[result.game].sides(deal.view, result, won) : [];
  const own = sides.find((side) => side.seats.includes(you));
  const score = own
    ? figures(
        own,
        sides.filter((side) => side !== own),
      )
    : '';
  const n = own?.seats.length ?? 1;
  if (!won[you]) return t('result.lost', { n, score });
  return sides.filter((side) => side.won).length > 1 ? t('result.shared', { score }) : t('result.won', { n, score });
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

/** Says how the match goes on after a deal; nothing at its end, and where every deal is one. */
export function matchGoesOn({ match_won, score }: DealFinish, game: GameOptions): string {
  if (!isMatch(game) || match_won) return '';
  const [target, deals] = [targetOf(game), dealsOf(game)];
  if (target === undefined) return t('result.matchDeals', { n: (deals ?? 0) - score.deals });
  const reached = score.points.some((points) => points >= target);
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
