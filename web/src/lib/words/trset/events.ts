/** The events of tršet and kifameno, in words, for the log and for those who listen. */
import { t } from '../../i18n/index.svelte';
import type { TrsetEvent } from '../../protocol';
import { cardName } from '../../../cards/packs/italian/names';
import type { NameOf } from '../log';
import { pointsText } from '../points';
import { declarationName } from './declarations';

/** The event in words; `who` says that somebody else acted for the player. */
export function trsetEventText(event: TrsetEvent, nameOf: NameOf, who = ''): string {
  const name = nameOf(event.seat);
  switch (event.type) {
    case 'played':
      return t('log.played', { name, card: cardName(event.card) }) + who;
    case 'declared':
      return t('log.declared', { name, what: declarationName(event.declaration) }) + who;
    case 'trick_taken':
      return t('log.taken', { name, points: pointsText(event.thirds) });
    case 'drew':
      return t('log.drew', { name, card: cardName(event.card) });
  }
}
