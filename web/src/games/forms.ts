/** The parts of the form for a new table that belong to single games. */
import type { Component } from 'svelte';
import type { TableForm } from '../lib/state/tableForm';
import type { GameName } from './module';
import { TABLIC_FIELDS } from './tablic/fields';
import { TAROK_FIELDS } from './tarok/fields';
import { TRSET_FIELDS } from './trset/fields';

export interface GameForm {
  /** The fields of the game's options. */
  fields: Component<{ form: TableForm }, object, 'form'>;
  /** Returns the idea of the chosen game in a sentence. */
  idea: (form: TableForm) => string;
}

export const FORMS: Readonly<Record<GameName, GameForm>> = { trset: TRSET_FIELDS, tarok: TAROK_FIELDS, tablic: TABLIC_FIELDS };
