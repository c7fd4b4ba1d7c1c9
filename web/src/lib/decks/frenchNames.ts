/** The cards of tablić in words; fetched with their pack. */
import { frenchRank, frenchSuit, isFrenchCard, type FrenchRank } from '../../cards/french/notation';
import { Words } from '../i18n/more.svelte';

export const frenchWords = new Words<'french'>({
  sl: () => import('../i18n/french/sl.json'),
  hr: () => import('../i18n/french/hr.json'),
  it: () => import('../i18n/french/it.json'),
  en: () => import('../i18n/french/en.json'),
});

/** Ranks that are men, for languages in which the suit agrees with them. */
const MEN: readonly FrenchRank[] = ['A', 'J', 'K'];

export function frenchCardName(card: string): string {
  if (!isFrenchCard(card)) return card;
  const say = frenchWords.t;
  const rank = frenchRank(card);
  const suit = frenchSuit(card);
  const of = MEN.includes(rank) ? say(`suitOf.m.${suit}`) : say(`suitOf.f.${suit}`);
  return say('card.name', { rank: say(`rank.${rank}`), suit: of });
}
