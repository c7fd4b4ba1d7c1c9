/** The questions that a table asks of its deal, whichever game it is. */
import { GAMES, type GameView } from '../../games';
import type { GameEvent, Seat } from '../protocol';
import type { LogEntry } from './log';
import type { Trick } from './view';
import { seenIn } from './zones';

export type { Trick } from './view';

/** Returns the event of the reader's own card, if the text is one that can be played now. */
export function ownPlay(view: GameView, seat: Seat, action: string): GameEvent | undefined {
  return GAMES[view.game].ownPlay(view, seat, action);
}

/** The trick on the table; nothing while none is played. */
export function trickOf(view: GameView): Trick | undefined {
  return view.trick;
}

/** Returns the seat that plays the n-th card of a trick. */
export function playerOf(trick: Pick<Trick, 'leader'>, n: number, seats: number): Seat {
  return (trick.leader + n) % seats;
}

export function lastTrickOf(view: GameView): Trick | null {
  return view.last_trick;
}

/** Cards of a hand that everybody knows. */
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

/** The cards whose place the observer does not know, in groups that belong together. */
export function cardsOut(view: GameView): string[][] {
  return GAMES[view.game].cardsOut(view, seenIn(view.zones));
}
