/** Texts with places for values, and forms that depend on a number. No state here. */
import type en from './en.json';

export const LANGUAGES = ['sl', 'hr', 'it', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language in its own words. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  sl: 'slovenščina',
  hr: 'hrvatski',
  it: 'italiano',
  en: 'English',
};

export type Key = keyof typeof en;
export type Params = Readonly<Record<string, string | number>>;

/** A text, or one for each form that the language has for numbers. */
export type Entry = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
/** Texts by key; by default those that are always loaded. */
export type Catalogue<K extends string = Key> = Readonly<Record<K, Entry>>;

export function isLanguage(text: string | null | undefined): text is Language {
  return (LANGUAGES as readonly (string | null | undefined)[]).includes(text);
}

/** The first language of the reader's that we speak. Serbian and Bosnian readers get Croatian. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0] ?? '';
    if (isLanguage(language)) return language;
    if (['bs', 'sr', 'sh'].includes(language)) return 'hr';
  }
  return 'en';
}

/** The text for the key with its values in place. The parameter `n` chooses the plural form. */
export function format<K extends string>(
  catalogue: Catalogue<K>,
  language: Language,
  key: K,
  params: Params = {},
): string {
  const entry = catalogue[key];
  const text = typeof entry === 'string' ? entry : pluralForm(entry, language, params);
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = params[name];
    return value === undefined ? place : String(value);
  });
}

const rules = new Map<Language, Intl.PluralRules>();

function pluralForm(entry: Exclude<Entry, string>, language: Language, params: Params): string {
  const rule = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, rule);
  const form = rule.select(Number(params['n'] ?? 0));
  return entry[form] ?? entry.other ?? '';
}
