/**
 * Cards that are added up: which of those picked make groups that the played
 * card takes, and what is left over. Decides nothing: what is legal, the server
 * says; this is what a person does with a finger on the table.
 */
import { FRENCH_RANKS, frenchRank, isFrenchCard } from '../../../cards/packs/french/notation';

/** The value of an ace unless it counts 1. */
const HIGH_ACE = 11;
const ACE = 0;
/** The value of a card of each rank, from the ace up; there is no 11 but the ace. */
const COUNTS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14];
/** The most partial answers that are looked at; real tables need a few hundred. */
const MOST_STEPS = 20_000;

export interface Term {
  card: string;
  /** The value of the card here: of an ace 1 or 11. */
  value: number;
}

export interface Sums {
  /** Groups that add up to the played card. */
  groups: Term[][];
  /** The cards that belong to no group yet. */
  rest: string[];
  /** The sums that the rest may have, from low to high: with each ace another sum. */
  counts: number[];
}

/** Returns the sum of groups that the card takes: for an ace 11, since alone it counts that as well. */
export function targetOf(card: string): number {
  const rank = rankOf(card);
  return rank === ACE ? HIGH_ACE : (COUNTS[rank] ?? 0);
}

/** The picked cards in groups for this target, as many of them as possible; without one nothing is grouped. */
export function sumsOf(target: number | undefined, picked: readonly string[]): Sums {
  const left = picked.filter(isFrenchCard) as string[];
  const groups = target === undefined ? [] : assign(cover(target, left), left);
  return { groups, rest: left, counts: countsOf(left) };
}

/** Returns the sums that cards may have. */
export function countsOf(cards: readonly string[]): number[] {
  const ranks = cards.map(rankOf);
  const low = ranks.reduce((sum, rank) => sum + (COUNTS[rank] ?? 0), 0);
  const aces = ranks.filter((rank) => rank === ACE).length;
  return Array.from({ length: aces + 1 }, (_, n) => low + n * (HIGH_ACE - 1));
}

function rankOf(card: string): number {
  return isFrenchCard(card) ? FRENCH_RANKS.indexOf(frenchRank(card)) : -1;
}

/** A card of a group before it is known which: its rank and what it counts. */
interface Place {
  rank: number;
  value: number;
}

/** Groups that cover as many of the cards as possible. Works with ranks: the suits do not matter. */
function cover(target: number, cards: readonly string[]): Place[][] {
  const held = COUNTS.map((_, rank) => cards.filter((card) => rankOf(card) === rank).length);
  const known = new Map<string, Place[][]>();
  let steps = 0;

  function best(): Place[][] {
    const rank = held.findLastIndex((n) => n > 0);
    if (rank < 0) return [];
    const key = held.join();
    const before = known.get(key);
    if (before) return before;
    const all = held.reduce((sum, n) => sum + n, 0);
    let found: Place[][] = [];
    steps += 1;
    for (const group of groupsWith(held, rank, target)) {
      if (steps > MOST_STEPS) break;
      take(group, -1);
      const groups = [group, ...best()];
      take(group, 1);
      if (size(groups) > size(found)) found = groups;
      if (size(found) === all) break;
    }
    if (size(found) < all && steps <= MOST_STEPS) {
      // Perhaps more of the others fit if one of this rank stays out.
      const single = [{ rank, value: 0 }];
      take(single, -1);
      const groups = best();
      take(single, 1);
      if (size(groups) > size(found)) found = groups;
    }
    known.set(key, found);
    return found;
  }

  function take(group: readonly Place[], by: 1 | -1): void {
    for (const { rank } of group) held[rank] = (held[rank] ?? 0) + by;
  }

  return best();
}

function size(groups: readonly Place[][]): number {
  return groups.reduce((sum, group) => sum + group.length, 0);
}

/** Every group of held ranks with this one among them that adds up to the target. */
function groupsWith(held: readonly number[], rank: number, target: number): Place[][] {
  const left = [...held];
  const found: Place[][] = [];
  // Each ace is there twice, as 1 and as 11.
  const places: Place[] = [{ rank: ACE, value: HIGH_ACE }, ...COUNTS.map((value, r) => ({ rank: r, value }))].sort(
    (a, b) => b.value - a.value,
  );

  function add(group: Place[], from: number, missing: number): void {
    if (missing === 0) found.push(group);
    for (let n = from; n < places.length; n += 1) {
      const place = places[n];
      if (!place || place.value > missing || (left[place.rank] ?? 0) === 0) continue;
      left[place.rank] = (left[place.rank] ?? 0) - 1;
      add([...group, place], n, missing - place.value);
      left[place.rank] = (left[place.rank] ?? 0) + 1;
    }
  }

  left[rank] = (left[rank] ?? 0) - 1;
  for (const first of places.filter((place) => place.rank === rank && place.value <= target)) {
    add([first], 0, target - first.value);
  }
  return found;
}

/** Puts cards in the places; what remains in `left` was not needed. */
function assign(groups: readonly Place[][], left: string[]): Term[][] {
  return groups.map((group) =>
    group.map(({ rank, value }) => {
      const [card = ''] = left.splice(
        left.findIndex((one) => rankOf(one) === rank),
        1,
      );
      return { card, value };
    }),
  );
}
