/** The answers of each game to typed commands, fetched with the line in which they are typed. */
import type { Deck } from '../lib/decks/deck';
import type { MatchScore } from '../lib/protocol';
import type { LogEntry } from '../lib/state/log';
import type { SeatFacts } from '../lib/state/seats';
import type { NameOf } from '../lib/words/log';
import { byGame } from './byGame';
import type { GameName, ViewOf } from './module';

/** The deal in which something is typed, as the reader's seat knows it. */
export interface Asked<N extends GameName> {
  view: ViewOf<N>;
  log: readonly LogEntry[];
  score: MatchScore;
  /** The actions that the reader may do now. */
  legal: readonly string[];
  /** The cards picked to be put away, and the number that must be. */
  picks: { must: number; cards: readonly string[] };
  deck: Deck;
  nameOf: NameOf;
}

/** The effect of a typed line. */
export interface Commanded {
  text: string;
  /** The actions to be done, one after the other. */
  acts?: readonly string[];
}

/** A question that only one game can answer. */
export interface Question<N extends GameName> {
  /** The names that are understood in every language. */
  names: readonly string[];
  /** Returns the names in the reader's language. */
  ownNames(): readonly string[];
  does(): string;
  answer(asked: Asked<N>): string;
}

export interface CommandsOf<N extends GameName> {
  questions: readonly Question<N>[];
  /** Says what can be typed now; nothing where that is a card alone. */
  offers?(asked: Asked<N>): string | undefined;
  /** Reads a line that means an action other than a card. */
  read?(line: string, asked: Asked<N>): Commanded | undefined;
  /** Says why a line that names no card does nothing; nothing if it means nothing in this game. */
  refuses?(line: string, asked: Asked<N>): string | undefined;
  /** Names what a seat has beside cards and tricks. */
  counts?(facts: SeatFacts<N>): string | undefined;
}

/** The commands of any one of the games. */
export type GameCommands = { readonly [A in keyof CommandsOf<GameName>]: CommandsOf<GameName>[A] };

export type { GameName };

export const COMMANDS_OF = byGame(import.meta.glob<GameCommands>('./*/command.ts', { eager: true, import: 'default' }));
