/** The fields of the form for a new table of tarok. */
import type { GameForm } from '../forms';
import TarokFields from './components/TarokFields.svelte';
import { say } from './words/catalogues.svelte';

const form: GameForm = {
  fields: TarokFields,
  idea: ({ tarokPlayers }) => say(tarokPlayers === 4 ? 'create.ideaOfFour' : 'create.idea'),
};

export default form;
