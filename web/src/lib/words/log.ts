/** The log in words. */
import { WORDS } from '../../games/words';
import { t } from '../i18n/index.svelte';
import type { Seat } from '../protocol';
import { toldIn, type Cue } from '../state/cues';
import type { LogFact } from '../state/log';
import { listed } from './names';

export type NameOf = (seat: Seat) => string;

/** The words of an action and all that came of it; empty without one. */
export function movedText(cues: readonly Cue[], nameOf: NameOf): string {
  return toldIn(cues)
    .map((fact) => factText(fact, nameOf))
    .join('. ');
}

export function factText(fact: LogFact, nameOf: NameOf): string {
  switch (fact.kind) {
    case 'deal':
      return t('log.deal', { n: fact.number });
    case 'seated':
      return t('log.seated', { name: fact.name });
    case 'left':
      return t('log.left', { name: fact.name });
    case 'seatsChanged': {
      const [name = '', other] = fact.names;
      return other === undefined ? t('log.moved', { name }) : t('log.swapped', { name, other });
    }
    case 'seatWanted': {
      const { name, other } = fact;
      return other === null ? t('log.wantsNoMore', { name }) : t('log.wants', { name, other });
    }
    case 'connection':
      return t(fact.connected ? 'log.connected' : 'log.disconnected', { name: fact.name });
    case 'substituted':
      if (fact.left) {
        const name = nameOf(fact.seat);
        return fact.by === null ? t('log.leftDeal', { name }) : t('log.substitutedToEnd', { name, by: fact.by });
      }
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
      return t('log.ready', { name: fact.name });
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
