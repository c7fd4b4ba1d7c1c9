/** The text of the rules of tablić, which is read when the page is built: Node asks for the ending of what is imported. */
import { isFrenchCard } from '../../cards/packs/french/notation.ts';
import type { RulesDocument } from '../module.ts';

export const TABLIC_RULES: RulesDocument = { games: ['tablic'], isCard: isFrenchCard };
