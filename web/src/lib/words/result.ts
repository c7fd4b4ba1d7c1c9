/** The result of a deal, in words. */
import { t } from '../i18n/index.svelte';
import { GAMES } from '../../games';
import type { Side } from '../../games/module';
import { WORDS } from '../../games/words';
import type { DealFinish, GameOptions } from '../protocol';
import { desertion, type Desertion } from '../state/desertion';
import { addsUp, dealsOf, isMatch, targetOf } from '../state/kind';
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
  const reader = you === null ? undefined : seats[you]?.player?.id;
  const played = reader === undefined ? -1 : players.findIndex(({ id }) => id === reader);
  return {
    table: you === null || stayed(you) ? table : { ...table, you: played < 0 ? null : played },
    nameOf: (seat) => (stayed(seat) ? '' : players[seat]?.name) || nameOf(seat),
  };
}

/** Says what happened, as seen from the reader's seat. The end of a match comes before that of its last deal. */
export function outcome(now: TableState, nameNow: NameOf): Outcome {
  const { table, nameOf } = asPlayed(now, nameNow);
  const finish = table.deal?.finish;
  if (!table.deal || !finish) return { headline: '' };
  const { game } = table.config;
  const match = isMatch(game) ? finish.match_won : null;
  const deserted = desertion(table);
  const deal = deserted ? desertedText(table, finish, deserted, nameOf) : playedText(table, finish, nameOf);
  if (deserted?.match && match) return { headline: `${leftText(deserted, nameOf)} ${brokenOffText(table, finish, match, nameOf)}` };
  return match ? { headline: matchText(table, finish, match, nameOf), deal } : { headline: deal };
}

/** Returns the outcome in one text, as it is read out. */
export function outcomeText(table: TableState, nameOf: NameOf): string {
  const { headline, deal } = outcome(table, nameOf);
  return deal === undefined ? headline : `${headline} ${deal}`;
}

function matchText({ config, seats: taken, you }: TableState, { score }: DealFinish, won: readonly boolean[], nameOf: NameOf): string {
  const { figure } = GAMES[config.game.name];
  const sides = standing(config.game, score, won);
  const own = sides.find(({ seats }) => you !== null && seats.includes(you));
  const written = (some: readonly MatchSide[]): string =>
    sideBySide(
      some.map(({ seats, points }) => ({ seats, text: figure(points) })),
      own,
      nameOf,
    );
  // A lead without the win: substitutes had played most of it.
  const lead = sides.filter(({ place }) => place === 1).flatMap(({ seats }) => seats.filter((seat) => !won[seat] && taken[seat]?.player));
  const nobody = !won.includes(true);
  const slept = sides.every(({ seats, place }) => place > 1 || !seats.some((seat) => won[seat]));
  const why = slept && lead.length > 0 ? `${t('result.sleptMatch', { n: lead.length, name: listed(lead.map(nameOf)) })} ` : '';
  if (!own || you === null) {
    const values = { name: winners(won, nameOf), score: written(sides) };
    return why + (nobody ? t('result.nobodyMatch', values) : t('result.matchOver', values));
  }
  const others = sides.filter((side) => side !== own);
  const n = own.seats.length;
  const values = { n, score: written([own, ...others]) };
  if (won[you]) {
    const shared = won.filter(Boolean).length > own.seats.length;
    return why + (shared ? t('result.matchShared', values) : t('result.matchWon', values));
  }
  if (lead.includes(you)) return t('result.ownMatchForfeit', values);
  if (nobody) return why + t('result.nobodyMatch', values);
  if (others.length === 1) return t('result.matchLost', values);
  return t('result.matchPlace', { place: own.place, of: sides.length, score: figure(own.points) });
}

function leftText({ left }: Desertion, nameOf: NameOf): string {
  return left.length === 0 ? '' : t('result.leftBy', { n: left.length, name: listed(left.map(nameOf)) });
}

/** Says who has won a match that was decided by leaving. */
function brokenOffText({ you }: TableState, { score }: DealFinish, won: readonly boolean[], nameOf: NameOf): string {
  if (you !== null && won[you]) return t('result.yoursMatch');
  const values = { name: winners(won, nameOf), score: score.points.join(' : ') };
  return won.includes(true) ? t('result.matchOver', values) : t('result.nobodyMatch', values);
}

/** Says of a deal that somebody forfeited who, who has won it, and that its points are counted all the same. */
function desertedText(table: TableState, finish: DealFinish, deserted: Desertion, nameOf: NameOf): string {
  const { you } = table;
  const own = you !== null && finish.forfeited[you] === true;
  const slept = deserted.slept.filter((seat) => seat !== you);
  const goesOn = addsUp(table.config.game) && !(isMatch(table.config.game) && finish.match_won);
  return [
    own ? t('result.ownForfeit') : '',
    leftText(deserted, nameOf),
    slept.length === 0 ? '' : t('result.sleptBy', { n: slept.length, name: listed(slept.map(nameOf)) }),
    you !== null && finish.won[you] ? t('result.yoursDeal') : '',
    finish.won.includes(true) ? '' : t('result.nobodyDeal'),
    !own && !(you !== null && finish.won[you]) && finish.won.includes(true) ? playedText(table, finish, nameOf) : '',
    goesOn ? t('result.pointsCount') : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function playedText({ deal, you }: TableState, { result, won }: DealFinish, nameOf: NameOf): string {
  const text = WORDS[result.game].verdict?.(result, you, nameOf);
  if (text !== undefined) return text;
  if (!won.includes(true) && you === null) return t('result.nobodyDeal');
  if (you === null) return t('result.winner', { n: won.filter(Boolean).length, name: winners(won, nameOf) });
  const sides = deal ? GAMES[result.game].sides(deal.view, result, won) : [];
  const own = sides.find((side) => side.seats.includes(you));
  const score = own
    ? figures(
        own,
        sides.filter((side) => side !== own),
        nameOf,
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
function figures(own: Side, others: readonly Side[], nameOf: NameOf): string {
  const best = [...others].sort((a, b) => b.points - a.points);
  const shown = [own, ...(others.length < MOST_FIGURES ? others : best.slice(0, 1))];
  const tells = others.every((side) => side.won === own.won || side.points !== own.points);
  const text = ({ points, exact }: Side): string => (tells ? String(points) : (exact ?? String(points)));
  const written = shown.map((side) => ({ seats: side.seats, text: text(side) }));
  return sideBySide(written, own, nameOf, others.length > 1);
}

/** Writes the points of two sides side by side, those of more sides with names, but for the reader's own. */
function sideBySide(
  sides: readonly { seats: readonly number[]; text: string }[],
  own: { seats: readonly number[] } | undefined,
  nameOf: NameOf,
  named = sides.length > 2,
): string {
  return sides
    .map(({ seats, text }) => (named && seats[0] !== own?.seats[0] ? `${text} (${listed(seats.map(nameOf))})` : text))
    .join(' : ');
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
