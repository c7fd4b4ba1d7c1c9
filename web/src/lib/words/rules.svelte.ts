/** The words of the rules of tršet and kifameno, and of the page that lists all: fetched when they are first read. */
import type en from '../i18n/rules/en.json';
import { Words } from '../i18n/more.svelte';

export const rulesWords = new Words<keyof typeof en>({
  sl: () => import('../i18n/rules/sl.json'),
  hr: () => import('../i18n/rules/hr.json'),
  it: () => import('../i18n/rules/it.json'),
  en: () => import('../i18n/rules/en.json'),
});
