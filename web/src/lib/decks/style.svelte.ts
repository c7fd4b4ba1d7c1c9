/** The way in which the reader wants cards drawn. */
import type { CardStyle } from '../../cards/style';
import { settings } from '../app/settings.svelte';
import type { Language } from '../i18n/core';
import { language } from '../i18n/index.svelte';

export type Pack = 'italian' | 'tarok' | 'french';
type Letters = CardStyle['letters'];

/**
 * The letters of the court cards in each language, where they differ from those of the notation: the first ones of
 * their names. Where two would begin alike one of them keeps the letter of the notation; the English knight has that
 * of chess.
 */
const LETTERS: Record<Language, Record<Pack, Letters>> = {
  en: { italian: { C: 'N' }, tarok: { C: 'N' }, french: {} },
  sl: { italian: { J: 'F' }, tarok: { Q: 'D', J: 'F' }, french: { Q: 'D', J: 'F' } },
  hr: { italian: { J: 'F' }, tarok: { Q: 'D' }, french: { Q: 'D' } },
  sr: { italian: { J: 'F' }, tarok: { Q: 'D' }, french: { Q: 'D' } },
  it: { italian: { K: 'R', J: 'F' }, tarok: { K: 'R', J: 'F' }, french: { K: 'R', Q: 'D', J: 'F' } },
};

/** Returns the letters that the page's language gives a pack. */
export function lettersOf(pack: Pack, spoken: Language): Letters {
  return LETTERS[spoken][pack];
}

/** Returns the style of a pack by the reader's settings. The suits of the Italian pack have four colours anyway. */
export function cardStyle(pack: Pack): CardStyle {
  return { letters: settings.letters === 'language' ? lettersOf(pack, language()) : {}, four: settings.four && pack !== 'italian' };
}
