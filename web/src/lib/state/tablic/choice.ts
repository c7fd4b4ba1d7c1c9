/** What a player is about to do: the card of the hand, the cards picked on the table, and what can come of it. */
import { pointsOf, tablicOrder, TEN_OF_DIAMONDS, TWO_OF_CLUBS } from './cards';
import { sumsOf, targetOf, type Sums } from './sums';

/** By card of the hand, what it may capture. A card that can only be laid down captures nothing. */
export type Captures = ReadonlyMap<string, readonly (readonly string[])[]>;

/** A capture that can be offered. */
export interface Offer {
  action: string;
  cards: readonly string[];
  /** What it brings: the points of all cards, the played one too, and one for a tabla. */
  points: number;
  tabla: boolean;
}

/** What there is to choose from. */
export interface Situation {
  table: readonly string[];
  captures: Captures;
  /** Whether the list of captures leaves some out. */
  cut: boolean;
  /** The chosen card of the hand. */
  card: string | undefined;
  /** The picked cards of the table. */
  picked: readonly string[];
}

export interface Choice {
  sums: Sums;
  /** What groups must add up to. */
  target: number | undefined;
  /** Cards of the table that may be picked besides. */
  takeable: readonly string[];
  /** Cards of the hand that can take what is picked. */
  takers: readonly string[];
  /** The capture of what is picked, if it may be tried. */
  capture: Offer | undefined;
  /** The capture that brings most. */
  richest: Offer | undefined;
  /** Laying the card down. */
  lay: string | undefined;
  /** What another press on the chosen card does; nothing while what is picked does not add up. */
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
  const { table, captures, cut, card, picked } = situation;
  const target = card === undefined ? undefined : targetOf(card);
  const sums = sumsOf(target, picked);
  const own = card === undefined ? [] : (captures.get(card) ?? []);
  const capture = card !== undefined && mayTake(own, cut, picked, sums) ? offer(card, picked, table) : undefined;
  const richest = card === undefined ? undefined : richestOf(card, own, table);
  const lay = card !== undefined && captures.has(card) ? card : undefined;
  return {
    sums,
    target,
    takeable: takeable(situation),
    takers: [...captures.keys()].filter(
      (one) => picked.length === 0 || mayTake(captures.get(one) ?? [], cut, picked, sumsOf(targetOf(one), picked)),
    ),
    capture,
    richest,
    lay,
    usual: usualOf(picked, capture, richest, lay),
  };
}

function usualOf(picked: readonly string[], capture?: Offer, richest?: Offer, lay?: string): Choice['usual'] {
  if (picked.length > 0) return capture && 'capture';
  if (richest) return 'richest';
  return lay === undefined ? undefined : 'lay';
}

/** Whether all that is picked may be taken: it is listed or, where the list was cut, it adds up. */
function mayTake(listed: readonly (readonly string[])[], cut: boolean, picked: readonly string[], sums: Sums): boolean {
  if (picked.length === 0) return false;
  if (cut) return sums.rest.length === 0;
  return listed.some((taken) => taken.length === picked.length && includesAll(taken, picked));
}

function includesAll(set: readonly string[], cards: readonly string[]): boolean {
  return cards.every((card) => set.includes(card));
}

/** What may be picked besides: cards of captures with everything that is picked. A cut list says nothing against a card. */
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

/** What is compared, one after the other: tabla, points, cards, the two special ones, aces. */
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
