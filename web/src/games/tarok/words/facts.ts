/** The facts of a deal of tarok, in words: for those who do not see the table. */
import type { NameOf } from '../../../lib/words/log';
import type { Deck } from '../../../lib/decks/deck';
import type { LogEntry } from '../../../lib/state/log';
import type { MatchScore } from '../../../lib/protocol';
import { isAloneUnseen, partnerOf, playsAlone } from '../state/seats';
import { talonRows } from '../state/discards';
import { undertakingOf, type TarokView } from '../view';
import { tarokEventText } from './events';
import { say } from './catalogues.svelte';
import { contractName, itemName, raiseTimes } from './terms';

/** Says who plays what and, as far as the reader knows it, with whom. */
export function contractFacts(view: TarokView, nameOf: NameOf, deck: Deck): string {
  const { phase } = view;
  const terms = undertakingOf(phase);
  if (!terms) {
    if (phase.name !== 'bidding' && phase.name !== 'choosing') return say('command.noContract');
    const name = nameOf(phase.name === 'bidding' ? phase.bidder : phase.declarer);
    return `${say(`phase.${phase.name}`)}: ${say('bid.standing', { contract: contractName(phase.standing), name })}`;
  }
  const partner = partnerOf(view);
  const facts = [
    terms.declarer === null ? say('line.alone') : say('line.by', { name: nameOf(terms.declarer) }),
    contractName(terms.contract),
    ...(terms.called ? [say('line.called', { card: deck.name(terms.called.king) })] : []),
    ...(partner === undefined ? [] : [say('line.partner', { name: nameOf(partner) })]),
    ...(playsAlone(view) ? [say('line.byself')] : []),
    ...(isAloneUnseen(view) ? [say('line.unseen')] : []),
    ...(terms.contract === 'colour_valat' ? [say('line.noTrumps')] : []),
  ];
  return facts.join(', ');
}

/** Returns the bids in their order. */
export function bidFacts(log: readonly LogEntry[], nameOf: NameOf): string {
  const bids = log.flatMap(({ fact }) => {
    if (fact.kind !== 'game' || fact.event.game !== 'tarok') return [];
    return ['bid', 'passed', 'chosen'].includes(fact.event.type) ? [tarokEventText(fact.event, nameOf)] : [];
  });
  return bids.length === 0 ? say('command.noBids') : bids.join('; ');
}

/** Returns what was announced and raised. */
export function stakeFacts(view: TarokView): string {
  const stakes = undertakingOf(view.phase)?.stakes ?? [];
  const said = stakes
    .filter(({ item, multiplier }) => item !== 'game' || multiplier > 1)
    .map(({ item, multiplier, side }) => {
      const what = side === 'defenders' ? say('line.against', { what: itemName(item) }) : itemName(item);
      return multiplier === 1 ? what : `${what}, ${raiseTimes(multiplier)}`;
    });
  return said.length === 0 ? say('command.noStakes') : said.join('; ');
}

/** Returns the cards of the talon and the discards, as far as the reader may know them. */
export function talonFacts(view: TarokView, deck: Deck): string {
  const groups = view.phase.name === 'taking' ? view.phase.groups : [];
  const { rows, hidden } = talonRows(view);
  const facts = [
    ...groups.map((cards, n) => `${n + 1}: ${cards.map(deck.name).join(', ')}`),
    ...rows.map(({ key, cards }) => `${say(key)}: ${deck.sort(cards).map(deck.name).join(', ')}`),
    ...(hidden > 0 ? [say('line.buried', { n: hidden })] : []),
    ...(view.talon > 0 ? [say('line.down', { n: view.talon })] : []),
  ];
  return facts.join('; ');
}

/** Returns the open radelci of each player. */
export function radelcFacts(score: MatchScore, nameOf: NameOf): string {
  const radelci = score.game === 'tarok' ? score.radelci : [];
  return radelci.map((n, seat) => `${nameOf(seat)}: ${say('seat.radelci', { n })}`).join(', ');
}
