/** The cards of the French pack in words; fetched with them. */
import { frenchRank, frenchSuit, isFrenchCard, type FrenchRank } from './notation';
import { Words } from '../../../lib/i18n/catalogues.svelte';

export const frenchCardWords = new Words<'frenchCards'>(import.meta.glob('./i18n/*.json'));

/** Ranks that are men, for languages in which the suit agrees with them. */
const MEN: readonly FrenchRank[] = ['A', 'J', 'K'];

export function frenchCardName(card: string): string {
  if (!isFrenchCard(card)) return card;
  const say = frenchCardWords.t;
  const rank = frenchRank(card);
  const suit = frenchSuit(card);
  const of = MEN.includes(rank) ? say(`suitOf.m.${suit}`) : say(`suitOf.f.${suit}`);
  return say('card.name', { rank: say(`rank.${rank}`), suit: of });
}
