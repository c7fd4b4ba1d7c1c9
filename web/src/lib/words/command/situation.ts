/** The situation in which a command is typed, and what becomes of it. */
import { COMMANDS_OF, type Asked, type GameCommands } from '../../../games/commands';
import type { GameName } from '../../../games';
import type { Deck } from '../../decks/deck';
import { locale } from '../../i18n/index.svelte';
import type { ChatLine, Claim } from '../../protocol';
import type { TableState } from '../../state/table';
import { listFormat } from '../formats';
import type { NameOf } from '../log';
import { say } from './catalogue.svelte';

export interface Situation {
  table: TableState;
  /** The actions that the reader may do now. */
  legal: readonly string[];
  /** The claim that the reader can make now. */
  claim?: Claim | undefined;
  picks: Asked<GameName>['picks'];
  /** The sentences of the coach, if one speaks here. */
  coach?: readonly string[] | undefined;
  /** The lines of the chat that the reader wants to see. */
  chat: readonly ChatLine[];
  /** The time by the local clock, in milliseconds. */
  now: number;
  deck: Deck;
  nameOf: NameOf;
}

export interface Answer {
  text: string;
  /** The card that the reader means to press. */
  press?: string;
  /** The actions that the reader means to do, one after the other. */
  acts?: readonly string[];
  /** Another request: to claim the rest, confirm or clear the picked cards, play on, or take the seat back. */
  does?: 'claim' | 'confirm' | 'clear' | 'ready' | 'return';
}

/** Returns the deal as the commands of its game know it; nothing between deals. */
export function askedOf({ table, legal, picks, deck, nameOf }: Situation): Asked<GameName> | undefined {
  const view = table.deal?.view;
  return view && { view, log: table.log, score: table.score, legal, picks, deck, nameOf };
}

export function commandsOf({ table }: Pick<Situation, 'table'>): GameCommands {
  return COMMANDS_OF[table.config.game.name];
}

/** Says why nothing can be done now. */
export function notNow({ table }: Situation): string {
  const turn = table.deal?.turn;
  if (!turn || table.phase !== 'playing') return say('noDeal');
  if (turn.seat !== table.you) return say('mayNot');
  return say(table.seats[turn.seat]?.substitute ? 'substituted' : 'underWay');
}

export function list(items: readonly string[]): string {
  return listFormat(locale(), { type: 'unit' }).format(items);
}

export function cardNames(of: readonly string[], deck: Deck): string {
  return list(of.map(deck.name));
}
