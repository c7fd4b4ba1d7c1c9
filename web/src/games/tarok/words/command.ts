/** Typed bids, contracts, called kings and passes. */
import type { Deck } from '../../../lib/decks/deck';
import type { TarokContract } from '../../../lib/protocol';
import { readLegal } from '../state/actions';
import { cardsMeant, plain } from '../../../lib/words/command/cards';
import { say } from './catalogues.svelte';
import { contractName } from './terms';

export interface Commanded {
  text: string;
  act: string;
}

/** Returns the action that a line means, among those that are allowed; the verb may be left out. */
export function tarokCommand(line: string, actions: readonly string[], deck: Deck): Commanded | undefined {
  const legal = readLegal(actions);
  const wanted = plain(line);
  if (legal.pass && wanted === plain(say('pass'))) return { text: say('command.passes'), act: 'pass' };
  const bid = among(legal.bids, without(wanted, ['bid', say('command.bid')]));
  if (bid) return { text: say('command.bids', { contract: contractName(bid) }), act: `bid:${bid}` };
  const contract = among(legal.contracts, wanted);
  if (contract) return { text: say('command.plays', { contract: contractName(contract) }), act: `contract:${contract}` };
  const [king, another] = cardsMeant(without(wanted, ['call', say('command.call')]), legal.kings, deck);
  if (king === undefined || another !== undefined) return undefined;
  return { text: say('command.calls', { card: deck.name(king) }), act: `call:${king}` };
}

function among(contracts: readonly TarokContract[], wanted: string): TarokContract | undefined {
  return contracts.find((contract) => plain(contractName(contract)) === wanted || contract.replace('_', ' ') === wanted);
}

/** Returns a line without the verb at its beginning. */
function without(line: string, verbs: readonly string[]): string {
  const verb = verbs.map(plain).find((one) => line.startsWith(`${one} `));
  return verb === undefined ? line : line.slice(verb.length + 1);
}
