/** The things players say at the table, in few words: what stands in the bubble at their seat. */
import type { GameEvent, Seat } from '../protocol';
import { isTarokEvent } from '../state/game';
import { declarationName } from './cards';
import { contractName, itemName, raiseName } from './tarok/terms';
import { say } from './tarok/say.svelte';

export interface Said {
  seat: Seat;
  text: string;
}

/** Returns the words of an event, if somebody says it rather than does it. */
export function saidIn(event: GameEvent): Said | undefined {
  if (event.type === 'declared') return { seat: event.seat, text: declarationName(event.declaration) };
  if (!isTarokEvent(event)) return undefined;
  switch (event.type) {
    case 'bid':
    case 'chosen':
      return { seat: event.seat, text: contractName(event.contract) };
    case 'passed':
      return { seat: event.seat, text: say('pass') };
    case 'announced':
      return { seat: event.seat, text: itemName(event.announcement) };
    case 'raised':
      return { seat: event.seat, text: event.item === 'game' ? raiseName(event.multiplier) : `${raiseName(event.multiplier)} · ${itemName(event.item)}` };
    default:
      return undefined;
  }
}
