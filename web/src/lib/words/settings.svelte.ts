/** The words of the page of settings. */
import type en from '../i18n/settings/en.json';
import { Words } from '../i18n/more.svelte';

export const settingsWords = new Words<keyof typeof en>({
  sl: () => import('../i18n/settings/sl.json'),
  hr: () => import('../i18n/settings/hr.json'),
  it: () => import('../i18n/settings/it.json'),
  en: () => import('../i18n/settings/en.json'),
});
