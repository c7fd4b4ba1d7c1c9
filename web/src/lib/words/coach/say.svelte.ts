/** The coach's words: fetched when the coach speaks, or when a result is explained. */
import { Words } from '../../i18n/more.svelte';

export const coachWords = new Words<'coach'>({
  sl: () => import('../../i18n/coach/sl.json'),
  hr: () => import('../../i18n/coach/hr.json'),
  it: () => import('../../i18n/coach/it.json'),
  en: () => import('../../i18n/coach/en.json'),
});

export const say = coachWords.t;
