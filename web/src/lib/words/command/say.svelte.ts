/** The words of the keys and of typed commands: fetched when one of them is first used. */
import { Words } from '../../i18n/more.svelte';

export const keyWords = new Words<'keys'>({
  sl: () => import('../../i18n/keys/sl.json'),
  hr: () => import('../../i18n/keys/hr.json'),
  it: () => import('../../i18n/keys/it.json'),
  en: () => import('../../i18n/keys/en.json'),
});

export const say = keyWords.t;
