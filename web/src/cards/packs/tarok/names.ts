/** Tarok's cards in words; fetched with their pack. */
import { MOND, PAGAT, SKIS, isTarokCard, roman, tarokNumber, tarokRank, tarokSuit, type TarokSuit } from './notation';
import { Words } from '../../../lib/i18n/catalogues.svelte';

export const tarokCardWords = new Words<'tarokCards'>(import.meta.glob('./i18n/*.json'));

const say = tarokCardWords.t;

/** Ranks that are men, for languages in which the suit agrees with them. */
const MEN: readonly string[] = ['K', 'C', 'J'];

export function tarokCardName(card: string): string {
  if (!isTarokCard(card)) return card;
  const number = tarokNumber(card);
  if (number !== undefined) return tarokName(number);
  const rank = tarokRank(card);
  const suit = tarokSuit(card) ?? 'H';
  const of = MEN.includes(rank) ? say(`suitOf.m.${suit}`) : say(`suitOf.f.${suit}`);
  return say('card.name', { rank: say(`rank.${rank}`), suit: of });
}

function tarokName(number: number): string {
  switch (number) {
    case PAGAT:
      return say('card.pagat');
    case MOND:
      return say('card.mond');
    case SKIS:
      return say('card.skis');
    default:
      return say('card.tarok', { number: roman(number) });
  }
}

export function tarokCardNames(cards: readonly string[]): string {
  return cards.map(tarokCardName).join(', ');
}

export function tarokSuitName(suit: TarokSuit): string {
  return say(`suit.${suit}`);
}

/** Names the suit of a card; taroks are one. */
export function tarokSuitOfCard(card: string): string {
  if (!isTarokCard(card)) return '';
  const suit = tarokSuit(card);
  return suit === undefined ? say('suit.T') : tarokSuitName(suit);
}
