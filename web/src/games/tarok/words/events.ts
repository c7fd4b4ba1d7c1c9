/** The events of tarok, in words, for the log and the live region. */
import type { TarokEvent, TarokSide } from '../../../lib/protocol';
import type { Note } from '../../../lib/state/logRows';
import type { NameOf } from '../../../lib/words/log';
import { tarokCardName, tarokCardNames } from '../../../cards/packs/tarok/names';
import { say } from './catalogues.svelte';
import { contractName, itemName, raiseName, sideName } from './terms';

/** The event in words; `who` names a substitute that acted for the player. */
export function tarokEventText(event: TarokEvent, nameOf: NameOf, who = ''): string {
  if (event.type === 'finished') return finished(event.result, nameOf);
  return plain(event, nameOf(event.seat)) + (event.type === 'trick_taken' ? '' : who);
}

function plain(event: Exclude<TarokEvent, { type: 'finished' }>, name: string): string {
  switch (event.type) {
    case 'bid':
      return say('log.bid', { name, contract: contractName(event.contract) });
    case 'passed':
      return say('log.pass', { name });
    case 'chosen':
      return chosen(event, name);
    case 'called':
      return `${say('log.called', { name, card: tarokCardName(event.king) })}; ${say('log.talon', { cards: tarokCardNames(event.talon) })}`;
    case 'took_group':
      return say('log.took', { name, cards: tarokCardNames(event.cards) });
    case 'discarded':
      return event.card === undefined
        ? say('log.discarded', { name })
        : say('log.discardedCard', { name, card: tarokCardName(event.card) });
    case 'announced':
      return say('log.announced', { name: sided(name, event), what: itemName(event.announcement) });
    case 'raised':
      return say('log.raised', {
        name: sided(name, event),
        raise: raiseName(event.multiplier),
        what: itemName(event.item),
        n: event.multiplier,
      });
    case 'hand_shown':
      return say('log.handShown', { name });
    case 'played':
      return say('log.played', { name, card: tarokCardName(event.card) });
    case 'trick_taken':
      if (event.rest !== undefined) return say('log.rest', { name, cards: tarokCardNames(event.rest) });
      return event.gift === undefined ? say('log.taken', { name }) : say('log.gift', { name, card: tarokCardName(event.gift) });
  }
}

/** Returns the words of an event that the player says rather than does. */
export function tarokSaid(event: TarokEvent): string | undefined {
  switch (event.type) {
    case 'bid':
    case 'chosen':
      return contractName(event.contract);
    case 'passed':
      return say('command.pass');
    case 'called':
      return tarokCardName(event.king);
    case 'announced':
      return itemName(event.announcement);
    case 'raised':
      return event.item === 'game' ? raiseName(event.multiplier) : `${raiseName(event.multiplier)} · ${itemName(event.item)}`;
    default:
      return undefined;
  }
}

/** Puts a decision in short: what is said in turn, and cards that are called, taken or put away. */
export function tarokNote(event: TarokEvent): Note | undefined {
  switch (event.type) {
    case 'bid':
    case 'passed':
    case 'announced':
    case 'raised':
      return { seat: event.seat, round: true, ends: event.type === 'passed', parts: [tarokSaid(event) ?? ''] };
    case 'chosen':
      return { seat: event.seat, round: false, parts: [contractName(event.contract), ...talonParts(event.talon)] };
    case 'called':
      return { seat: event.seat, round: false, parts: [say('note.calls'), { card: event.king }, ...talonParts(event.talon)] };
    case 'took_group':
      return { seat: event.seat, round: false, parts: [say('note.takes'), ...event.cards.map((card) => ({ card }))] };
    case 'discarded':
      return { seat: event.seat, round: false, parts: [say('note.discards'), { card: event.card }] };
    default:
      return undefined;
  }
}

function talonParts(talon: readonly string[] = []): Note['parts'] {
  return talon.length === 0 ? [] : [say('note.talon'), ...talon.map((card) => ({ card }))];
}

/** Says with whom the declarer plays, where a card shows it: the called king. */
export function tarokShowsText(event: TarokEvent, nameOf: NameOf): string | undefined {
  if (event.type !== 'played' || event.called_by === undefined) return undefined;
  const name = nameOf(event.seat);
  return event.called_by === event.seat ? say('log.byself', { name }) : say('log.together', { declarer: nameOf(event.called_by), name });
}

/** Names a player whose side is known by what was just said. */
function sided(name: string, { side }: { side?: TarokSide }): string {
  return side === undefined ? name : `${name} (${sideName(side)})`;
}

function chosen({ contract, talon = [] }: Extract<TarokEvent, { type: 'chosen' }>, name: string): string {
  if (contract === 'klop') return say('log.klop', { name });
  const words = say('log.chosen', { name, contract: contractName(contract) });
  return talon.length === 0 ? words : `${words}; ${say('log.talon', { cards: tarokCardNames(talon) })}`;
}

function finished({ declarer, contract, items }: Extract<TarokEvent, { type: 'finished' }>['result'], nameOf: NameOf): string {
  if (declarer === null) return say('log.klopOver');
  // Of four players a valat may stand in the place of the game.
  const made = items[0]?.made ?? false;
  return say(made ? 'log.won' : 'log.lost', { name: nameOf(declarer), contract: contractName(contract) });
}
