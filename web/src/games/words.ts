/** The words of each game: those of a table, a replay and a coach. */
import type { Duty } from '../lib/state/duty';
import type { Note } from '../lib/state/logRows';
import type { RankRow } from '../lib/state/ranks';
import type { SeatFacts } from '../lib/state/seats';
import type { Taking } from '../lib/state/capture/taking';
import type { NameOf } from '../lib/words/log';
import type { MatchScore, Seat } from '../lib/protocol';
import { byGame } from './byGame';
import type { EventOf, GameKind, GameName, OptionsOf, ResultOf, ViewOf } from './module';

/** A mark at a player's picture. */
export interface Mark {
  sign: string;
  means: string;
  /** True if it stands out among the others. */
  bright: boolean;
}

/** A word of the game, and its meaning. */
export interface Explained {
  label: string;
  means: string;
}

/** Something beside points that a deal brought a player, or that was used up in it. */
export interface Token {
  used: boolean;
  means: string;
}

export interface WordsOf<N extends GameName> {
  /** Describes an event; `who` names a substitute that acted for the player. */
  event(event: EventOf<N>, nameOf: NameOf, who: string): string;
  /** Describes what an event shows beside what happened. */
  shows?(event: EventOf<N>, nameOf: NameOf): string | undefined;
  /** Says why the server refused an action; `led` is the first card of the trick. */
  refusal(rule: string | undefined, led: string | undefined): string;
  /** Returns the order of the cards, and what they count. */
  ranks(kind: GameKind): readonly RankRow[];
  /** Names the undealt cards. */
  undealt(): string;
  /** Names the options of a table that need an explanation. */
  options(options: OptionsOf<N>): readonly Explained[];

  /** Returns the marks of a player that the game has. */
  marks?(facts: SeatFacts<N>): readonly Mark[];
  /** Names the cards that lie open on the table, where cards are captured from it. */
  lying?(n: number): string;
  /** Counts the cards that a player has captured, where no tricks are taken. */
  captured?(n: number): string;
  /** Returns the words of an event that the player says rather than does. */
  said?(event: EventOf<N>): string | undefined;
  /** Puts a decision in short, for a log that shows cards. */
  noted?(event: EventOf<N>): Note | undefined;
  /** Says that the trick is the reader's, where there is more to say of it than that a player takes it. */
  yours?(event: EventOf<N>): string | undefined;
  /** Says what the next card has to do; `led` is the first card of the trick. */
  duty?(duty: Exclude<Duty, 'any'>, led: string | undefined): string;
  /** Says that a player takes cards from the table. */
  taking?(taking: Taking, nameOf: NameOf): string;
  /** Says what happened in a deal, as seen from a seat, where the result has words of its own. */
  verdict?(result: ResultOf<N>, you: Seat | null, nameOf: NameOf): string | undefined;
  /** Says what was played in a deal and by whom, where deals differ in that. */
  played?(result: ResultOf<N>, nameOf: NameOf): string;
  /** Names a contract, where deals have them. */
  contract?(name: string): string;
  /** Returns what a deal brought a player or used up beside points. */
  tokens?(result: ResultOf<N>, seat: Seat): readonly Token[];
  /** Names these tokens, and counts those of each player that are left. */
  tokensLeft?(score: MatchScore): { name: string; counts: readonly number[] } | undefined;
  /** Asks the reader for what is to be decided before a card is played. */
  asks?(view: ViewOf<N>, legal: readonly string[]): string | undefined;
  /** Names the steps from a capture to the one before and the next, where there are no tricks. */
  steps?(): { before: string; next: string };
}

/** The words of any one of the games. */
export type GameWords = { readonly [A in keyof WordsOf<GameName>]: WordsOf<GameName>[A] };

export const WORDS = byGame(import.meta.glob<GameWords>('./*/words.ts', { eager: true, import: 'default' }));
