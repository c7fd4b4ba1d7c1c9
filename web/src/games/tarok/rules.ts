/** The text of the rules of tarok, which is read when the page is built: Node asks for the ending of what is imported. */
import { isTarokCard } from '../../cards/packs/tarok/notation.ts';
import type { RulesDocument } from '../module.ts';

export const TAROK_RULES: RulesDocument = {
  games: ['tarok'],
  players: { three: 3, four: 4 },
  parts: { options: 'TarokOptions' },
  isCard: isTarokCard,
};
