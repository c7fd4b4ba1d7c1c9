/** The declarations of tršet in words. */
import { say } from './catalogues.svelte';
import { suitNameOf } from '../../../cards/packs/italian/names';
import { readDeclaration } from '../state/declaration';

export function declarationName(text: string): string {
  const declaration = readDeclaration(text);
  switch (declaration?.kind) {
    case 'napola':
      return say('declaration.napola', { suit: suitNameOf(declaration.suit) });
    case 'three':
      return say('declaration.three', {
        three: say(`threeOf.${declaration.rank}`),
        suit: suitNameOf(declaration.missing),
      });
    case 'four':
      return say(`fourOf.${declaration.rank}`);
    case undefined:
      return text;
  }
}
