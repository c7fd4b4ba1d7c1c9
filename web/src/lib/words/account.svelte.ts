/** The words of the page of one's account. */
import { Words } from '../i18n/catalogues.svelte';

export const accountWords = new Words<'account'>(import.meta.glob('../i18n/account/*.json'));
