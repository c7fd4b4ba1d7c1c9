/**
 * The move that a player prepares: the card of the hand, the cards picked on the table, and the captures they
 * allow.
 */
import { actionOf, type Captures } from './actions';
import { sumsOf, targetOf, type Sums, type Values } from './sums';

/** The rules of a game by which captures are offered. The server alone decides which of them are legal. */
export interface Capturing extends Values {
  /** Returns cards in the order in which the server lists them, each once. */
  inOrder(cards: readonly string[]): string[];
  /** Returns the value of captured cards, in points. */
  pointsOf(cards: readonly string[]): number;
  /** Returns the figures that decide, one after the other, between captures of as many points and cards. */
  preferenceOf(cards: readonly string[]): readonly number[];
}

/** A capture that can be offered. */
export interface Offer {
  action: string;
  cards: readonly string[];
  /** The points of all cards, the played one too, and one if the table is empty then. */
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

/** The choice where nothing is captured. */
export const NO_CHOICE: Choice = {
  sums: { groups: [], rest: [], counts: [0] },
  target: undefined,
  takeable: [],
  takers: [],
  capture: undefined,
  takes: false,
  richest: undefined,
  lay: undefined,
  usual: undefined,
};

export function choiceOf(rules: Capturing, situation: Situation): Choice {
  const { table, captures, helped, cut, card, picked } = situation;
  const target = card === undefined ? undefined : targetOf(rules, card);
  const sums = sumsOf(rules, target, picked);
  const own = card === undefined ? [] : (captures.get(card) ?? []);
  const capture = card !== undefined && mayTake(own, cut, picked, sums) ? offer(rules, card, picked, table) : undefined;
  const shown = helped || (own.length === 1 && !cut);
  const richest = card === undefined || !shown ? undefined : richestOf(rules, card, own, table);
  const lay = card !== undefined && captures.has(card) ? card : undefined;
  return {
    sums,
    target,
    takeable: takeable(situation),
    takers: [...captures.keys()].filter(
      (one) => picked.length === 0 || mayTake(captures.get(one) ?? [], cut, picked, sumsOf(rules, targetOf(rules, one), picked)),
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

function offer(rules: Capturing, card: string, cards: readonly string[], table: readonly string[]): Offer {
  const taken = rules.inOrder(cards);
  const tabla = cards.length === table.length;
  const points = rules.pointsOf([card, ...cards]) + (tabla ? 1 : 0);
  return { action: actionOf(card, taken), cards: taken, points, tabla };
}

function richestOf(rules: Capturing, card: string, captures: readonly (readonly string[])[], table: readonly string[]): Offer | undefined {
  let best: { cards: readonly string[]; riches: readonly number[] } | undefined;
  for (const cards of captures) {
    const riches = [Number(cards.length === table.length), rules.pointsOf(cards), cards.length, ...rules.preferenceOf(cards)];
    if (!best || isGreater(riches, best.riches)) best = { cards, riches };
  }
  return best && offer(rules, card, best.cards, table);
}

function isGreater(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
}
