/** The cards of the Italian pack in words. */
import { isCardName, rankOf, suitOf, type Suit } from './notation';
import { t } from '../../../lib/i18n/index.svelte';

export function cardName(card: string): string {
  if (!isCardName(card)) return card;
  return t('card.name', { rank: t(`rank.${rankOf(card)}`), suit: t(`suitOf.${suitOf(card)}`) });
}

export function suitName(suit: Suit): string {
  return t(`suit.${suit}`);
}
