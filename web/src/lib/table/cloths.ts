/** The cloths of the tables: each game has its own, and a reader may choose one for all. */
import { KINDS, type GameKind } from '../../games';

export const CLOTHS = ['green', 'wine', 'blue', 'walnut'] as const;
export type Cloth = (typeof CLOTHS)[number];

/** `game`: each game's own. */
export const CLOTH_CHOICES = ['game', ...CLOTHS] as const;
export type ClothChoice = (typeof CLOTH_CHOICES)[number];

export function clothOf(game: GameKind, choice: ClothChoice): Cloth {
  return choice === 'game' ? KINDS[game].cloth : choice;
}
