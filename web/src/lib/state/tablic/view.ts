/**
 * A deal of tablić as one observer knows it, brought forward event by event.
 * Mirrors `View::observe` of the rules, bookkeeping only: what is legal and
 * what a deal is worth, the server says.
 */
import type { Seat, TablicEvent, TablicView } from '../../protocol';
import { without } from '../cards';
import type { LogEntry } from '../log';
import { isTablicEvent } from '../game';
import { ranksWithout, tablicOrder } from './cards';

/** Cards on their way from the table to a pile. */
export interface Taking {
  seat: Seat;
  /** The card that takes them; none at the end, when the last capturer gets what is left. */
  card: string | undefined;
  cards: readonly string[];
  /** True if it is the whole table. */
  tabla: boolean;
}

export function observeTablic(view: TablicView, event: TablicEvent): TablicView {
  switch (event.type) {
    case 'laid':
      return passOn({ ...view, cards: tablicOrder([...view.cards, event.card]) }, event.seat, event.card);
    case 'captured': {
      const { seat, card, taken, tabla } = event;
      const next = {
        ...view,
        cards: view.cards.filter((one) => !taken.includes(one)),
        piles: at(view.piles, seat, (pile) => tablicOrder([...pile, card, ...taken])),
        tablas: at(view.tablas, seat, (n) => n + (tabla ? 1 : 0)),
        last_capture: seat,
      };
      return passOn(next, seat, card);
    }
    case 'dealt': {
      const { seat, count, cards } = event;
      return {
        ...view,
        deck: view.deck - count,
        hand_sizes: at(view.hand_sizes, seat, (size) => size + count),
        hand: view.hand && view.observer === seat && cards ? tablicOrder([...view.hand, ...cards]) : view.hand,
      };
    }
    case 'swept':
      return {
        ...view,
        cards: view.cards.filter((one) => !event.cards.includes(one)),
        piles: at(view.piles, event.seat, (pile) => tablicOrder([...pile, ...event.cards])),
      };
    case 'finished':
      return { ...view, phase: { name: 'finished', result: event.result }, current_player: null };
  }
}

/** Returns the cards that an event takes from the table. */
export function takingOf(event: TablicEvent): Taking | undefined {
  if (event.type === 'captured') return { seat: event.seat, card: event.card, cards: event.taken, tabla: event.tabla };
  return event.type === 'swept' ? { seat: event.seat, card: undefined, cards: event.cards, tabla: false } : undefined;
}

/** The table while cards are being taken from it: the played card has left the hand, they lie there still. */
export function whileTaking(view: TablicView, { seat, card }: Taking): TablicView {
  return card === undefined ? view : { ...passOn(view, seat, card), phase: view.phase, current_player: null };
}

/** The last capture of the deal. */
export function lastCapture(log: readonly LogEntry[]): Taking | undefined {
  for (let i = log.length - 1; i >= 0; i--) {
    const fact = log[i]?.fact;
    if (fact?.kind === 'game' && isTablicEvent(fact.event) && fact.event.type === 'captured') return takingOf(fact.event);
  }
  return undefined;
}

/** Cards whose place the observer does not know, by rank. */
export function tablicOut(view: TablicView): string[][] {
  return ranksWithout([...(view.hand ?? []), ...view.cards, ...view.piles.flat()]);
}

/** A card has left a hand; the next one has the turn. */
function passOn(view: TablicView, seat: Seat, card: string): TablicView {
  const next = (seat + 1) % view.hand_sizes.length;
  return {
    ...view,
    hand: view.hand && view.observer === seat ? without(view.hand, card) : view.hand,
    hand_sizes: at(view.hand_sizes, seat, (size) => size - 1),
    phase: { name: 'playing', to_play: next },
    current_player: next,
  };
}

function at<T>(list: readonly T[], index: number, change: (value: T) => T): T[] {
  return list.map((value, i) => (i === index ? change(value) : value));
}
