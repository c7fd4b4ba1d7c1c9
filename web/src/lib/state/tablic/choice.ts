/**
 * The move that a player prepares: the card of the hand, the cards picked on the table, and the captures they
 * allow.
 */
import { pointsOf, tablicOrder, TEN_OF_DIAMONDS, TWO_OF_CLUBS } from './cards';
import { sumsOf, targetOf, type Sums } from './sums';

/** The captures of each card of the hand. A card that can only be laid down captures nothing. */
export type Captures = ReadonlyMap<string, readonly (readonly string[])[]>;

/** A capture that can be offered. */
export interface Offer {
  action: string;
  cards: readonly string[];
  /** The points of all cards, the played one too, and one for a tabla. */
  points: number;
  tabla: boolean;
}

/** The state that a choice is made in. */
export interface Situation {
  table: readonly string[];
  captures: Captures;
  /** True if the reader may be shown the capture that brings most. */
  helped: boolean;
  /** True if the list of captures leaves some out. */
  cut: boolean;
  /** The chosen card of the hand. */
  card: string | undefined;
  /** The picked cards of the table. */
  picked: readonly string[];
}

export interface Choice {
  sums: Sums;
  /** The sum that groups must have. */
  target: number | undefined;
  /** Cards of the table that may be picked besides. */
  takeable: readonly string[];
  /** Cards of the hand that can take the picked cards. */
  takers: readonly string[];
  /** The capture of the picked cards, if it may be tried. */
  capture: Offer | undefined;
  /** True if the chosen card can take something. */
  takes: boolean;
  /** The capture that brings most; without help, the only one there is. */
  richest: Offer | undefined;
  /** Laying the card down. */
  lay: string | undefined;
  /** The effect of another press on the chosen card; none while it is the reader who has to pick what it takes. */
  usual: 'capture' | 'richest' | 'lay' | undefined;
}

/** Sorts the server's list by the card that is played. */
export function readCaptures(legal: readonly string[]): Captures {
  const captures = new Map<string, string[][]>();
  for (const action of legal) {
    const { card, taken } = readAction(action);
    const list = captures.get(card) ?? [];
    if (taken.length > 0) list.push(taken);
    captures.set(card, list);
  }
  return captures;
}

/** An action's parts: `S10xC10+D7+H3` is a ten that takes three cards. */
export function readAction(action: string): { card: string; taken: string[] } {
  const [card = '', taken] = action.split('x');
  return { card, taken: taken === undefined ? [] : taken.split('+') };
}

/** The action as it is written, whatever the order of the cards. */
export function actionOf(card: string, taken: readonly string[]): string {
  return taken.length === 0 ? card : `${card}x${tablicOrder(taken).join('+')}`;
}

/** A card is picked, or taken back. */
export function toggle(picked: readonly string[], card: string): string[] {
  return picked.includes(card) ? picked.filter((one) => one !== card) : [...picked, card];
}

export function choiceOf(situation: Situation): Choice {
  const { table, captures, helped, cut, card, picked } = situation;
  const target = card === undefined ? undefined : targetOf(card);
  const sums = sumsOf(target, picked);
  const own = card === undefined ? [] : (captures.get(card) ?? []);
  const capture = card !== undefined && mayTake(own, cut, picked, sums) ? offer(card, picked, table) : undefined;
  const shown = helped || (own.length === 1 && !cut);
  const richest = card === undefined || !shown ? undefined : richestOf(card, own, table);
  const lay = card !== undefined && captures.has(card) ? card : undefined;
  return {
    sums,
    target,
    takeable: takeable(situation),
    takers: [...captures.keys()].filter(
      (one) => picked.length === 0 || mayTake(captures.get(one) ?? [], cut, picked, sumsOf(targetOf(one), picked)),
    ),
    capture,
    takes: own.length > 0,
    richest,
    lay,
    usual: usualOf(picked, own.length > 0, capture, richest, lay),
  };
}

function usualOf(picked: readonly string[], takes: boolean, capture?: Offer, richest?: Offer, lay?: string): Choice['usual'] {
  if (picked.length > 0) return capture && 'capture';
  if (takes) return richest && 'richest';
  return lay === undefined ? undefined : 'lay';
}

/** True if all picked cards may be taken: the capture is listed or, where the list was cut, it adds up. */
function mayTake(listed: readonly (readonly string[])[], cut: boolean, picked: readonly string[], sums: Sums): boolean {
  if (picked.length === 0) return false;
  if (cut) return sums.rest.length === 0;
  return listed.some((taken) => taken.length === picked.length && includesAll(taken, picked));
}

function includesAll(set: readonly string[], cards: readonly string[]): boolean {
  return cards.every((card) => set.includes(card));
}

/** Returns the cards that may be picked besides: those of captures with all picked cards. A cut list rules none out. */
function takeable({ table, captures, cut, card, picked }: Situation): readonly string[] {
  if (cut) return table;
  const lists = card === undefined ? [...captures.values()].flat() : (captures.get(card) ?? []);
  const open = new Set(lists.filter((taken) => includesAll(taken, picked)).flat());
  return table.filter((one) => open.has(one));
}

function offer(card: string, cards: readonly string[], table: readonly string[]): Offer {
  const tabla = cards.length === table.length;
  const points = pointsOf([card, ...cards]) + (tabla ? 1 : 0);
  return { action: actionOf(card, cards), cards: tablicOrder(cards), points, tabla };
}

function richestOf(card: string, captures: readonly (readonly string[])[], table: readonly string[]): Offer | undefined {
  let best: { cards: readonly string[]; riches: number[] } | undefined;
  for (const cards of captures) {
    const riches = richesOf(cards, table);
    if (!best || isGreater(riches, best.riches)) best = { cards, riches };
  }
  return best && offer(card, best.cards, table);
}

/** Returns the values that are compared, one after the other: tabla, points, cards, the two special ones, aces. */
function richesOf(cards: readonly string[], table: readonly string[]): number[] {
  return [
    cards.length === table.length,
    pointsOf(cards),
    cards.length,
    cards.includes(TEN_OF_DIAMONDS),
    cards.includes(TWO_OF_CLUBS),
    cards.filter((card) => card.endsWith('A')).length,
  ].map(Number);
}

function isGreater(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
}
