/** The things players say at the table, in few words: what stands in the bubble at their seat. */
import { WORDS } from '../../games/words';
import { t } from '../i18n/index.svelte';
import type { GameEvent, Seat } from '../protocol';
import type { LogFact } from '../state/log';

export interface Said {
  seat: Seat;
  text: string;
}

/** Returns the words of a fact, if the player says it rather than does it. */
export function callIn(fact: LogFact): Said | undefined {
  if (fact.kind === 'claimed') return { seat: fact.seat, text: t(`claim.${fact.claim}`) };
  return fact.kind === 'game' ? callInEvent(fact.event) : undefined;
}

function callInEvent(event: GameEvent): Said | undefined {
  const text = WORDS[event.game].said?.(event);
  return text === undefined || !('seat' in event) ? undefined : { seat: event.seat, text };
}
