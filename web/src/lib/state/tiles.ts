/** The games as the front page offers them. */
import type { GameOptions } from '../protocol';
import type { GameName } from './game';
import type { GameKind } from './kind';

export interface Tile {
  /** The pack of the cards shown. */
  pack: GameName;
  /** The cards held up. */
  fan: readonly string[];
  /** The game that a bot deals at once. */
  bot: GameOptions;
  /** The kind at which people are looked for first. */
  people: string;
}

export const TILES: Readonly<Record<GameKind, Tile>> = {
  trset: { pack: 'trset', fan: ['BK', 'CC', 'D3'], bot: { name: 'trset', options: { players: 2 } }, people: 'trset-2' },
  kifameno: {
    pack: 'trset',
    fan: ['C4'],
    bot: { name: 'trset', options: { variant: 'kifameno', players: 2 } },
    people: 'kifameno-3',
  },
  // Mond, škis and pagat.
  tarok: { pack: 'tarok', fan: ['T21', 'T22', 'T1'], bot: { name: 'tarok', options: {} }, people: 'tarok-3' },
  tablic: { pack: 'tablic', fan: ['D10', 'C2'], bot: { name: 'tablic', options: { players: 2 } }, people: 'tablic-2' },
};
