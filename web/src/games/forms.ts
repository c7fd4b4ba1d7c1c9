/** The parts of the form for a new table that belong to single games. */
import type { Component } from 'svelte';
import type { TableForm } from '../lib/state/tableForm';
import { byGame } from './byGame';

export interface GameForm {
  /** The fields of the game's options. */
  fields: Component<{ form: TableForm }, object, 'form'>;
  /** Returns the idea of the chosen game in a sentence. */
  idea: (form: TableForm) => string;
}

export const FORMS = byGame(import.meta.glob<GameForm>('./*/fields.ts', { eager: true, import: 'default' }));
