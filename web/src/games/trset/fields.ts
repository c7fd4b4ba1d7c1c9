/** The fields of the form for a new table of tršet and kifameno. */
import { t } from '../../lib/i18n/index.svelte';
import type { GameForm } from '../forms';
import TrsetFields from './components/TrsetFields.svelte';

export const TRSET_FIELDS: GameForm = {
  fields: TrsetFields,
  idea: ({ variant }) => t(variant === 'kifameno' ? 'create.idea.kifameno' : 'create.idea.trset'),
};
