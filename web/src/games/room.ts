/** The pack and the words of each game, fetched when the game is to be seen. Tršet's come with the page. */
import { frenchCardWords } from '../cards/packs/french/names';
import { ITALIAN_DECK } from '../cards/packs/italian/deck';
import { tarokCardWords } from '../cards/packs/tarok/names';
import type { Deck } from '../lib/decks/deck';
import type { Spoken } from '../lib/i18n/more.svelte';
import { tablicWords } from './tablic/words/say.svelte';
import { tarokWords } from './tarok/words/say.svelte';
import type { GameName } from './module';

export interface Room {
  /** The pack, where it need not be fetched. */
  deck?: Deck;
  /** Fetches the pack. */
  load: () => Promise<Deck>;
  words: readonly Pick<Spoken<unknown>, 'ready' | 'failed' | 'follow'>[];
}

export const ROOMS: Readonly<Record<GameName, Room>> = {
  trset: { deck: ITALIAN_DECK, load: () => Promise.resolve(ITALIAN_DECK), words: [] },
  tarok: { load: () => import('../cards/packs/tarok/deck').then(({ TAROK_DECK }) => TAROK_DECK), words: [tarokWords, tarokCardWords] },
  tablic: {
    load: () => import('../cards/packs/french/deck').then(({ FRENCH_DECK }) => FRENCH_DECK),
    words: [tablicWords, frenchCardWords],
  },
};
