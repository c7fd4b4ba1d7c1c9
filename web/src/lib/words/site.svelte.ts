/** The words of the pages about the site itself: fetched when they are first read. */
import { Words } from '../i18n/catalogues.svelte';

export const siteWords = new Words<'site'>(import.meta.glob('../i18n/site/*.json'));
