/** The cards of the Italian pack in words; fetched with them. */
import { isCardName, rankOf, suitOf, type Rank, type Suit } from './notation';
import { Words } from '../../../lib/i18n/catalogues.svelte';

export const italianCardWords = new Words<'italianCards'>(import.meta.glob('./i18n/*.json'));

const say = italianCardWords.t;

export function cardName(card: string): string {
  if (!isCardName(card)) return card;
  return say('card.name', { rank: rankName(rankOf(card)), suit: suitNameOf(suitOf(card)) });
}

export function rankName(rank: Rank): string {
  return say(`rank.${rank}`);
}

export function suitName(suit: Suit): string {
  return say(`suit.${suit}`);
}

/** Names a suit in the form that follows "of". */
export function suitNameOf(suit: Suit): string {
  return say(`suitOf.${suit}`);
}
