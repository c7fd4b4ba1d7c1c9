/** Tablić’s own words, fetched when a table, a replay or a form of the game opens; and its coach's sentences, fetched when the coach speaks. */
import { Words } from '../../../lib/i18n/catalogues.svelte';

export const tablicWords = new Words<'tablic'>(import.meta.glob('../i18n/*.json'));
export const tablicCoachWords = new Words<'tablicCoach'>(import.meta.glob('../i18n/coach/*.json'));

export const say = tablicWords.t;
export const coachSay = tablicCoachWords.t;
