/**
 * The reader's own action on its way to the server: what was sent, what is to follow it, and a card that waits. A
 * pure machine; times are in milliseconds of one clock, and the caller sends and waits.
 */

/** The time after a card in which the next one waits: it is not to fall into a trick that nobody has seen. */
export const GUARD_MS = 350;

export interface OwnAction {
  /** The action that is on its way, or a claim. */
  sent: string | null;
  /** The actions to be done after it, as long as the server allows them. */
  next: readonly string[];
  /** The action whose cues fell when it was sent. */
  cued: string | null;
  /** The card that was pressed soon after the last one, and is played when the guard ends. */
  held: string | null;
  /** The time at which the last card was sent. */
  cardSentAt: number;
}

export const NO_ACTION: OwnAction = { sent: null, next: [], cued: null, held: null, cardSentAt: -Infinity };

/** The caller's part in a press: to send the action, to say that it is not the reader's turn, or nothing. */
export type Press = 'send' | 'not_your_turn' | 'nothing';

/** Returns the time for which the next card is still held; 0 if it is not. */
export function guardLeft({ cardSentAt }: OwnAction, now: number): number {
  return Math.max(0, GUARD_MS - (now - cardSentAt));
}

/** Presses an action. `card` is true if it plays a card to a trick. A held card takes the place of the one before. */
export function press(
  own: OwnAction,
  action: string,
  { card, myTurn, now }: { card: boolean; myTurn: boolean; now: number },
): { own: OwnAction; press: Press } {
  if (card && guardLeft(own, now) > 0) return { own: action === own.sent ? own : { ...own, held: action }, press: 'nothing' };
  const free = unheld(own);
  if (!myTurn) return { own: free, press: 'not_your_turn' };
  return { own: free, press: own.sent === null ? 'send' : 'nothing' };
}

/** Forgets the card that is held. */
export function unheld(own: OwnAction): OwnAction {
  return own.held === null ? own : { ...own, held: null };
}

/** Returns the state after the action has been sent; a card guards the next one. */
export function withSent(own: OwnAction, action: string, card: boolean, now: number): OwnAction {
  return { ...own, sent: action, cardSentAt: card ? now : own.cardSentAt };
}

/** Returns the state after a move: it answers the action that is on its way. */
export function answered(own: OwnAction): OwnAction {
  return { ...own, sent: null, cued: null };
}

/** Takes the actions that are to follow, if the first of them is legal now. */
export function takeNext(own: OwnAction, legal: readonly string[]): { own: OwnAction; actions: readonly string[] } {
  const [first = ''] = own.next;
  return { own: { ...own, next: [] }, actions: legal.includes(first) ? own.next : [] };
}

/** Returns the state after the connection has changed; the next snapshot ends the rest. */
export function disconnected(own: OwnAction): OwnAction {
  return { ...own, sent: null, next: [], held: null };
}

/** Returns the state after a snapshot of the table. */
export function shownAnew(own: OwnAction): OwnAction {
  return { ...NO_ACTION, cardSentAt: own.cardSentAt };
}

/** Returns the state after a refusal by the server; that of an action lifts the guard. */
export function refused(own: OwnAction, action: boolean): OwnAction {
  return action ? NO_ACTION : { ...own, sent: null, cued: null, next: [] };
}
