/** A player's standings and results, as lines of the tables of a profile. */
import type { ContractStatistics, KindStatistics, Player, Profile, Standing } from '../protocol';

export interface StandingLine {
  kind: string;
  /** The standing on the player's own ladder: the bots' for a bot, the people's for everybody else. */
  standing: Standing | undefined;
  /** A person's standing in matches with bots. */
  withBots: Standing | undefined;
}

/** Returns the ladder whose rating stands beside the player's name. */
export function ownLadder(player: Player): Standing['ladder'] {
  return player.kind === 'bot' ? 'bots' : 'people';
}

/** Returns a line for each rated kind of game, that with most rated matches first. */
export function standingLines({ player, standings }: Profile): StandingLine[] {
  const own = ownLadder(player);
  const lines = [...new Set(standings.map((one) => one.kind))].map((kind) => {
    const on = (ladder: Standing['ladder']): Standing | undefined => standings.find((one) => one.kind === kind && one.ladder === ladder);
    return { kind, standing: on(own), withBots: own === 'bots' ? undefined : on('bots') };
  });
  const matches = ({ standing, withBots }: StandingLine): number => (standing?.matches ?? 0) + (withBots?.matches ?? 0);
  return lines.sort((a, b) => matches(b) - matches(a) || (a.kind < b.kind ? -1 : 1));
}

/** Results in a kind of game: all of them, and those in each company if it was played in both. */
export interface ResultLine {
  kind: string;
  all: KindStatistics;
  /** The company of all of them; undefined if it differs. */
  company: Standing['ladder'] | undefined;
  parts: readonly KindStatistics[];
}

/** Returns a line for each kind of game, the most played first. */
export function resultLines(kinds: readonly KindStatistics[]): ResultLine[] {
  const lines = [...new Set(kinds.map((one) => one.kind))].flatMap((kind): ResultLine[] => {
    const parts = kinds.filter((one) => one.kind === kind);
    const [first, ...others] = parts;
    if (!first) return [];
    const all = others.reduce(
      (sum, one) => ({
        ...sum,
        matches: sum.matches + one.matches,
        matches_won: sum.matches_won + one.matches_won,
        deals: sum.deals + one.deals,
        deals_won: sum.deals_won + one.deals_won,
        points: sum.points + one.points,
      }),
      first,
    );
    return [others.length === 0 ? { kind, all, company: first.company, parts: [] } : { kind, all, company: undefined, parts }];
  });
  return lines.sort((a, b) => b.all.deals - a.all.deals || (a.kind < b.kind ? -1 : 1));
}

/** Returns the contracts by kind of game, the most often declared first. */
export function contractLines(contracts: readonly ContractStatistics[]): { kind: string; contracts: readonly ContractStatistics[] }[] {
  return [...new Set(contracts.map((one) => one.kind))].map((kind) => ({
    kind,
    contracts: contracts.filter((one) => one.kind === kind).sort((a, b) => b.deals - a.deals),
  }));
}

/** Wins of games in whole percent; nothing if there are no games. */
export function percent(wins: number, games: number): number | undefined {
  return games === 0 ? undefined : Math.round((100 * wins) / games);
}
