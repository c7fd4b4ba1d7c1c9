/** The words of lists of matches and of sums over deals: fetched when they are first read. */
import { Words } from '../i18n/catalogues.svelte';

export const archiveWords = new Words<'archive'>(import.meta.glob('../i18n/archive/*.json'));
