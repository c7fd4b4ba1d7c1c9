/** Contracts, announcements and raises in words. */
import type { TarokContract, TarokSide } from '../../../lib/protocol';
import { contractValue, isFlat, itemValue } from '../state/values';
import { say } from './catalogues.svelte';

export const ITEMS = ['game', 'trula', 'kings', 'pagat_ultimo', 'valat', 'king_ultimo'] as const;
export const RAISES = [2, 4, 8, 16] as const;

export function contractName(contract: TarokContract): string {
  return say(`contract.${contract}`);
}

/** The contracts in which one of four players calls a king. */
const CALLING: readonly TarokContract[] = ['three', 'two', 'one'];

/** True if one of four players calls a king in this contract. */
export function callsKing(contract: TarokContract): boolean {
  return CALLING.includes(contract);
}

export function contractMeans(contract: TarokContract, ofFour = false): string {
  if (ofFour && contract === 'klop') return say('contractIs.klopOfFour');
  const means = say(`contractIs.${contract}`);
  return ofFour && callsKing(contract) ? `${means} ${say('contractIs.called')}` : means;
}

export function itemName(item: string): string {
  const known = ITEMS.find((name) => name === item);
  return known ? say(`item.${known}`) : item;
}

export function itemMeans(item: string): string {
  const known = ITEMS.find((name) => name === item);
  return known ? say(`itemIs.${known}`) : '';
}

/** Names the raise to a multiplier. */
export function raiseName(multiplier: number): string {
  const known = RAISES.find((times) => times === multiplier);
  return known ? say(`raise.${known}`) : `×${multiplier}`;
}

/** `kontra ×2`. */
export function raiseTimes(multiplier: number): string {
  return say('raise.times', { raise: raiseName(multiplier), n: multiplier });
}

/** Names a side, where a king was called or the defenders may undertake something, too. */
export function sideName(side: TarokSide): string {
  return say(`side.${side}`);
}

/** Writes the value at stake with its multiplier: `2 × (10 + difference)`. */
export function stakeValue(item: string, contract: TarokContract, times: number): string {
  if (item !== 'game') return say('value.plain', { n: itemValue(item) * times });
  const n = contractValue(contract);
  if (isFlat(contract)) return say('value.plain', { n: n * times });
  const value = say('value.game', { n });
  return times === 1 ? value : `${times} × (${value})`;
}
