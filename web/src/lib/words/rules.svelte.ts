/** The words around the rules, and of the page that lists them: fetched when they are first read. */
import { Words } from '../i18n/more.svelte';

export const rulesWords = new Words<'rules'>({
  sl: () => import('../i18n/rules/sl.json'),
  hr: () => import('../i18n/rules/hr.json'),
  it: () => import('../i18n/rules/it.json'),
  en: () => import('../i18n/rules/en.json'),
});
