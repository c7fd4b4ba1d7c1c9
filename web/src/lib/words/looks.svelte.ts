/** The words of names and faces. */
import { Words } from '../i18n/catalogues.svelte';

export const looksWords = new Words<'looks'>(import.meta.glob('../i18n/looks/*.json'));
