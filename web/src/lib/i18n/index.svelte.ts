/** The language that is spoken now. Everything visible goes through `t()`. */
import { recall, remember } from '../storage';
import { LANGUAGES, chooseLanguage, fetchCatalogue, format, isLanguage, tagOf, type Catalogue, type Language, type Say } from './core';

const REMEMBERED = 'vzetek.language';

/** The general words, and those by which the games are offered. */
const FILES = import.meta.glob('./*.json', { query: '?whole' });

let spoken = $state.raw<{ language: Language; catalogue: Catalogue } | null>(null);

/** The language to be spoken, even if its catalogue is not there yet. */
let wanted: Language | undefined;

/** Loads a catalogue and speaks it from now on. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  const catalogue = await fetchCatalogue(FILES, language);
  // A slower answer to an earlier choice is dropped.
  if (wanted !== language) return;
  spoken = { language, catalogue };
  document.documentElement.lang = tagOf(language);
}

/**
 * Speaks a language and remembers it for the next visit. Returns false if it could not be fetched although it
 * is still wanted.
 */
export async function chooseToSpeak(language: Language): Promise<boolean> {
  try {
    await speak(language);
  } catch {
    return wanted !== language;
  }
  if (wanted === language) remember(REMEMBERED, language);
  return true;
}

/**
 * Speaks the language of this visit: the remembered one, or what the browser
 * asks for, or whichever can be fetched. Throws if none can.
 */
export async function speakFirst(): Promise<void> {
  const remembered = recall(REMEMBERED);
  const asked = chooseLanguage(window.navigator.languages);
  let failure: unknown;
  for (const language of new Set([isLanguage(remembered) ? remembered : asked, asked, 'en' as const, ...LANGUAGES])) {
    try {
      await speak(language);
      return;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** The language of the words; before they are there, the one that is asked for. */
export function language(): Language {
  return spoken?.language ?? wanted ?? 'en';
}

/** The language and script for the browser's formatters. */
export function locale(): string {
  return tagOf(language());
}

/** The text for the key in the language of the reader. */
export const t: Say = (key, ...[values]) => (spoken ? format(spoken.catalogue, spoken.language, key, values) : '');
