/** The language that is spoken now. Everything visible goes through `t()`. */
import { chooseLanguage, format, isLanguage, type Catalogue, type Key, type Language, type Params } from './core';

const REMEMBERED = 'vzetek.language';

const CATALOGUES: Record<Language, () => Promise<{ default: unknown }>> = {
  sl: () => import('./sl.json'),
  hr: () => import('./hr.json'),
  it: () => import('./it.json'),
  en: () => import('./en.json'),
};

let spoken = $state.raw<{ language: Language; catalogue: Catalogue } | null>(null);

/** Loads a catalogue and speaks it from now on. */
export async function speak(language: Language): Promise<void> {
  const loaded = await CATALOGUES[language]();
  spoken = { language, catalogue: loaded.default as Catalogue };
  document.documentElement.lang = language;
}

/** Speaks a language and remembers it for the next visit. */
export async function chooseToSpeak(language: Language): Promise<void> {
  await speak(language);
  window.localStorage.setItem(REMEMBERED, language);
}

/** The language of this visit: the remembered one, or what the browser asks for. */
export function firstLanguage(): Language {
  const remembered = window.localStorage.getItem(REMEMBERED);
  return isLanguage(remembered) ? remembered : chooseLanguage(window.navigator.languages);
}

export function language(): Language {
  return spoken?.language ?? 'en';
}

/** The text for the key in the language of the reader. */
export function t(key: Key, params?: Params): string {
  return spoken ? format(spoken.catalogue, spoken.language, key, params) : '';
}
