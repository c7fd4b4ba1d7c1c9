/** Tarok’s own words, fetched when a table, a replay or a form of the game opens; and its coach's sentences, fetched when the coach speaks. */
import { Words } from '../../../lib/i18n/catalogues.svelte';

export const tarokWords = new Words<'tarok'>(import.meta.glob('../i18n/*.json'));
export const tarokCoachWords = new Words<'tarokCoach'>(import.meta.glob('../i18n/coach/*.json'));

export const say = tarokWords.t;
export const coachSay = tarokCoachWords.t;
