/** The questions that the page asks of a game. Each game answers them in a folder of its own. */
import type { TrsetVariant } from '../protocol/generated/TrsetVariant';
import type { Pack } from '../lib/decks/style.svelte';
import type { Dealt } from '../lib/fair/dealt';
import type { CountedKey, PlainKey } from '../lib/i18n/core';
import type { GameEvent, GameFacts, GameOptions, GameResult, GameStatus, MatchScore, Seat } from '../lib/protocol';
import type { Capturing } from '../lib/state/capture/choice';
import type { SeatFacts } from '../lib/state/seats';
import type { TableForm } from '../lib/state/tableForm';
import type { Tally } from '../lib/state/tally';
import type { GameView } from '.';
import type { Followed, Frame } from '../lib/state/view';
import type { Cloth } from '../lib/table/cloths';
import type { Direction } from '../lib/state/layout';
import type { Needs } from '../lib/table/geometry';
import type { Lying, Placed, Sort, Zone } from '../lib/table/zones';

export type GameName = GameOptions['name'];

/** A game as players name it: variants have names of their own. */
export type GameKind = GameName | TrsetVariant;

export type OptionsOf<N extends GameName> = Extract<GameOptions, { name: N }>['options'];
export type StatusOf<N extends GameName> = Extract<GameStatus, { game: N }>;
export type ViewOf<N extends GameName> = Extract<GameView, { game: N }>;
export type EventOf<N extends GameName> = Extract<GameEvent, { game: N }>;
export type FactsOf<N extends GameName> = Extract<GameFacts, { game: N }>['facts'];
export type ResultOf<N extends GameName> = Extract<GameResult, { game: N }>;

/** The facts at a seat that not every game has. */
export type OwnSeatFacts<N extends GameName> = Partial<Pick<SeatFacts<N>, 'thirds' | 'together' | 'declared' | 'captured' | 'ofGame'>>;

/** The two ways to play a game at once. */
export interface Ways {
  /** The game that a bot deals at once. */
  bot: GameOptions;
  /** The rated kind at which people are looked for first. */
  people: string;
}

/** The buttons of the form for a new table: each has its words in a game's catalogue. */
export type PresetName = PlainKey extends infer K ? (K extends `create.preset.${infer Name}` ? Name : never) : never;

/** A game as it is offered. */
export interface Kind extends Ways {
  game: GameName;
  /** The numbers of players; each is rated apart. */
  players: readonly number[];
  cloth: Cloth;
  /** The sign that stands for the game where there is no room for its name. */
  sign: string;
  /** The cards held up on its tile. */
  fan: readonly string[];
  /** The cards on the picture that messengers show with the link to a table; `tools/invitations.ts` draws it. */
  invitation: readonly string[];
  /** The card beside its rules. */
  picture: string;
  /** The ways for each number of players, where the front page lets choose among them. */
  sizes?: readonly (Ways & { players: number })[];
  /** True if each number of players has rules of its own. */
  rulesApart?: boolean;
  /** Returns the game that a form describes. Fields that do not go with the rest of it are left out. */
  ordered: (form: TableForm) => GameOptions;
  /** The fields of the form for tables that many want, by the names of the buttons. */
  presets: Readonly<Partial<Record<PresetName, Partial<TableForm>>>>;
  /** The kinds for which players are paired, in the order of their tiles. */
  pools: readonly string[];
}

/** The text of a game's rules, as far as `tools/rulesText.ts` must know the game to read it. */
export interface RulesDocument {
  /** The kinds whose rules these are. */
  games: readonly string[];
  /** The numbers of players for whom something holds apart, by the words that stand for them. */
  players?: Readonly<Record<string, number>>;
  /** The components of the game that fill in a part, by the part's name. */
  parts?: Readonly<Record<string, string>>;
  isCard: (text: string) => boolean;
}

/** Those who win or lose a deal together. */
export interface Side {
  seats: readonly Seat[];
  points: number;
  /** All that the side took, where less of it is written down as points. */
  exact?: string;
  won: boolean;
}

/** A phrase of the page, before it is put into words. */
export type Phrase = readonly [key: PlainKey, values?: undefined] | readonly [key: CountedKey, values: { n: number }];

/**
 * A game, as far as the page knows it without words and drawings. The answers are methods: each game's take its
 * own options and views, and the caller need not know which game it is.
 */
