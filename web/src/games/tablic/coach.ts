/** The words of a coach of tablić. */
import { indexOf } from '../../cards/style';
import { cardStyle } from '../../lib/decks/style.svelte';
import type { TablicEdge, TablicFact } from '../../lib/protocol';
import { say } from '../../lib/words/coach/say.svelte';
import { listed } from '../../lib/words/names';
import { about, type Told } from '../../lib/words/coach/told';

const SIGNS: Readonly<Record<string, string>> = { H: '♥', D: '♦', S: '♠', C: '♣' };

/** A card in little, `10♦`: sums of whole names could not be read. */
function short(card: string): string {
  return `${indexOf(card.slice(1), cardStyle('french'))}${SIGNS[card.charAt(0)] ?? ''}`;
}

export function tablicSentences(facts: readonly TablicFact[], told: Told): string[] {
  return facts.flatMap((fact) => tablicSentence(fact, told));
}

function tablicSentence(fact: TablicFact, told: Told): string | string[] {
  const { nameOf, you } = told;
  switch (fact.fact) {
    case 'aim':
      return say('b.aim');
    case 'capture': {
      const groups = fact.groups.length > 0 ? fact.groups : fact.taken.map((card) => [card]);
      const worth = fact.points > 0 ? say('b.points', { n: fact.points }) : say('b.none');
      return [
        say('b.capture', { card: short(fact.card), groups: listed(groups.map((group) => group.map(short).join(' + '))) }),
        ...(fact.tabla ? [say('b.tabla')] : [worth]),
      ];
    }
    case 'nothing':
      return say('b.nothing');
    case 'empty_table':
      return say('b.empty');
    case 'worthless':
      return say('worthless', about(fact.cards, { cardName: short }));
    case 'last_cards':
      return say('b.last');
    case 'majority':
      return say('b.majority', { name: nameOf(fact.seat), n: fact.cards });
    case 'more': {
      const by = listed(fact.by.map(edgeText));
      return fact.winner === you ? say('b.moreYou', { by }) : say('b.moreOther', { name: nameOf(fact.winner), by });
    }
    case 'equal':
      return say('b.equal', { n: fact.points });
  }
}

function edgeText(edge: TablicEdge): string {
  switch (edge.edge) {
    case 'most_cards':
      return say('b.edge.most', { n: edge.cards });
    case 'card_points':
      return say('b.edge.points', { taken: edge.taken, others: edge.others });
    case 'tablas':
      return say('b.edge.tablas', { taken: edge.taken, others: edge.others });
  }
}
