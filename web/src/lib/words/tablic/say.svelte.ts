/** Tablić's own words: fetched when a table, a replay or a form of tablić opens. */
import { Words } from '../../i18n/more.svelte';

export const tablicWords = new Words<'tablic'>({
  sl: () => import('../../i18n/tablic/sl.json'),
  hr: () => import('../../i18n/tablic/hr.json'),
  it: () => import('../../i18n/tablic/it.json'),
  en: () => import('../../i18n/tablic/en.json'),
});

export const say = tablicWords.t;
