/** The values of contracts and announcements, in points. */
import type { TarokContract } from '../../../lib/protocol';

/** The value of a contract in itself; klop's is 0. */
const VALUES: Readonly<Record<TarokContract, number>> = {
  klop: 0,
  three: 10,
  two: 20,
  one: 30,
  solo: 50,
  berac: 70,
  open_berac: 90,
  solo_three: 40,
  solo_two: 50,
  solo_one: 60,
  solo_without: 80,
  colour_valat: 125,
  valat: 500,
};
/** All contracts, from the lowest to the highest. */
export const CONTRACTS = Object.keys(VALUES) as TarokContract[];
/** The contracts in which the value is won or lost, and nothing else counts. */
const FLAT: readonly TarokContract[] = ['berac', 'open_berac', 'solo_without', 'colour_valat', 'valat'];
const ITEMS: Readonly<Record<string, number>> = { trula: 20, kings: 20, pagat_ultimo: 50, valat: 500, king_ultimo: 20 };

export function contractValue(contract: TarokContract): number {
  return VALUES[contract];
}

/** True if the points beyond half do not count. */
export function isFlat(contract: TarokContract): boolean {
  return FLAT.includes(contract);
}

/** The value of an announcement. */
export function itemValue(item: string): number {
  return ITEMS[item] ?? 0;
}
