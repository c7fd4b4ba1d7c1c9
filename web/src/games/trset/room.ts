/** The pack and the words of tršet and kifameno. The pack comes with the page. */
import { ITALIAN_DECK } from '../../cards/packs/italian/deck';
import { italianCardWords } from '../../cards/packs/italian/names';
import type { Room } from '../room';
import { trsetCoachWords, trsetWords } from './words/catalogues.svelte';

const room: Room = {
  deck: ITALIAN_DECK,
  load: () => Promise.resolve(ITALIAN_DECK),
  words: [trsetWords, italianCardWords],
  coach: trsetCoachWords,
};

export default room;
