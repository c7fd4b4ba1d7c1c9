/** The events of tršet and kifameno, in words, for the log and the live region. */
import { say } from './catalogues.svelte';
import type { TrsetEvent } from '../../../lib/protocol';
import { cardName } from '../../../cards/packs/italian/names';
import type { NameOf } from '../../../lib/words/log';
import { pointsText } from '../../../lib/words/points';
import { declarationName } from './declarations';

/** The event in words; `who` names a substitute that acted for the player. */
export function trsetEventText(event: TrsetEvent, nameOf: NameOf, who = ''): string {
  const name = nameOf(event.seat);
  switch (event.type) {
    case 'played':
      return say('log.played', { name, card: cardName(event.card) }) + who;
    case 'declared':
      return say('log.declared', { name, what: declarationName(event.declaration) }) + who;
    case 'trick_taken':
      return say('log.taken', { name, points: pointsText(event.thirds) });
    case 'drew':
      return say('log.drew', { name, card: cardName(event.card) });
  }
}
