/** The fields of the form for a new table of tablić. */
import type { GameForm } from '../forms';
import TablicFields from './components/TablicFields.svelte';
import { say } from './words/catalogues.svelte';

const form: GameForm = { fields: TablicFields, idea: () => say('create.idea') };

export default form;
