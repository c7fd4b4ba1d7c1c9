/** Typed lines of tarok: bids, contracts, called kings, groups of the talon, announcements and raises. */
import { cardsMeant, plain } from '../../../lib/words/command/cards';
import type { Asked, Commanded } from '../../commands';
import { CONTRACTS } from '../state/values';
import { readLegal, type Legal } from '../state/actions';
import { undertakingOf } from '../view';
import { announceChoices, raiseChoices, type Choice } from './choices';
import { say } from './catalogues.svelte';
import { ITEMS, RAISES, contractName, itemName, raiseName } from './terms';

/** The words between two announcements, in all languages. */
const JOINING = ['and', 'in', 'i', 'e'];

/** Returns all that can be said in the turn. */
export function sayings({ view }: Pick<Asked<'tarok'>, 'view'>, legal: Legal): Choice[] {
  const terms = undertakingOf(view.phase);
  return [...(terms ? raiseChoices(legal, terms) : []), ...announceChoices(legal)];
}

/** Returns what a line does, if it means an action; the verb may be left out. */
export function readTyped(line: string, asked: Asked<'tarok'>): Commanded | undefined {
  const legal = readLegal(asked.legal);
  const wanted = plain(line);
  return (
    passed(wanted, legal) ??
    undertaken(wanted, legal) ??
    called(wanted, legal, asked) ??
    taken(wanted, legal, asked) ??
    said(line, legal, asked)
  );
}

/** Says why a line that means something in tarok does nothing now. */
export function refusedTyped(line: string, { view }: Asked<'tarok'>): string | undefined {
  const wanted = plain(line);
  const named = without(wanted, [...verbs('bid'), ...verbs('announce')]);
  if (CONTRACTS.some((contract) => isContract(contract, named)) && !isItem(wanted)) {
    return say(view.phase.name === 'choosing' ? 'rule.contract_not_allowed' : 'rule.bid_not_allowed');
  }
  if (RAISES.some((times) => startsWith(wanted, plain(raiseName(times))))) return say('rule.raise_not_allowed');
  if (isItem(named)) return say('rule.not_announceable');
  if (verbs('take').some((verb) => startsWith(wanted, plain(verb)))) return say('rule.no_such_group');
  return passes().includes(wanted) ? say('command.noPass') : undefined;
}

function verbs(name: 'bid' | 'call' | 'take' | 'announce'): readonly string[] {
  return [name, say(`command.${name}`)];
}

function passes(): string[] {
  return ['pass', 'nothing', say('pass'), say('command.pass'), say('announce.none')].map(plain);
}

function passed(wanted: string, legal: Legal): Commanded | undefined {
  if (!legal.pass || !passes().includes(wanted)) return undefined;
  return { text: say('command.passes'), acts: ['pass'] };
}

function undertaken(wanted: string, legal: Legal): Commanded | undefined {
  const named = without(wanted, verbs('bid'));
  const bid = legal.bids.find((one) => isContract(one, named));
  if (bid) return { text: say('command.bids', { contract: contractName(bid) }), acts: [`bid:${bid}`] };
  const contract = legal.contracts.find((one) => isContract(one, named));
  return contract && { text: say('command.plays', { contract: contractName(contract) }), acts: [`contract:${contract}`] };
}

function called(wanted: string, { kings }: Legal, { deck }: Asked<'tarok'>): Commanded | undefined {
  const [king, another] = cardsMeant(without(wanted, verbs('call')), kings, deck);
  if (king === undefined || another !== undefined) return undefined;
  return { text: say('command.calls', { card: deck.name(king) }), acts: [`call:${king}`] };
}

function taken(wanted: string, { groups }: Legal, { view, deck }: Asked<'tarok'>): Commanded | undefined {
  if (view.phase.name !== 'taking') return undefined;
  const lying = view.phase.groups;
  const named = without(wanted, verbs('take'));
  const [card, another] = cardsMeant(named, lying.flat(), deck);
  const ofCard = card !== undefined && another === undefined ? lying.findIndex((group) => group.includes(card)) : -1;
  const group = /^\d$/.test(named) ? Number(named) - 1 : ofCard;
  if (!groups.includes(group)) return undefined;
  return { text: say('command.takes', { cards: (lying[group] ?? []).map(deck.name).join(', ') }), acts: [`take:${group}`] };
}

function said(line: string, legal: Legal, asked: Asked<'tarok'>): Commanded | undefined {
  if (!legal.pass) return undefined;
  const choices = sayings(asked, legal);
  const named = line.split(',').flatMap((part) => choicesIn(plain(part), choices) ?? [undefined]);
  if (named.includes(undefined)) return undefined;
  // A valat comes last, as on the buttons.
  const inOrder = choices.filter((choice) => named.includes(choice));
  const text = say('command.says', { list: inOrder.map((choice) => choice.said).join(', ') });
  return { text, acts: [...inOrder.map(({ action }) => action), 'pass'] };
}

/** Returns the choices that are named one after the other; undefined if there is anything else. */
function choicesIn(part: string, choices: readonly Choice[]): Choice[] | undefined {
  const rest = without(part, [...verbs('announce'), ...JOINING]);
  const found = choices
    .flatMap((choice) => namesOf(choice).map((name) => ({ choice, name: plain(name) })))
    .filter(({ name }) => startsWith(rest, name))
    .sort((a, b) => b.name.length - a.name.length)[0];
  if (!found) return undefined;
  const after = rest.slice(found.name.length).trim();
  if (after === '') return [found.choice];
  const more = choicesIn(after, choices);
  return more && [found.choice, ...more];
}

/** Returns what can be typed for a choice; a raise alone is one of the game. */
function namesOf({ action, said: name, raise }: Choice): string[] {
  const item = action.slice(action.indexOf(':') + 1);
  if (raise === undefined) return [name, item.replace('_', ' ')];
  return [name, `${raise} ${itemName(item)}`, ...(item === 'game' ? [raise] : [])];
}

function isContract(contract: string, wanted: string): boolean {
  const known = CONTRACTS.find((one) => one === contract);
  return (known !== undefined && plain(contractName(known)) === wanted) || contract.replace('_', ' ') === wanted;
}

function isItem(wanted: string): boolean {
  return ITEMS.some((item) => plain(itemName(item)) === wanted);
}

/** True if a line begins with these words. */
function startsWith(line: string, words: string): boolean {
  return line === words || line.startsWith(`${words} `);
}

/** Returns a line without the verb at its beginning. */
function without(line: string, words: readonly string[]): string {
  const verb = words.map(plain).find((one) => line.startsWith(`${one} `));
  return verb === undefined ? line : line.slice(verb.length + 1);
}
