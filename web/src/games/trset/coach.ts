/** The words of a coach of tršet and kifameno. */
import type { Seat, TrsetEdge, TrsetFact } from '../../lib/protocol';
import { rankName, suitName, suitNameOf } from '../../cards/packs/italian/names';
import { declarationName } from './words/declarations';
import { inPoints } from '../../lib/state/numbers';
import { pointsText } from '../../lib/words/points';
import { say as shared } from '../../lib/words/coach/catalogue.svelte';
import { coachSay as say } from './words/catalogues.svelte';
import { listed } from '../../lib/words/names';
import { about, comparison, withoutRepeats, type CoachContext } from '../../lib/words/coach/context';
import type { CoachOf } from '../coaches';

/** `fewest`: true if the fewest points win. */
function trsetSentences(facts: readonly TrsetFact[], fewest: boolean, context: CoachContext): string[] {
  // In the second trick it matters more how the game goes on than that any card may be led.
  const draw = facts.filter((fact) => fact.fact === 'draw');
  const spare = draw.length > 0 ? ['draw', 'lead', 'longest'] : facts.some(({ fact }) => fact === 'aim') ? ['longest'] : [];
  const rest = withoutRepeats(chosen(facts)).filter((fact) => !spare.includes(fact.fact));
  const place = rest.findIndex((fact) => fact.fact === 'aim') + 1;
  const ordered = [...rest.slice(0, place), ...draw, ...rest.slice(place)];
  const leads = facts.some(({ fact }) => fact === 'lead');
  return ordered.flatMap((fact) => {
    const said = trsetSentence(fact, fewest, context);
    // A leader of one sure card after another has none left when there is something to take.
    const some = leads && !fewest && fact.fact === 'takes' && !fact.all && fact.cards.length > 1;
    return some ? [said, say('keepSome')].flat() : said;
  });
}

/** Of cards that count alike the strongest alone are named. */
function chosen(facts: readonly TrsetFact[]): readonly TrsetFact[] {
  const alike = facts.find((fact) => fact.fact === 'heaviest' || fact.fact === 'lightest');
  const strong = facts.find((fact) => fact.fact === 'strongest' || fact.fact === 'masters');
  if (!alike || !strong) return facts;
  if (strong.fact === 'strongest')
    return facts.filter((fact) => fact !== strong).map((fact) => (fact === alike ? { ...alike, cards: [strong.card] } : fact));
  const both = strong.cards.filter((card) => alike.cards.includes(card));
  return both.length === 0
    ? facts
    : facts.filter((fact) => fact !== alike).map((fact) => (fact === strong ? { ...strong, cards: both } : fact));
}

function trsetSentence(fact: TrsetFact, fewest: boolean, context: CoachContext): string | string[] {
  const { nameOf } = context;
  switch (fact.fact) {
    case 'aim': {
      const aim = [say(fact.fewest ? 'aimFewest' : 'aim'), say('trickGoes')];
      return fact.partner === null ? aim : [...aim, say('partner', { name: nameOf(fact.partner) })];
    }
    case 'declare':
      return say('declare', { what: listed(fact.declarations.map(declarationName)), points: pointsText(fact.thirds) });
    case 'lead':
      return shared('lead');
    case 'longest':
      return say('longest', { suit: suitName(fact.suit) });
    case 'follow':
      return say('follow', { suit: suitName(fact.suit) });
    case 'only': {
      const card = context.cardName(fact.card);
      return say(fact.suit === null ? 'lastCard' : 'onlySuit', { card });
    }
    case 'void':
      return say('void', { suit: suitNameOf(fact.suit) });
    case 'takes': {
      if (fact.all) return shared('takesAll');
      // Where the fewest points win it is no advice.
      if (fewest) return say('takesCareful', about(fact.cards, context));
      const strongest = !fact.last && fact.cards.every((card) => card.endsWith('3'));
      return strongest ? say('takesTop', about(fact.cards, context)) : shared('takes', about(fact.cards, context));
    }
    case 'beats':
      return fact.all ? shared('beatsAll') : shared('beats', about(fact.cards, context));
    case 'below':
      return shared('below', about(fact.cards, context));
    case 'beaten':
      if (fact.by === null) return shared('beaten');
      return fact.partner ? say('beatenPartner', { name: nameOf(fact.by) }) : shared('beatenBy', { name: nameOf(fact.by) });
    case 'loses':
      return say('loses', about(fact.cards, context));
    case 'lowest':
      return say('lowest', about(fact.cards, context));
    case 'lightest':
      return say('lightest', about(fact.cards, context));
    case 'strongest':
      return say('strongest', { card: context.cardName(fact.card) });
    case 'weakest':
      return say('weakest', { card: context.cardName(fact.card) });
    case 'masters':
      return say('masters', about(fact.cards, context));
    case 'worth':
      return say('worth', { points: pointsText(fact.thirds) });
    case 'worthless':
      return shared('worthless', about(fact.cards, context));
    case 'heaviest':
      return shared(fewest ? 'rid' : 'give', { cards: about(fact.cards, context).cards });
    case 'ace_at_risk':
      return say('aceRisk', { card: context.cardName(fact.card), ranks: listed(fact.by.map(rankName)) });
    case 'draw':
      return say('draw');
    case 'last_trick':
      return say('lastTrick');
    case 'more': {
      const told: string[] = [];
      if (fact.even !== null) told.push(say('even', { points: pointsText(fact.even) }));
      const by = listed(fact.by.map(edgeText));
      const n = fact.taker.length;
      const [name, other] = [fact.taker, fact.other].map((seats) => listed(seats.map(nameOf))) as [string, string];
      // Of more than two sides both are named.
      if (context.players > 2 * n) told.push(say(comparison(fact.taker, fact.other, context), { name, other, by }));
      else told.push(isOwn(fact.taker, context) ? say('moreYou', { n, by }) : say('moreOther', { n, name, by }));
      if (fact.against.length > 0) {
        const against = listed(fact.against.map(edgeText));
        const own = isOwn(fact.other, context);
        told.push(own ? say('againstYou', { n: fact.other.length, by: against }) : say('againstOther', { name: other, by: against }));
      }
      return fewest ? [...told, say('fewestWin')] : told;
    }
    case 'equal':
      return say('equal', { points: pointsText(fact.thirds) });
    case 'cappotto':
      return say('cappotto', { name: listed(fact.taker.map(nameOf)) });
  }
}

function isOwn(seats: readonly Seat[], { you }: CoachContext): boolean {
  return you !== null && seats.includes(you);
}

function edgeText(edge: TrsetEdge): string {
  switch (edge.edge) {
    case 'last_trick':
      return say('edge.last');
    case 'aces':
      return say('edge.aces', { taken: edge.taken, others: edge.others });
    case 'figures':
      return say('edge.figures', { taken: edge.taken, others: edge.others });
    case 'cards':
      return say('edge.cards', { taken: inPoints(edge.taken), others: inPoints(edge.others) });
    case 'declared':
      return say('edge.declared', { points: pointsText(edge.more) });
  }
}

const coach: CoachOf<'trset'> = {
  sentences: (facts, kind, context) => trsetSentences(facts, kind === 'kifameno', context),
};

export default coach;
