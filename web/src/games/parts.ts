/** The components that each game puts on a table and into a replay. */
import type { Component } from 'svelte';
import type { CaptureChoice } from '../lib/app/capture.svelte';
import type { Picks } from '../lib/app/picks.svelte';
import type { TableStore } from '../lib/app/table.svelte';
import type { MatchScore, RatingChange, Seat } from '../lib/protocol';
import type { Taking } from '../lib/state/capture/taking';
import type { SeatFacts } from '../lib/state/seats';
import type { TableState } from '../lib/state/table';
import type { TableGeometry } from '../lib/table/geometry';
import type { NameOf } from '../lib/words/log';
import { byGame } from './byGame';
import type { GameName, ResultOf, ViewOf } from './module';

/** A component with its properties. */
export interface Part {
  component: Component<Record<string, unknown>>;
  props: Record<string, unknown>;
}

/** Puts a component and its own properties together; afterwards nobody need know which they are. */
export function part<P extends object>(component: Component<P>, props: P): Part {
  return { component, props } as unknown as Part;
}

/** The middle of a table, as a player or a spectator sees it. */
export interface AtTable {
  /** The state that is shown. */
  table: TableState;
  geometry: TableGeometry;
  /** The open cards in the order in which they lie. */
  lying: readonly string[];
  nameOf: NameOf;
  store: TableStore;
  picks: Picks;
  capture: CaptureChoice;
  /** Hands the focus to the hand. */
  onhand: () => void;
}

/** A table that is written as a list, as a player or a spectator reads it. */
export type InList = Pick<AtTable, 'table' | 'lying' | 'nameOf' | 'store' | 'picks' | 'capture' | 'onhand'>;

/** The middle of a table in a replay. */
export interface InReplay {
  geometry: TableGeometry;
  lying: readonly string[];
  nameOf: NameOf;
}

/** The end of a deal. */
export interface Ended {
  /** The winners; forfeits are considered. */
  won: readonly boolean[];
  nameOf: (seat: Seat) => string;
  /** The running score; only where deals add up to a match. */
  score?: MatchScore | undefined;
  ratings?: readonly (RatingChange | null | undefined)[] | null | undefined;
  forfeited: readonly boolean[];
}

export interface PartsOf<N extends GameName> {
  /** Returns what lies in the middle of the table, beside a trick. */
  middle(view: ViewOf<N>, at: AtTable): Part | undefined;
  /** Returns what stands in a list above the hand, beside a trick: decisions, or the cards that lie open. */
  listed?(view: ViewOf<N>, at: InList): Part | undefined;
  /** Returns what lies in the middle of a replay where no trick does. */
  replayed(view: ViewOf<N>, at: InReplay): Part | undefined;
  /** Returns what the reader may declare now beside playing a card; it stands above the hand. */
  declaring?(store: TableStore): Part | undefined;
  /** Returns the moves with the cards that the reader has chosen, in games in which cards are captured; they stand above the hand. */
  capturing?(capture: CaptureChoice): Part | undefined;
  /** Returns the last capture, in games in which cards are captured; it stands in the place of the last trick. */
  lastCapture?(capture: Taking, room: { narrow: boolean; nameOf: NameOf }): Part | undefined;
  /** Returns the sheet of a deal's result. */
  result(view: ViewOf<N>, result: ResultOf<N>, end: Ended): Part | undefined;
  /** Returns the line below a player's name, where there is something of the game to say. */
  line?(facts: SeatFacts<N>): Part | undefined;
  /** Returns the figure beside a player's points, where the game has one. */
  figure?(facts: SeatFacts<N>): Part | undefined;
  /** Returns the line that names what is played for; `put` are the cards that were put away, where all are seen. */
  contract?(view: ViewOf<N>, nameOf: NameOf, put?: readonly string[]): Part | undefined;
}

/** The components of any one of the games. */
export type GameParts = { readonly [A in keyof PartsOf<GameName>]: PartsOf<GameName>[A] };

export const PARTS = byGame(import.meta.glob<GameParts>('./*/parts.ts', { eager: true, import: 'default' }));
