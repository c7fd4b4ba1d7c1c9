/** How deals ended between two players. */
import type { GameSummary } from '../protocol';

/** Deals that one of two players won, and the other did not. */
export interface Between {
  own: number;
  theirs: number;
}

export function between(games: readonly GameSummary[], me: string, other: string): Between {
  const won = ({ players }: GameSummary, id: string): boolean | undefined => players.find(({ player }) => player.id === id)?.won;
  const both = games.map((game) => [won(game, me), won(game, other)] as const);
  const count = (mine: boolean): number => both.filter(([own, theirs]) => own === mine && theirs === !mine).length;
  return { own: count(true), theirs: count(false) };
}

/** The day of a moment where the reader is, as in `2026-11-21`. */
export function dayOf(at: Date): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
