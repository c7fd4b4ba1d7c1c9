/**
 * The questions that a table asks of its game, whichever it is: the one place where pictures of games are
 * told apart.
 */
import { ALL_CARDS, isCardName } from '../../cards/notation';
import { isFrenchCard } from '../../cards/french/notation';
import { TAROK_CARDS, isTarokCard } from '../../cards/tarok/notation';
import type { GameEvent, Seat, TablicEvent, TarokEvent, Transfer } from '../protocol';
import type { LogEntry } from './log';
import { ranksWithout } from './tablic/cards';
import { readAction } from './tablic/choice';
import { removedCard } from './trset';
import type { GameView, TablicGameView, Trick } from './view';
import { seenIn } from './zones';

export type { TablicGameView, TarokGameView, Trick, TrsetGameView } from './view';
export type GameName = GameView['game'];

export function isTarokEvent(event: GameEvent): event is { game: 'tarok' } & TarokEvent {
  return 'game' in event && event.game === 'tarok';
}

export function isTablicEvent(event: GameEvent): event is { game: 'tablic' } & TablicEvent {
  return 'game' in event && event.game === 'tablic';
}

/** Returns the event of the reader's own card, if the text is one that can be played now. */
export function ownPlay(view: GameView, seat: Seat, action: string): GameEvent | undefined {
  const moves = [transfer([action], `hand:${seat}`, `trick:${seat}`)];
  switch (view.game) {
    case 'trset':
      return isCardName(action) ? { type: 'played', seat, card: action, moves } : undefined;
    case 'tarok':
      return view.trick && isTarokCard(action) ? { game: 'tarok', type: 'played', seat, card: action, moves } : undefined;
    case 'tablic':
      return ownMove(view, seat, action);
  }
}

function ownMove(view: TablicGameView, seat: Seat, action: string): GameEvent | undefined {
  const { card, taken } = readAction(action);
  if (![card, ...taken].every(isFrenchCard)) return undefined;
  const laid = transfer([card], `hand:${seat}`, 'table');
  if (taken.length === 0) return { game: 'tablic', type: 'laid', seat, card, moves: [laid] };
  const moves = [laid, transfer([...taken, card], 'table', `pile:${seat}`)];
  return { game: 'tablic', type: 'captured', seat, card, taken, tabla: taken.length === view.cards.length, moves };
}

function transfer(cards: string[], from: string, to: string): Transfer {
  return { cards, from, to };
}

/** The trick on the table; nothing while none is played. */
export function trickOf(view: GameView): Trick | undefined {
  return view.trick;
}

export function lastTrickOf(view: GameView): Trick | null {
  return view.last_trick;
}

/** Cards of a hand that everybody knows; in tablić none. */
export function knownOf(view: GameView, seat: Seat): readonly string[] {
  return view.known[seat] ?? [];
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
  return view.game === 'tablic' ? 0 : (view.tricks[seat] ?? 0);
}

/** The cards whose place the observer does not know, a list for each suit that has any; in tablić for each rank. */
export function cardsOut(view: GameView): string[][] {
  const seen = seenIn(view.zones);
  if (view.game === 'tablic') return ranksWithout([...seen]);
  const pack = view.game === 'tarok' ? TAROK_CARDS : ALL_CARDS.filter((card) => card !== removedCard(view.options));
  const suits = new Map<string, string[]>();
  for (const card of pack.filter((card) => !seen.has(card))) {
    const suit = card.slice(0, 1);
    suits.set(suit, [...(suits.get(suit) ?? []), card]);
  }
  return [...suits.values()];
}
