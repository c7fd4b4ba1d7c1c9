/** The fields of the form for a new table of tršet and kifameno. */
import { say } from './words/catalogues.svelte';
import type { GameForm } from '../forms';
import TrsetFields from './components/TrsetFields.svelte';

const form: GameForm = {
  fields: TrsetFields,
  idea: ({ variant }) => say(variant === 'kifameno' ? 'create.idea.kifameno' : 'create.idea.trset'),
};

export default form;
