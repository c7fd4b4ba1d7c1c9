/** The pack and the words of each game, fetched when the game is to be seen. Tršet's come with the page. */
import { TRSET_DECK, type Deck } from '../decks/deck';
import { frenchWords } from '../decks/frenchNames';
import type { Spoken } from '../i18n/more.svelte';
import { tablicWords } from '../words/tablic/say.svelte';
import { tarokWords } from '../words/tarok/say.svelte';
import type { GameName } from './module';

export interface Room {
  /** The pack, where it need not be fetched. */
  deck?: Deck;
  /** Fetches the pack. */
  load: () => Promise<Deck>;
  words: readonly Pick<Spoken<unknown>, 'ready' | 'failed' | 'follow'>[];
}

export const ROOMS: Readonly<Record<GameName, Room>> = {
  trset: { deck: TRSET_DECK, load: () => Promise.resolve(TRSET_DECK), words: [] },
  tarok: { load: () => import('../decks/tarok').then(({ TAROK_DECK }) => TAROK_DECK), words: [tarokWords] },
  tablic: { load: () => import('../decks/french').then(({ FRENCH_DECK }) => FRENCH_DECK), words: [tablicWords, frenchWords] },
};
