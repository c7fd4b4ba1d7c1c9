/** The declarations of tršet in words. */
import { t } from '../../../lib/i18n/index.svelte';
import { readDeclaration } from '../state/declaration';

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
