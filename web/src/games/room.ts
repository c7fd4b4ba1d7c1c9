/** The pack and the words of each game, fetched when the game is to be seen. */
import type { Deck } from '../lib/decks/deck';
import type { Spoken } from '../lib/i18n/catalogues.svelte';
import { byGame } from './byGame';

type Fetched = Pick<Spoken<unknown>, 'ready' | 'failed' | 'follow'>;

export interface Room {
  /** The pack, where it need not be fetched. */
  deck?: Deck;
  /** Fetches the pack. */
  load: () => Promise<Deck>;
  words: readonly Fetched[];
  /** The coach's sentences, fetched when the coach speaks. */
  coach: Fetched;
}

export const ROOMS = byGame(import.meta.glob<Room>('./*/room.ts', { eager: true, import: 'default' }));
