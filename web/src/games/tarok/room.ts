/** The pack and the words of tarok. */
import { tarokCardWords } from '../../cards/packs/tarok/names';
import type { Room } from '../room';
import { tarokCoachWords, tarokWords } from './words/catalogues.svelte';

const room: Room = {
  load: () => import('../../cards/packs/tarok/deck').then(({ TAROK_DECK }) => TAROK_DECK),
  words: [tarokWords, tarokCardWords],
  coach: tarokCoachWords,
};

export default room;
