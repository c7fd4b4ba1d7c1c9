/** The text of the rules of tršet and kifameno, which is read when the page is built: Node asks for the ending of what is imported. */
import { isCardName } from '../../cards/packs/italian/notation.ts';
import type { RulesDocument } from '../module.ts';

export const TRSET_RULES: RulesDocument = { games: ['trset', 'kifameno'], isCard: isCardName };
