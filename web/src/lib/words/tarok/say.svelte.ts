/** Tarok's own words: fetched when a table, a replay or a form of tarok opens. */
import { Words } from '../../i18n/more.svelte';

export const tarokWords = new Words<'tarok'>({
  sl: () => import('../../i18n/tarok/sl.json'),
  hr: () => import('../../i18n/tarok/hr.json'),
  it: () => import('../../i18n/tarok/it.json'),
  en: () => import('../../i18n/tarok/en.json'),
});

export const say = tarokWords.t;
