/** The events of tablić, in words, for the log and the live region. */
import { frenchCardName } from '../../../cards/packs/french/names';
import type { TablicEvent } from '../../../lib/protocol';
import type { NameOf } from '../../../lib/words/log';
import { say } from './catalogues.svelte';

/** The event in words; `who` names a substitute that acted for the player. */
export function tablicEventText(event: TablicEvent, nameOf: NameOf, who = ''): string {
  switch (event.type) {
    case 'laid':
      return say('log.laid', { name: nameOf(event.seat), card: frenchCardName(event.card) }) + who;
    case 'captured': {
      const { seat, card, taken, tabla } = event;
      const words = say('log.captured', { name: nameOf(seat), card: frenchCardName(card), cards: cardNames(taken) }) + who;
      return tabla ? `${words}. ${say('tabla.cry')}` : words;
    }
    case 'dealt':
      return say('log.dealt', { n: event.count });
    case 'swept':
      return say('log.swept', { name: nameOf(event.seat), n: event.cards.length });
    case 'finished': {
      const won = event.result.seats.flatMap((seat, i) => (seat.won ? [nameOf(i)] : []));
      const best = Math.max(...event.result.seats.map((seat) => seat.score));
      return say('log.finished', { name: won.join(' + '), n: best });
    }
  }
}

export function cardNames(cards: readonly string[]): string {
  return cards.map(frenchCardName).join(', ');
}
