/** The words of the pages about the site itself: fetched when they are first read. */
import { Words } from '../i18n/more.svelte';

export const siteWords = new Words<'site'>({
  sl: () => import('../i18n/site/sl.json'),
  hr: () => import('../i18n/site/hr.json'),
  it: () => import('../i18n/site/it.json'),
  en: () => import('../i18n/site/en.json'),
});
