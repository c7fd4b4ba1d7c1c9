/**
 * A deal of tršet as one observer knows it, brought forward event by event.
 * Mirrors `View::observe` of the rules, bookkeeping only: what is legal and
 * what a deal is worth, the server says.
 */
import { ALL_CARDS } from '../../cards/notation';
import type { Seat, TrsetEvent, TrsetOptions, TrsetTrick, TrsetView } from '../protocol';
import { cardsOfSuit, suitOfCard, union, without } from './cards';
import { declaredCards, deniedCards, readDeclaration } from './declaration';

type Of<T extends TrsetEvent['type']> = Extract<TrsetEvent, { type: T }>;

/** The view after the event. The result is not worked out here: it comes with the end of the deal. */
export function observe(view: TrsetView, event: TrsetEvent): TrsetView {
  switch (event.type) {
    case 'declared':
      return noteDeclared(view, event);
    case 'played':
      return notePlayed(view, event);
    case 'trick_taken':
      return noteTrick(view, event);
    case 'drew':
      return noteDrawn(view, event);
  }
}

export function observeAll(view: TrsetView, events: readonly TrsetEvent[]): TrsetView {
  return events.reduce(observe, view);
}

/** Returns the seat that plays the n-th card of a trick. */
export function playerOf(trick: TrsetTrick, n: number, seats: number): Seat {
  return (trick.leader + n) % seats;
}

/** Returns the partner, who sits opposite, if partners are played with. */
export function partnerOf(options: TrsetOptions, seat: Seat): Seat | undefined {
  return options.players === 4 ? (seat + 2) % 4 : undefined;
}

/** The card that is not in the pack, if three play. */
export function removedCard(options: TrsetOptions): string | undefined {
  return options.players === 3 ? `${options.removed_four ?? 'D'}4` : undefined;
}

/** Cards whose place the observer does not know, in the order of the pack. */
export function stillOut(view: TrsetView): string[] {
  const seen = new Set([
    ...(view.hand ?? []),
    ...view.trick.cards,
    ...view.piles.flat(),
    ...view.known.flat(),
    removedCard(view.options),
  ]);
  return ALL_CARDS.filter((card) => !seen.has(card));
}

function at<T>(list: readonly T[], index: number, change: (value: T) => T): T[] {
  return list.map((value, i) => (i === index ? change(value) : value));
}

function noteDeclared(view: TrsetView, { seat, declaration }: Of<'declared'>): TrsetView {
  const read = readDeclaration(declaration);
  if (!read) return view;
  return {
    ...view,
    declared: at(view.declared, seat, (list) => [...list, declaration]),
    known: at(view.known, seat, (set) => union(set, declaredCards(read))),
    denied: at(view.denied, seat, (set) => union(set, deniedCards(read))),
  };
}

function notePlayed(view: TrsetView, { seat, card }: Of<'played'>): TrsetView {
  const led = suitOfCard(view.trick.cards[0] ?? card);
  const followed = led === undefined || led === suitOfCard(card);
  const cards = [...view.trick.cards, card];
  return {
    ...view,
    denied: followed ? view.denied : at(view.denied, seat, (set) => union(set, cardsOfSuit(led))),
    trick: { ...view.trick, cards },
    hand_sizes: at(view.hand_sizes, seat, (size) => size - 1),
    known: at(view.known, seat, (set) => without(set, card)),
    hand: view.hand && view.observer === seat ? without(view.hand, card) : view.hand,
    current_player: playerOf(view.trick, cards.length, view.options.players),
  };
}

function noteTrick(view: TrsetView, { seat, thirds }: Of<'trick_taken'>): TrsetView {
  const over = view.stock === 0 && view.hand_sizes[seat] === 0;
  return {
    ...view,
    trick: { leader: seat, cards: [] },
    last_trick: view.trick,
    piles: at(view.piles, seat, (pile) => union(pile, view.trick.cards)),
    tricks: at(view.tricks, seat, (count) => count + 1),
    thirds: at(view.thirds, seat, (sum) => sum + thirds),
    current_player: over ? null : seat,
  };
}

function noteDrawn(view: TrsetView, { seat, card }: Of<'drew'>): TrsetView {
  return {
    ...view,
    stock: view.stock - 1,
    hand_sizes: at(view.hand_sizes, seat, (size) => size + 1),
    known: at(view.known, seat, (set) => union(set, [card])),
    hand: view.hand && view.observer === seat ? union(view.hand, [card]) : view.hand,
  };
}
