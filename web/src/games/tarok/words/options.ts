/** The options of a table of tarok, in words. */
import { OPEN_RADELCI, TAROK_CHOICES, TAROK_CHOICE_NAMES, type TarokPlayers } from '../form';
import type { TarokOptions } from '../../../lib/protocol';
import { say } from './catalogues.svelte';

export type TarokOption = (typeof TAROK_CHOICES)[keyof typeof TAROK_CHOICES];

/** A choice of the table, and its meaning. */
export interface TarokChoice {
  label: string;
  means: string;
}

export function optionName(option: TarokOption): string {
  return say(`option.${option}`);
}

export function optionMeans(option: TarokOption): string {
  return say(`optionIs.${option}`);
}

/** Returns all choices of a table for this number of players. */
export function choicesOf(players: TarokPlayers): TarokChoice[] {
  const choices = TAROK_CHOICE_NAMES[players].map((name) => explained(TAROK_CHOICES[name]));
  const costs = OPEN_RADELCI.filter((cost) => cost > 0).join(', ');
  return players === 3 ? choices : [...choices, { label: say('option.open_radelci'), means: say('optionIs.open_radelci', { costs }) }];
}

/** Returns the choices of a table. */
export function chosenIn(options: TarokOptions): TarokChoice[] {
  const chosen = Object.values(TAROK_CHOICES)
    .filter((option) => options[option])
    .map(explained);
  const n = options.open_radelci ?? 0;
  return n === 0 ? chosen : [...chosen, { label: say('option.open_radelciAt', { n }), means: say('optionIs.open_radelci', { costs: n }) }];
}

function explained(option: TarokOption): TarokChoice {
  return { label: optionName(option), means: optionMeans(option) };
}
