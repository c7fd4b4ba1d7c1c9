/** Contracts, announcements and raises in words. */
import type { TarokContract } from '../../protocol';
import { say } from './say.svelte';

const ITEMS = ['game', 'trula', 'kings', 'pagat_ultimo', 'valat', 'king_ultimo'] as const;
const RAISES = [2, 4, 8, 16] as const;

export function contractName(contract: TarokContract): string {
  return say(`contract.${contract}`);
}

export function contractMeans(contract: TarokContract): string {
  return say(`contractIs.${contract}`);
}

export function itemName(item: string): string {
  const known = ITEMS.find((name) => name === item);
  return known ? say(`item.${known}`) : item;
}

export function itemMeans(item: string): string {
  const known = ITEMS.find((name) => name === item);
  return known ? say(`itemIs.${known}`) : '';
}

/** Names the raise that makes something count so many times. */
export function raiseName(multiplier: number): string {
  const known = RAISES.find((times) => times === multiplier);
  return known ? say(`raise.${known}`) : `×${multiplier}`;
}

/** `kontra ×2`. */
export function raiseTimes(multiplier: number): string {
  return say('raise.times', { raise: raiseName(multiplier), n: multiplier });
}

/** The value of a contract in itself, in points; klop's is 0. */
const VALUES: Record<TarokContract, number> = {
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
/** The contracts in which the value is won or lost, and nothing else counts. */
const FLAT: readonly TarokContract[] = ['berac', 'open_berac', 'solo_without', 'colour_valat', 'valat'];
/** The value of an announcement, in points. */
const ITEM_VALUES: Record<string, number> = { trula: 20, kings: 20, pagat_ultimo: 50, valat: 500, king_ultimo: 20 };

export function contractValue(contract: TarokContract): number {
  return VALUES[contract];
}

export function itemValue(item: string): number {
  return ITEM_VALUES[item] ?? 0;
}

/** Writes the value at stake, counted so many times: `2 × (10 + difference)`. */
export function stakeValue(item: string, contract: TarokContract, times: number): string {
  if (item !== 'game') return say('value.plain', { n: itemValue(item) * times });
  const n = contractValue(contract);
  if (FLAT.includes(contract)) return say('value.plain', { n: n * times });
  const value = say('value.game', { n });
  return times === 1 ? value : `${times} × (${value})`;
}
