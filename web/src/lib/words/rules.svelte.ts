/** The words around the rules, and of the page that lists them: fetched when they are first read. */
import { Words } from '../i18n/catalogues.svelte';

export const rulesWords = new Words<'rules'>(import.meta.glob('../i18n/rules/*.json', { query: '?whole' }));
