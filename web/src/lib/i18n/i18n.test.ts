import { describe, expect, test } from 'vitest';
import { LANGUAGES, chooseLanguage, format, type Catalogue, type Entry, type Language } from './core';
import en from './en.json';
import hr from './hr.json';
import it from './it.json';
import sl from './sl.json';

const CATALOGUES: Record<Language, Catalogue> = { en, hr, it, sl };
/** The long texts of single pages: a folder each, with a catalogue for every language. */
const MORE = import.meta.glob<Catalogue<string>>('./*/*.json', { eager: true, import: 'default' });
const FOLDERS = [...new Set(Object.keys(MORE).map((path) => path.split('/')[1] ?? ''))];

function catalogueOf(folder: string, language: Language): Catalogue<string> {
  return folder === '' ? CATALOGUES[language] : (MORE[`./${folder}/${language}.json`] ?? {});
}

/** Forms of which at least one must be there; languages differ in what they call them. */
const FORMS: Record<Language, string[]> = {
  en: ['one', 'other'],
  it: ['one', 'other'],
  hr: ['one', 'few', 'other'],
  sl: ['one', 'two', 'few', 'other'],
};

function texts(entry: Entry): string[] {
  return typeof entry === 'string' ? [entry] : Object.values(entry);
}

function places(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '').sort();
}

test('the pages with words of their own are found', () => {
  expect(FOLDERS.sort()).toEqual(['bots', 'coach', 'fair', 'french', 'keys', 'rules', 'settings', 'site', 'tablic', 'tablicRules', 'tarok', 'tarokRules']);
});

const ALL = ['', ...FOLDERS].flatMap((folder) => LANGUAGES.map((language) => ({ folder, language })));

describe.each(ALL)('the words in $language, $folder', ({ folder, language }) => {
  const catalogue = catalogueOf(folder, language);
  const english = catalogueOf(folder, 'en');

  test('are all there, and no others', () => {
    expect(Object.keys(english).length).toBeGreaterThan(10);
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(english).sort());
  });

  test('have the same places for values', () => {
    for (const [key, entry] of Object.entries(catalogue)) {
      const expected = places(texts(english[key] ?? '')[0] ?? '');
      for (const text of texts(entry)) {
        expect(text.trim(), key).not.toBe('');
        // One and two may go without their number.
        expect(places(text), `${key}: ${text}`).toEqual(expected);
      }
    }
  });

  test('have the plural forms of the language', () => {
    for (const [key, entry] of Object.entries(catalogue)) {
      if (typeof entry !== 'string') expect(Object.keys(entry), key).toEqual(FORMS[language]);
    }
  });
});

test('Slovenian counts one, two, three and five differently', () => {
  const count = (n: number): string => format(CATALOGUES.sl, 'sl', 'table.cards', { n });
  expect([1, 2, 3, 5, 101, 102].map(count)).toEqual(['1 karta', '2 karti', '3 karte', '5 kart', '101 karta', '102 karti']);
});

test('who wins is told of one, of two and of more', () => {
  const winner = (language: Language, n: number): string => format(CATALOGUES[language], language, 'result.winner', { n, name: '…' });
  expect([1, 2, 3].map((n) => winner('sl', n))).toEqual(['Delitev dobi ….', 'Delitev dobita ….', 'Delitev dobijo ….']);
  expect([1, 2].map((n) => winner('hr', n))).toEqual(['Dijeljenje dobiva ….', 'Dijeljenje dobivaju ….']);
  expect([1, 2].map((n) => winner('en', n))).toEqual(['… wins the deal.', '… win the deal.']);
});

test('fractions take their own form', () => {
  const points = (language: Language, n: number): string =>
    format(CATALOGUES[language], language, 'points.whole', { n, points: n });
  expect(points('sl', 1.3)).toBe('1.3 točke');
  expect(points('hr', 1.3)).toBe('1.3 punta');
  expect(points('en', 1)).toBe('1 point');
});

test('values go where they belong, and what is missing stays visible', () => {
  expect(format(CATALOGUES.en, 'en', 'log.played', { name: 'Ana', card: 'three of coppe' })).toBe('Ana plays the three of coppe');
  expect(format(CATALOGUES.en, 'en', 'log.played', { name: 'Ana' })).toBe('Ana plays the {card}');
});

test('the first language of the reader’s that we speak', () => {
  expect(chooseLanguage(['de-AT', 'sl-SI', 'en'])).toBe('sl');
  expect(chooseLanguage(['sr-Latn'])).toBe('hr');
  expect(chooseLanguage(['de'])).toBe('en');
  expect(chooseLanguage([])).toBe('en');
});
