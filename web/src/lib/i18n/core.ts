/** Texts with places for values, and forms that depend on a number. No state here. */
import type { Messages } from './messages';

export const LANGUAGES = ['sl', 'hr', 'sr', 'it', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language in its own words. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  sl: 'slovenščina',
  hr: 'hrvatski',
  sr: 'srpski',
  it: 'italiano',
  en: 'English',
};

/** Returns the tag of a language and its script for the browser, which would write dates and lists of Serbian in Cyrillic. */
export function tagOf(language: Language): string {
  return language === 'sr' ? 'sr-Latn' : language;
}

/** The names of the catalogues: `main` is always loaded, the others are fetched where single pages, games and packs of cards need them. */
export type CatalogueName = keyof Messages;
export type Key<C extends CatalogueName = 'main'> = keyof Messages[C] & string;
/** Keys of texts without values. */
export type PlainKey<C extends CatalogueName = 'main'> = {
  [K in Key<C>]: [Messages[C][K]] extends [never] ? K : never;
}[Key<C>];
/** Keys of texts with a number and no other value. */
export type CountedKey<C extends CatalogueName = 'main'> = {
  [K in Key<C>]: [Messages[C][K]] extends [never] ? never : [Messages[C][K]] extends ['n'] ? K : never;
}[Key<C>];

/** Values by their names. The one called `n` is a number, and chooses the plural form. */
type Values<Names extends string> = Readonly<{ [Name in Names]: Name extends 'n' ? number : string | number }>;

/** Returns the text for a key, with a value in each of its places. A key that is one of several takes the values of all. */
export type Say<C extends CatalogueName = 'main'> = <K extends Key<C>>(
  key: K,
  ...values: [Messages[C][K]] extends [never] ? [] : [values: Values<Messages[C][K] & string>]
) => string;

/** A text, or one for each form that the language has for numbers. */
export type Entry = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
/** Texts by key. */
export type Catalogue = Readonly<Record<string, Entry>>;

/** The files of a catalogue by their paths; each is called by its language. */
export type CatalogueFiles = Readonly<Record<string, () => Promise<unknown>>>;

export async function fetchCatalogue(files: CatalogueFiles, language: Language): Promise<Catalogue> {
  const path = Object.keys(files).find((one) => one.split('?')[0]?.endsWith(`/${language}.json`)) ?? '';
  const { default: catalogue } = (await files[path]?.()) as { default: Catalogue };
  return catalogue;
}

export function isLanguage(text: string | null | undefined): text is Language {
  return (LANGUAGES as readonly (string | null | undefined)[]).includes(text);
}

/** Languages without a catalogue, and the one that their readers get. */
const NEAREST: Readonly<Record<string, Language>> = { bs: 'hr', sh: 'sr' };

/** Returns the first language of the reader's that has a catalogue, in any script. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0] ?? '';
    if (isLanguage(language)) return language;
    const nearest = NEAREST[language];
    if (nearest) return nearest;
  }
  return 'en';
}

/** Returns the text for the key with its values in place; a place without a value stays visible. */
export function format(catalogue: Catalogue, language: Language, key: string, values: Values<string> = {}): string {
  const entry = catalogue[key] ?? '';
  const text = typeof entry === 'string' ? entry : pluralForm(entry, language, Number(values['n'] ?? 0));
  return whole(text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place)));
}

/** Keeps two figures against each other, as in `1 : 3`, in one line. */
function whole(text: string): string {
  return text.includes(' : ') ? text.replace(/(\d|[⅓⅔]) : (?=\d)/g, '$1\u00a0:\u00a0') : text;
}

const rules = new Map<Language, Intl.PluralRules>();

function pluralForm(entry: Exclude<Entry, string>, language: Language, n: number): string {
  const rule = rules.get(language) ?? new Intl.PluralRules(tagOf(language));
  rules.set(language, rule);
  return entry[rule.select(n)] ?? entry.other ?? '';
}
