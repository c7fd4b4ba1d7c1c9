/** The cloths of the tables: each game has its own, and a reader may choose one for all. */
import type { GameKind } from '../state/kind';

export const CLOTHS = ['green', 'wine', 'blue', 'walnut'] as const;
export type Cloth = (typeof CLOTHS)[number];

/** `game`: each game's own. */
export const CLOTH_CHOICES = ['game', ...CLOTHS] as const;
export type ClothChoice = (typeof CLOTH_CHOICES)[number];

const OWN: Record<GameKind, Cloth> = { trset: 'blue', kifameno: 'blue', tarok: 'green', tablic: 'wine' };

export function clothOf(game: GameKind, choice: ClothChoice): Cloth {
  return choice === 'game' ? OWN[game] : choice;
}
