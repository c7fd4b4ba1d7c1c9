/** The words of tršet and kifameno, fetched when a table, a replay or a form of the game opens; and its coach's sentences, fetched when the coach speaks. */
import { Words } from '../../../lib/i18n/catalogues.svelte';

export const trsetWords = new Words<'trset'>(import.meta.glob('../i18n/*.json'));
export const trsetCoachWords = new Words<'trsetCoach'>(import.meta.glob('../i18n/coach/*.json'));

export const say = trsetWords.t;
export const coachSay = trsetCoachWords.t;
