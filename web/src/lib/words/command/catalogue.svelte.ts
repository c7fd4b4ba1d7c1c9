/** The catalogue of the keys and of typed commands: fetched when one of them is first used. */
import { Words } from '../../i18n/catalogues.svelte';

export const keyWords = new Words<'keys'>(import.meta.glob('../../i18n/keys/*.json'));

export const say = keyWords.t;
