/** The sentences that the coaches of several games share, and the words around them: fetched when a coach speaks. */
import { Words } from '../../i18n/catalogues.svelte';

export const coachWords = new Words<'coach'>(import.meta.glob('../../i18n/coach/*.json'));

export const say = coachWords.t;
