/** The options of a table of tarok, in words. */
import { say } from './say.svelte';

export const TAROK_OPTIONS = [
  'rewarded_klop',
  'taroks_discarded_last',
  'forehand_leads',
  'open_berac',
  'symmetric_bonuses',
] as const;
export type TarokOption = (typeof TAROK_OPTIONS)[number];

export function optionName(option: TarokOption): string {
  return say(`option.${option}`);
}

export function optionMeans(option: TarokOption): string {
  return say(`optionIs.${option}`);
}
