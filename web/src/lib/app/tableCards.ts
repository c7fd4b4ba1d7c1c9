/** What the cards of players at a table offer, wherever they are opened: at a plate, in the result or in the chat. */
import { getContext, setContext } from 'svelte';
import type { Player, Seat } from '../protocol';

/** The way to go on together after a deal. */
export interface Again {
  words: string;
  /** True if the reader has said so already. */
  ready: boolean;
  ongo: () => void;
}

export interface TableCards {
  /** Returns the player of the deal in a seat, as long as that one sits there; not the reader, who has no card. */
  playerAt: (seat: Seat) => Player | undefined;
  /** Returns the way to go on with a player who sits there. */
  againWith: (player: Player) => Again | undefined;
}

const KEY = Symbol('the cards of players at a table');

/** Must be called while the component of the table is set up. */
export function offerCards(cards: TableCards): void {
  setContext(KEY, cards);
}

/** Returns the cards of the table around a component; undefined apart from one, as in a replay. */
export function tableCards(): TableCards | undefined {
  return getContext<TableCards | undefined>(KEY);
}
