/** A player's standings and results, one line for each kind of game. */
import type { Player, Profile, Standing } from '../protocol';

export interface KindLine {
  kind: string;
  /** The standing on the player's own ladder: the bots' for a bot, the people's for everybody else. */
  standing: Standing | undefined;
  /** A person's standing in matches with bots. */
  withBots: Standing | undefined;
  games: number;
  wins: number;
}

/** Returns the ladder whose rating stands beside the player's name. */
export function ownLadder(player: Player): Standing['ladder'] {
  return player.kind === 'bot' ? 'bots' : 'people';
}

/** Returns a line for each kind of game, the most played first. */
export function kindLines({ player, standings, results }: Profile): KindLine[] {
  const kinds = new Set([...results.map((one) => one.kind), ...standings.map((one) => one.kind)]);
  const lines = [...kinds].map((kind): KindLine => {
    const { games = 0, wins = 0 } = results.find((one) => one.kind === kind) ?? {};
    const on = (ladder: Standing['ladder']): Standing | undefined => standings.find((one) => one.kind === kind && one.ladder === ladder);
    const own = ownLadder(player);
    return { kind, standing: on(own), withBots: own === 'bots' ? undefined : on('bots'), games, wins };
  });
  return lines.sort((a, b) => b.games - a.games || (a.kind < b.kind ? -1 : 1));
}

/** Wins of games in whole percent; nothing if there are no games. */
export function percent(wins: number, games: number): number | undefined {
  return games === 0 ? undefined : Math.round((100 * wins) / games);
}
