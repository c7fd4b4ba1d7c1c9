/** The log in words. */
import { language, t } from '../i18n/index.svelte';
import type { Seat } from '../protocol';
import { isTablicEvent, isTarokEvent } from '../state/game';
import type { LogFact } from '../state/log';
import { cardName, declarationName } from './cards';
import { pointsText } from './points';
import { tablicEventText } from './tablic/events';
import { tarokEventText } from './tarok/events';

export type NameOf = (seat: Seat) => string;

export function factText(fact: LogFact, nameOf: NameOf): string {
  switch (fact.kind) {
    case 'deal':
      return t('log.deal', { n: fact.number });
    case 'seated':
      return t('log.seated', { name: fact.name });
    case 'left':
      return t('log.left', { name: nameOf(fact.seat) });
    case 'connection':
      return t(fact.connected ? 'log.connected' : 'log.disconnected', { name: nameOf(fact.seat) });
    case 'substituted':
      return fact.by === null
        ? t('log.substitutedServer', { name: nameOf(fact.seat) })
        : t('log.substituted', { name: nameOf(fact.seat), by: fact.by });
    case 'returned':
      return t('log.returned', { name: nameOf(fact.seat) });
    case 'game':
      return gameText(fact, nameOf);
    case 'over':
      return t('log.over');
    case 'matchOver':
      return t('log.matchOver');
    case 'ready':
      return t('log.ready', { name: nameOf(fact.seat) });
    case 'match':
      return t('log.match');
    case 'dropped':
      return t(`log.dropped.${fact.reason}`, {
        names: new Intl.ListFormat(language()).format(fact.seats.map(nameOf)),
        n: fact.seats.length,
      });
    case 'closed':
      return t('log.closed');
  }
}

function gameText({ event, by }: Extract<LogFact, { kind: 'game' }>, nameOf: NameOf): string {
  const who = by === 'substitute' ? ` ${t('log.bySubstitute')}` : by === 'server' ? ` ${t('log.byServer')}` : '';
  if (isTarokEvent(event)) return tarokEventText(event, nameOf, who);
  if (isTablicEvent(event)) return tablicEventText(event, nameOf, who);
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
