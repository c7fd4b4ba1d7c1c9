/** Tablić's own words: fetched when a table, a replay or a form of tablić opens. */
import { Words } from '../../../lib/i18n/more.svelte';

export const tablicWords = new Words<'tablic'>({
  sl: () => import('../i18n/sl.json'),
  hr: () => import('../i18n/hr.json'),
  it: () => import('../i18n/it.json'),
  en: () => import('../i18n/en.json'),
});

export const say = tablicWords.t;
