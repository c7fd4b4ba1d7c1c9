/** The words of a coach of tablić. */
import { indexOf } from '../../cards/style';
import { cardStyle } from '../../lib/decks/style.svelte';
import type { Seat, TablicEdge, TablicFact } from '../../lib/protocol';
import { say as shared } from '../../lib/words/coach/catalogue.svelte';
import { coachSay as say } from './words/catalogues.svelte';
import { listed } from '../../lib/words/names';
import { about, comparison, type CoachContext } from '../../lib/words/coach/context';
import type { CoachOf } from '../coaches';

const SIGNS: Readonly<Record<string, string>> = { H: '♥', D: '♦', S: '♠', C: '♣' };

/** A card in little, `10♦`: sums of whole names could not be read, and signs not be heard. */
function short(card: string, { heard, cardName }: CoachContext): string {
  if (heard) return cardName(card);
  return `${indexOf(card.slice(1), cardStyle('french'))}${SIGNS[card.charAt(0)] ?? ''}`;
}

function tablicSentences(facts: readonly TablicFact[], context: CoachContext): string[] {
  return facts.flatMap((fact) => tablicSentence(fact, context));
}

function tablicSentence(fact: TablicFact, context: CoachContext): string | string[] {
  const { you, partnerOf } = context;
  const sideOf = (seat: Seat): Seat[] => [seat, ...[partnerOf?.(seat) ?? []].flat()];
  const nameOf = (seat: Seat): string => listed(sideOf(seat).map(context.nameOf));
  const cardName = (card: string): string => short(card, context);
  switch (fact.fact) {
    case 'aim':
      return say('aim', { ten: cardName('D10'), two: cardName('C2') });
    case 'capture': {
      const groups = fact.groups.length > 0 ? fact.groups : fact.taken.map((card) => [card]);
      const worth = fact.points > 0 ? say('points', { n: fact.points }) : say('none');
      return [
        say('capture', { card: cardName(fact.card), groups: listed(groups.map((group) => group.map(cardName).join(' + '))) }),
        ...(fact.tabla ? [say('tabla')] : [worth]),
      ];
    }
    case 'nothing':
      return say('nothing');
    case 'empty_table':
      return say('empty');
    case 'worthless':
      return shared('worthless', about(fact.cards, { cardName }));
    case 'last_cards':
      return say('last');
    case 'majority':
      return say('majority', { name: nameOf(fact.seat), n: fact.cards });
    case 'more': {
      const by = listed(fact.by.map(edgeText));
      const n = sideOf(fact.winner).length;
      const names = { name: nameOf(fact.winner), other: nameOf(fact.other) };
      const two = fact.winner === you ? say('moreYou', { n, by }) : say('moreOther', { n, name: names.name, by });
      // Of more than two sides both are named.
      const more = context.players > 2 * n ? say(comparison([fact.winner], [fact.other], context), { ...names, by }) : two;
      if (fact.against.length === 0) return more;
      const against = listed(fact.against.map(edgeText));
      return [
        more,
        fact.other === you ? say('againstYou', { n, by: against }) : say('againstOther', { name: nameOf(fact.other), by: against }),
      ];
    }
    case 'equal':
      return say('equal', { n: fact.points });
  }
}

function edgeText(edge: TablicEdge): string {
  switch (edge.edge) {
    case 'most_cards':
      return say('edge.most', { n: edge.cards });
    case 'card_points':
      return say('edge.points', { taken: edge.taken, others: edge.others });
    case 'tablas':
      return say('edge.tablas', { taken: edge.taken, others: edge.others });
  }
}

const coach: CoachOf<'tablic'> = {
  sentences: (facts, _, context) => tablicSentences(facts, context),
};

export default coach;
