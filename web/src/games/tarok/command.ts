/** Typed commands of tarok. */
import { locale } from '../../lib/i18n/index.svelte';
import { cardsToDiscard, cardsToPlay } from '../../lib/state/legal';
import { listFormat } from '../../lib/words/formats';
import type { Asked, CommandsOf, Question } from '../commands';
import { readLegal } from './state/actions';
import { say } from './words/catalogues.svelte';
import { bidFacts, contractFacts, radelcFacts, stakeFacts, talonFacts } from './words/facts';
import { contractName } from './words/terms';
import { readTyped, refusedTyped, sayings } from './words/typed';

/** Makes the question of this name, whose words stand in the catalogue. */
function question(
  name: 'contract' | 'bids' | 'announced' | 'talon' | 'radelci',
  answer: (asked: Asked<'tarok'>) => string,
): Question<'tarok'> {
  return { names: [name], ownNames: () => say(`ask.${name}`).split(' '), does: () => say(`asks.${name}`), answer };
}

const commands: CommandsOf<'tarok'> = {
  questions: [
    question('contract', ({ view, nameOf, deck }) => contractFacts(view, nameOf, deck)),
    question('bids', ({ log, nameOf }) => bidFacts(log, nameOf)),
    question('announced', ({ view }) => stakeFacts(view)),
    question('talon', ({ view, deck }) => talonFacts(view, deck)),
    question('radelci', ({ score, nameOf }) => radelcFacts(score, nameOf)),
  ],

  offers(asked) {
    const { view, deck, picks } = asked;
    const legal = readLegal(asked.legal);
    if (cardsToPlay(asked.legal).length > 0) return undefined;
    if (view.phase.name === 'taking') return say('command.offersGroups', { groups: talonFacts(view, deck) });
    if (picks.must > 0) {
      if (picks.cards.length === picks.must) return undefined;
      const discards = cardsToDiscard(asked.legal).filter((card) => !picks.cards.includes(card));
      return say('command.offersCards', { list: listed(deck.sort(discards).map(deck.name)) });
    }
    const said = sayings(asked, legal).map((choice) => choice.said);
    const named = [...[...legal.bids, ...legal.contracts].map(contractName), ...legal.kings.map(deck.name), ...said];
    const offers = say('command.offers', { list: listed([...named, ...(legal.pass ? [say('command.pass')] : [])]) });
    return said.length > 1 ? `${offers} ${say('command.several')}` : offers;
  },

  read: readTyped,
  refuses: refusedTyped,
};

function listed(items: readonly string[]): string {
  return listFormat(locale(), { type: 'unit' }).format(items);
}

export default commands;
