/** Declarations in notation: `napola:C`, `three:A/C` (coppe missing), `four:A`. */
import { SUITS, type Suit } from '../../../cards/packs/italian/notation';

/** The ranks that count for declarations. */
export type DeclaredRank = 'A' | '2' | '3';

export type Declaration =
  { kind: 'napola'; suit: Suit } | { kind: 'three'; rank: DeclaredRank; missing: Suit } | { kind: 'four'; rank: DeclaredRank };

const FORM = /^(?:napola:([CSBD])|three:([A23])\/([CSBD])|four:([A23]))$/;
const NAPOLA_RANKS: readonly DeclaredRank[] = ['A', '2', '3'];

/** Returns the declaration in the text; undefined if it is a card or anything else. */
export function readDeclaration(text: string): Declaration | undefined {
  const found = FORM.exec(text);
  if (!found) return undefined;
  const [, napola, three, missing, four] = found;
  if (napola) return { kind: 'napola', suit: napola as Suit };
  if (three && missing) return { kind: 'three', rank: three as DeclaredRank, missing: missing as Suit };
  return { kind: 'four', rank: four as DeclaredRank };
}

/** Returns the actions that are declarations. */
export function declarable(actions: readonly string[]): string[] {
  return actions.filter((action) => readDeclaration(action) !== undefined);
}

/** The cards it shows to be in the hand. */
export function declaredCards(declaration: Declaration): string[] {
  switch (declaration.kind) {
    case 'napola':
      return NAPOLA_RANKS.map((rank) => `${declaration.suit}${rank}`);
    case 'three':
      return SUITS.filter((suit) => suit !== declaration.missing).map((suit) => `${suit}${declaration.rank}`);
    case 'four':
      return SUITS.map((suit) => `${suit}${declaration.rank}`);
  }
}
