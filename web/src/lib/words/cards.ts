/** Cards and declarations in words. */
import { isCardName, rankOf, suitOf, type Suit } from '../../cards/notation';
import { t } from '../i18n/index.svelte';
import { readDeclaration } from '../state/declaration';
import { suitOfCard } from '../state/cards';

export function cardName(card: string): string {
  if (!isCardName(card)) return card;
  return t('card.name', { rank: t(`rank.${rankOf(card)}`), suit: t(`suitOf.${suitOf(card)}`) });
}

export function suitName(suit: Suit): string {
  return t(`suit.${suit}`);
}

export function declarationName(text: string): string {
  const declaration = readDeclaration(text);
  switch (declaration?.kind) {
    case 'napola':
      return t('declaration.napola', { suit: t(`suitOf.${declaration.suit}`) });
    case 'three':
      return t('declaration.three', {
        three: t(`threeOf.${declaration.rank}`),
        suit: t(`suitOf.${declaration.missing}`),
      });
    case 'four':
      return t(`fourOf.${declaration.rank}`);
    case undefined:
      return text;
  }
}

/** Says why the server refused an action; `led` is the first card of the trick. */
export function ruleText(rule: string | undefined, led: string | undefined): string {
  switch (rule) {
    case 'must_follow_suit': {
      const suit = led === undefined ? undefined : suitOfCard(led);
      return suit ? t('rule.must_follow_suit', { suit: suitName(suit) }) : t('error.illegal_action');
    }
    case 'not_in_hand':
    case 'no_declarations':
    case 'already_declared':
    case 'too_late':
    case 'deal_over':
      return t(`rule.${rule}`);
    default:
      return t('error.illegal_action');
  }
}
