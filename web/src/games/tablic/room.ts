/** The pack and the words of tablić. */
import { frenchCardWords } from '../../cards/packs/french/names';
import type { Room } from '../room';
import { tablicCoachWords, tablicWords } from './words/catalogues.svelte';

const room: Room = {
  load: () => import('../../cards/packs/french/deck').then(({ FRENCH_DECK }) => FRENCH_DECK),
  words: [tablicWords, frenchCardWords],
  coach: tablicCoachWords,
};

export default room;
