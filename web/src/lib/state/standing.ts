/** The standing of a match: its sides by place, and the score sheet behind it. */
import { GAMES } from '../../games';
import type { GameOptions, GameResult, GameSummary, MatchScore, Seat } from '../protocol';

/** Those whose points are counted together in a match. */
export interface MatchSide {
  seats: readonly Seat[];
  points: number;
  /** From 1; sides with equal points share a place. */
  place: number;
}

/** Returns the sides of a match in the order of the seats. */
export function sidesOf({ name, options }: GameOptions, points: readonly number[]): MatchSide[] {
  const game = GAMES[name];
  const sides: { seats: Seat[]; points: number }[] = [];
  points.forEach((own, seat) => {
    const other = game.partner?.(options, seat);
    const joined = sides.find((side) => other !== undefined && side.seats.includes(other));
    if (joined) joined.seats.push(seat);
    else sides.push({ seats: [seat], points: own });
  });
  const sign = game.fewestWin?.(options) === true ? -1 : 1;
  return sides.map((side) => ({ ...side, place: 1 + sides.filter((other) => sign * (other.points - side.points) > 0).length }));
}

/** Returns the sides by place, with the scores that count at the end. Those who have won a match stand first, however it was decided. */
export function standing(game: GameOptions, score: MatchScore, won?: readonly boolean[] | null): MatchSide[] {
  const sides = sidesOf(game, GAMES[game.name].final?.(game.options, score) ?? score.points);
  const lost = ({ seats }: MatchSide): number => (seats.some((seat) => won?.[seat]) ? 0 : 1);
  return sides.sort((a, b) => (won ? lost(a) - lost(b) : 0) || a.place - b.place);
}

/** A deal on the score sheet. */
export interface SheetRow {
  game: string;
  /** The number of the deal in the match. */
  number: number;
  result: GameResult;
  /** The change of each player's score. */
  added: readonly number[];
  /** The score after it. */
  after: readonly number[];
}

/** Returns the deals behind a score, the first one first; `played` are a table's deals, the newest first. */
export function sheetRows(score: MatchScore, played: readonly GameSummary[]): SheetRow[] {
  let after: readonly number[] = score.points;
  const rows = played.slice(0, score.deals).map(({ id, result }, n): SheetRow => {
    const added = GAMES[result.game].written(result);
    const row = { game: id, number: score.deals - n, result, added, after };
    after = after.map((points, seat) => points - (added[seat] ?? 0));
    return row;
  });
  return rows.reverse();
}