export interface GameModule<N extends GameName> {
  /** The number of cards in the pack. */
  readonly pack: number;
  /** The pack whose letters stand on the cards. */
  readonly letters: Pack;
  /** The rules of capturing, in games in which cards are captured from the table and no tricks are played. */
  readonly captures?: Capturing;
  /** The way in which the game is played round a table. */
  readonly direction: Direction;
  /** True if a match goes on beyond its target while the best are equal. */
  readonly needsOneWinner: boolean;
  /** The words of the check of a deal: how the cards were dealt, the name of those that were not, and why a shuffle did not count. */
  readonly fair: { readonly dealing: PlainKey<'fair'>; readonly undealt: PlainKey<'fair'>; readonly again?: CountedKey<'fair'> };
  /** True if the score goes on from deal to deal even where no end is set. */
  readonly addsUp: boolean;

  kindOf(options: OptionsOf<N>): GameKind;
  /** Returns the number of players. */
  players(options: OptionsOf<N>): number;
  /** Returns the most cards that a hand holds with this number of players while cards are played. */
  hand(players: number): number;
  /** Returns the points to which a match goes, if it does. */
  target(options: OptionsOf<N>): number | undefined;
  /** Returns the number of deals of a match, if that is how it ends. */
  deals(options: OptionsOf<N>): number | undefined;
  /** Returns the options worth telling a passer-by. */
  told(options: OptionsOf<N>): readonly Phrase[];

  /** Returns the things that have to find a place beside hands and tricks. */
  needs(players: number): Pick<Needs, 'stock' | 'contract'>;

  /** Returns the pack as it lies before it is shuffled. */
  freshPack(options: OptionsOf<N>): string[];
  /** Deals a shuffled pack. */
  dealt(shuffled: readonly string[], players: number): Dealt;
  /** True if the hands may be played; else the cards are shuffled again. */
  isPlayable(hands: readonly (readonly string[])[], options: OptionsOf<N>): boolean;

  /** Returns the deal under the names that players use. */
  view(frame: Frame, deal: Followed, status: StatusOf<N>, options: OptionsOf<N>): ViewOf<N>;
  /** Returns the event of the reader's own card, if the text is one that can be played now. */
  ownPlay(view: ViewOf<N>, seat: Seat, action: string): GameEvent | undefined;
  /** Returns the cards of the pack that are not among these, in groups that belong together. */
  cardsOut(view: ViewOf<N>, seen: ReadonlySet<string>): string[][];
  /** Returns the number of undealt cards that lie face down. */
  undealt(view: ViewOf<N>): number;
  /** Lays the undealt and the open cards. */
  lay(placed: Placed & { view: ViewOf<N> }, sort: Sort): readonly (readonly [Zone, Lying])[];
  /** Returns the facts of a seat; the score of the match is not known of a deal that is looked at later. */
  seat(view: ViewOf<N>, seat: Seat, score?: MatchScore): OwnSeatFacts<N>;
  /** Returns the figures that are counted up at the piles. */
  tally(result: ResultOf<N>): Tally[];
  /** Returns what a deal adds to each player's score. */
  written(result: ResultOf<N>): readonly number[];
  /** Returns such a figure as the game writes it. */
  figure(added: number): string;
  /** Returns the sides of a finished deal; `won` considers forfeits. */
  sides(view: ViewOf<N>, result: ResultOf<N>, won: readonly boolean[]): readonly Side[];

  /** Returns the scores with which a match ends, where they are not the sums of its deals. */
  final?(options: OptionsOf<N>, score: MatchScore): readonly number[] | undefined;
  /** True if those with the fewest points win. */
  fewestWin?(options: OptionsOf<N>): boolean;
  /** Returns the seat with which another plays together. */
  partner?(options: OptionsOf<N>, seat: Seat): Seat | undefined;
  /** True while it is secret who plays with whom: nothing may be seen then that gives it away, such as an immediate answer. */
  hidesSides?(view: ViewOf<N>): boolean;
  /** True if the hand of the seat lies open on the table. */
  isLaidOpen?(view: ViewOf<N>, seat: Seat): boolean;
  /** True if a deal is prepared for newcomers. */
  hasLesson?: boolean;
  /** True if the deal was prepared for a newcomer; only games with such deals answer. */
  isPrepared?(options: OptionsOf<N>): boolean;
  /** True if something is decided before cards are played. */
  isDeciding?(view: ViewOf<N>): boolean;
  /** Returns the number of cards that a seat has put away: they lie on its pile. */
  putAway?(view: ViewOf<N>, seat: Seat): number;
  /** Returns the number of cards that a seat has to put away now. */
  mustPutAway?(view: ViewOf<N>, seat: Seat): number;
}

/** Any one of the games. */
export type Game = { readonly [A in keyof GameModule<GameName>]: GameModule<GameName>[A] };
