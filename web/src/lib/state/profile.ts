/** A player's standings and results, one line for each kind of game. */
import type { Profile } from '../protocol';

export interface KindLine {
  kind: string;
  standing: Profile['standings'][number] | undefined;
  games: number;
  wins: number;
}

/** Returns a line for each kind of game, the most played first. */
export function kindLines({ standings, results }: Profile): KindLine[] {
  const kinds = new Set([...results.map((one) => one.kind), ...standings.map((one) => one.kind)]);
  const lines = [...kinds].map((kind): KindLine => {
    const { games = 0, wins = 0 } = results.find((one) => one.kind === kind) ?? {};
    return { kind, standing: standings.find((one) => one.kind === kind), games, wins };
  });
  return lines.sort((a, b) => b.games - a.games || (a.kind < b.kind ? -1 : 1));
}

/** Wins of games in whole percent; nothing if there are no games. */
export function percent(wins: number, games: number): number | undefined {
  return games === 0 ? undefined : Math.round((100 * wins) / games);
}
