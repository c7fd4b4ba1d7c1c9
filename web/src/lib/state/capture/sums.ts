/**
 * Cards that are added up: which of those picked make groups that the played
 * card takes, and what is left over. Decides nothing: what is legal, the server
 * says; this is what a person does with a finger on the table.
 */

/** The values of cards in a game in which they are captured by sums. */
export interface Values {
  /** The values that a card of each rank may have, from low to high; ranks by their number. */
  readonly values: readonly (readonly number[])[];
  /** Returns the number of a card's rank; -1 if it is no card. */
  rankOf(card: string): number;
}

/** The most partial answers that are looked at; real tables need a few hundred. */
const MOST_STEPS = 20_000;

export interface Term {
  card: string;
  /** The value of the card here, where it may have several. */
  value: number;
}

export interface Sums {
  /** Groups that add up to the played card. */
  groups: Term[][];
  /** The cards that belong to no group yet. */
  rest: string[];
  /** The sums that the rest may have, from low to high. */
  counts: number[];
}

/** Returns the sum of the groups that a card takes: its highest value. */
export function targetOf(rules: Values, card: string): number {
  return rules.values[rules.rankOf(card)]?.at(-1) ?? 0;
}

/** The picked cards in groups for this target, as many of them as possible; without one nothing is grouped. */
export function sumsOf(rules: Values, target: number | undefined, picked: readonly string[]): Sums {
  const left = picked.filter((card) => rules.rankOf(card) >= 0);
  const groups = target === undefined ? [] : assign(rules, cover(rules, target, left), left);
  return { groups, rest: left, counts: countsOf(rules, left) };
}

/** Returns the sums that cards may have, from low to high. */
export function countsOf(rules: Values, cards: readonly string[]): number[] {
  let sums = new Set([0]);
  for (const card of cards) {
    const values = rules.values[rules.rankOf(card)] ?? [0];
    sums = new Set([...sums].flatMap((sum) => values.map((value) => sum + value)));
  }
  return [...sums].sort((a, b) => a - b);
}

/** A card of a group before it is known which: its rank and what it counts. */
interface Place {
  rank: number;
  value: number;
}

/** Groups that cover as many of the cards as possible. Works with ranks: the suits do not matter. */
function cover(rules: Values, target: number, cards: readonly string[]): Place[][] {
  const held = rules.values.map((_, rank) => cards.filter((card) => rules.rankOf(card) === rank).length);
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
    for (const group of groupsWith(rules, held, rank, target)) {
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
function groupsWith(rules: Values, held: readonly number[], rank: number, target: number): Place[][] {
  const left = [...held];
  const found: Place[][] = [];
  // A rank is there once for each of its values.
  const places = rules.values
    .flatMap((values, r): Place[] => values.map((value) => ({ rank: r, value })))
    .sort((a, b) => b.value - a.value);

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
function assign(rules: Values, groups: readonly Place[][], left: string[]): Term[][] {
  return groups.map((group) =>
    group.map(({ rank, value }) => {
      const [card = ''] = left.splice(
        left.findIndex((one) => rules.rankOf(one) === rank),
        1,
      );
      return { card, value };
    }),
  );
}
