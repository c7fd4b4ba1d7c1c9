/** The log in words. */
import { WORDS } from '../../games/words';
import { t } from '../i18n/index.svelte';
import type { Seat } from '../protocol';
import type { LogFact } from '../state/log';
import { listed } from './names';

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
    case 'shows':
      return WORDS[fact.event.game].shows?.(fact.event, nameOf) ?? '';
    case 'claimed':
      return t(`log.claimed.${fact.claim}`, { name: nameOf(fact.seat) });
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
        names: listed(fact.seats.map(nameOf)),
      });
    case 'closed':
      return t('log.closed');
  }
}

function gameText({ event, by }: Extract<LogFact, { kind: 'game' }>, nameOf: NameOf): string {
  const who = by === 'substitute' ? ` ${t('log.bySubstitute')}` : by === 'server' ? ` ${t('log.byServer')}` : '';
  return WORDS[event.game].event(event, nameOf, who);
}
