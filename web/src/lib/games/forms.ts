/** The parts of the form for a new table that belong to single games. */
import type { Component } from 'svelte';
import TablicFields from '../../components/tablic/TablicFields.svelte';
import TarokFields from '../../components/tarok/TarokFields.svelte';
import TrsetFields from '../../components/trset/TrsetFields.svelte';
import { t } from '../i18n/index.svelte';
import type { TableForm } from '../state/tableForm';
import { say as sayTablic } from '../words/tablic/say.svelte';
import { say } from '../words/tarok/say.svelte';
import type { GameName } from './module';

export interface GameForm {
  /** The fields of the game's options. */
  fields: Component<{ form: TableForm }, object, 'form'>;
  /** Returns the idea of the chosen game in a sentence. */
  idea: (form: TableForm) => string;
}

export const FORMS: Readonly<Record<GameName, GameForm>> = {
  trset: { fields: TrsetFields, idea: ({ variant }) => t(variant === 'kifameno' ? 'create.idea.kifameno' : 'create.idea.trset') },
  tarok: { fields: TarokFields, idea: ({ tarokPlayers }) => say(tarokPlayers === 4 ? 'create.ideaOfFour' : 'create.idea') },
  tablic: { fields: TablicFields, idea: () => sayTablic('create.idea') },
};
