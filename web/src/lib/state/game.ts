/**
 * The questions that a table asks of its game, whichever it is: the one place where pictures of games are
 * told apart.
 */
import type { GameEvent, GameView, Seat, TablicEvent, TarokEvent, TarokTrick, TrsetEvent, TrsetTrick } from '../protocol';
import { isCardName } from '../../cards/notation';
import { isFrenchCard } from '../../cards/french/notation';
import { isTarokCard } from '../../cards/tarok/notation';
import { union, without } from './cards';
import type { LogEntry } from './log';
import { tablicOrder } from './tablic/cards';
import { readAction } from './tablic/choice';
import { observeTablic, tablicOut } from './tablic/view';
import { tarokUnion } from './tarok/cards';
import { observeTarok, takenOf } from './tarok/view';
import { tarokOut } from './tarok/out';
import { observe, stillOut } from './trset';

export type Trick = TrsetTrick | TarokTrick;
export type GameName = GameView['game'];
export type TarokGameView = Extract<GameView, { game: 'tarok' }>;
export type TablicGameView = Extract<GameView, { game: 'tablic' }>;
export type TrsetGameView = Extract<GameView, { game: 'trset' }>;

export function isTarokEvent(event: GameEvent): event is { game: 'tarok' } & TarokEvent {
  return 'game' in event && event.game === 'tarok';
}

export function isTablicEvent(event: GameEvent): event is { game: 'tablic' } & TablicEvent {
  return 'game' in event && event.game === 'tablic';
}

export function isTrsetEvent(event: GameEvent): event is TrsetEvent {
  return !('game' in event);
}

/** The view after these events. */
export function observeAll(view: GameView, events: readonly GameEvent[]): GameView {
  return events.reduce(observeOne, view);
}

function observeOne(view: GameView, event: GameEvent): GameView {
  switch (view.game) {
    case 'tarok':
      return isTarokEvent(event) ? { ...observeTarok(view, event), game: 'tarok' } : view;
    case 'tablic':
      return isTablicEvent(event) ? { ...observeTablic(view, event), game: 'tablic' } : view;
    case 'trset':
      return isTrsetEvent(event) ? { ...observe(view, event), game: 'trset' } : view;
  }
}

/** Returns the event of the reader's own card, if the text is one that can be played now. */
export function ownPlay(view: GameView, seat: Seat, action: string): GameEvent | undefined {
  if (view.game === 'trset') return isCardName(action) ? { type: 'played', seat, card: action } : undefined;
  if (view.game === 'tablic') return ownMove(view, seat, action);
  return isTarokCard(action) && view.phase.name === 'playing' ? { game: 'tarok', type: 'played', seat, card: action } : undefined;
}

function ownMove(view: TablicGameView, seat: Seat, action: string): GameEvent | undefined {
  const { card, taken } = readAction(action);
  if (![card, ...taken].every(isFrenchCard)) return undefined;
  if (taken.length === 0) return { game: 'tablic', type: 'laid', seat, card };
  return { game: 'tablic', type: 'captured', seat, card, taken, tabla: taken.length === view.cards.length };
}

/** The trick on the table; nothing while none is played. */
export function trickOf(view: GameView): Trick | undefined {
  if (view.game === 'trset') return view.trick;
  if (view.game === 'tablic') return undefined;
  return view.phase.name === 'playing' ? view.phase.trick : undefined;
}

export function lastTrickOf(view: GameView): Trick | null {
  if (view.game === 'tablic') return null;
  return view.game === 'trset' ? view.last_trick : (takenOf(view.phase)?.last_trick ?? null);
}

/** Cards of a hand that everybody knows; in tablić none. */
export function knownOf(view: GameView, seat: Seat): readonly string[] {
  return view.game === 'tablic' ? [] : (view.known[seat] ?? []);
}

/** Returns the seat that took the trick before. */
export function lastTaker(log: readonly LogEntry[]): Seat | undefined {
  for (let i = log.length - 1; i >= 0; i--) {
    const fact = log[i]?.fact;
    if (fact?.kind === 'game' && fact.event.type === 'trick_taken') return fact.event.seat;
  }
  return undefined;
}

/** Returns the number of tricks a seat has. */
export function tricksOf(view: GameView, seat: Seat): number {
  if (view.game === 'tablic') return 0;
  return (view.game === 'trset' ? view.tricks : takenOf(view.phase)?.tricks)?.[seat] ?? 0;
}

/** The set with these cards, too, in the order of the wire. */
export function gather(game: GameName, set: readonly string[], more: readonly string[]): string[] {
  switch (game) {
    case 'tarok':
      return tarokUnion(set, more);
    case 'tablic':
      return tablicOrder([...set, ...more]);
    case 'trset':
      return union(set, more);
  }
}

/** All hands after an event of a finished deal, in which everything is told. */
export function moveCards(game: GameName, hands: string[][], event: GameEvent): string[][] {
  const change = (edit: (hand: string[]) => string[]): string[][] =>
    'seat' in event ? hands.map((hand, seat) => (seat === event.seat ? edit(hand) : hand)) : hands;
  switch (event.type) {
    case 'played':
    case 'laid':
    case 'captured':
      return change((hand) => without(hand, event.card));
    case 'dealt':
      return change((hand) => gather(game, hand, event.cards ?? []));
    case 'discarded': {
      const { card } = event;
      return card === undefined ? hands : change((hand) => without(hand, card));
    }
    case 'drew':
      return change((hand) => gather(game, hand, [event.card]));
    case 'took_group':
      return change((hand) => gather(game, hand, event.cards));
    default:
      return hands;
  }
}

/** Returns the number of cards that leave the stock with an event. */
export function leavesStock(event: GameEvent): number {
  if (event.type === 'drew') return 1;
  if (event.type === 'dealt') return event.count;
  if (!isTarokEvent(event)) return 0;
  if (event.type === 'chosen') return event.talon?.length ?? 0;
  return event.type === 'trick_taken' && event.gift !== undefined ? 1 : 0;
}

/** The cards whose place the observer does not know, a list for each suit that has any; in tablić for each rank. */
export function cardsOut(view: GameView): string[][] {
  if (view.game === 'tablic') return tablicOut(view);
  const out = view.game === 'tarok' ? tarokOut(view) : stillOut(view);
  const suits = new Map<string, string[]>();
  for (const card of out) {
    const suit = card.slice(0, 1);
    suits.set(suit, [...(suits.get(suit) ?? []), card]);
  }
  return [...suits.values()];
}
