/** The words of the page of settings. */
import { Words } from '../i18n/catalogues.svelte';

export const settingsWords = new Words<'settings'>(import.meta.glob('../i18n/settings/*.json'));
