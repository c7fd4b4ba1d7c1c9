/** The words of the page of settings. */
import { Words } from '../i18n/more.svelte';

export const settingsWords = new Words<'settings'>({
  sl: () => import('../i18n/settings/sl.json'),
  hr: () => import('../i18n/settings/hr.json'),
  it: () => import('../i18n/settings/it.json'),
  en: () => import('../i18n/settings/en.json'),
});
