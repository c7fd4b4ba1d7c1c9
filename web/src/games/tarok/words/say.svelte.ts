/** Tarok's own words: fetched when a table, a replay or a form of tarok opens. */
import { Words } from '../../../lib/i18n/more.svelte';

export const tarokWords = new Words<'tarok'>({
  sl: () => import('../i18n/sl.json'),
  hr: () => import('../i18n/hr.json'),
  it: () => import('../i18n/it.json'),
  en: () => import('../i18n/en.json'),
});

export const say = tarokWords.t;
