import { describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GAME_NAMES, KINDS, KIND_NAMES } from '../../games';
import { LANGUAGES, chooseLanguage, format, type Catalogue, type Entry, type Language, type Say } from './core';
import en from './en.json';
import hr from './hr.json';
import it from './it.json';
import sl from './sl.json';
import sr from './sr.json';

const CATALOGUES: Record<Language, Catalogue> = { en, hr, it, sl, sr };
/** The words of single pages, games and packs of cards: a folder each, with a catalogue for every language. */
const MORE = import.meta.glob<Catalogue>(['./*/*.json', '../../games/*/i18n/**/*.json', '../../cards/packs/*/i18n/*.json'], {
  eager: true,
  import: 'default',
});
const FOLDERS = [...new Set(Object.keys(MORE).map((path) => path.slice(0, path.lastIndexOf('/'))))];

function catalogueOf(folder: string, language: Language): Catalogue {
  return folder === '' ? CATALOGUES[language] : (MORE[`${folder}/${language}.json`] ?? {});
}

/** Forms of which at least one must be there; languages differ in what they call them. */
const FORMS: Record<Language, string[]> = {
  en: ['one', 'other'],
  it: ['one', 'other'],
  hr: ['one', 'few', 'other'],
  sr: ['one', 'few', 'other'],
  sl: ['one', 'two', 'few', 'other'],
};

function texts(entry: Entry): string[] {
  return typeof entry === 'string' ? [entry] : Object.values(entry);
}

function places(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '').sort();
}

/** The catalogues as they are written: what is read of them has each key once. */
const WRITTEN = import.meta.glob<string>(['./*.json', './*/*.json', '../../games/*/i18n/**/*.json', '../../cards/packs/*/i18n/*.json'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

test.each(Object.entries(WRITTEN))('%s has each key once', (_path, text) => {
  const keys = [...text.matchAll(/^ {2}"(.+?)":/gm)].map((found) => found[1]);
  expect(keys).toEqual(Object.keys(JSON.parse(text) as Catalogue));
});

test('two figures against each other stay in one line', () => {
  const said = (text: string, values = {}): string => format({ said: text }, 'en', 'said', values);
  expect(said('kings {k} : {o}, the two : all', { k: 1, o: 3 })).toBe('kings 1\u00a0:\u00a03, the two : all');
  expect(said('You won {score}!', { score: '7⅔ : 7 (Ana) : 2 (Bor)' })).toBe('You won 7⅔\u00a0:\u00a07 (Ana) : 2 (Bor)!');
});

test.each(Object.entries(WRITTEN))('%s has one kind of apostrophe', (_path, text) => {
  expect(text.split('\n').filter((line) => line.includes("'"))).toEqual([]);
});

test('all with words of their own are found', () => {
  const pages = ['account', 'archive', 'bots', 'coach', 'fair', 'keys', 'looks', 'rules', 'settings', 'site'].map((name) => `./${name}`);
  const packs = ['french', 'italian', 'tarok'].map((name) => `../../cards/packs/${name}/i18n`);
  const games = GAME_NAMES.flatMap((name) => ['', '/main', '/coach', '/fair', '/rules'].map((part) => `../../games/${name}/i18n${part}`));
  expect(FOLDERS.sort()).toEqual([...pages, ...packs, ...games].sort());
});

const ALL = ['', ...FOLDERS].flatMap((folder) => LANGUAGES.map((language) => ({ folder, language })));

describe.each(ALL)('the words in $language, $folder', ({ folder, language }) => {
  const catalogue = catalogueOf(folder, language);
  const english = catalogueOf(folder, 'en');

  test('are all there, and no others', () => {
    expect(Object.keys(english)).not.toEqual([]);
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

  test('begin each hint with a capital letter', () => {
    const hints = Object.entries(catalogue).filter(([key]) => /hint$/i.test(key));
    expect(hints.flatMap(([, entry]) => texts(entry)).filter((text) => !/^[\p{Lu}\d{«]/u.test(text))).toEqual([]);
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
  expect([1, 2].map((n) => winner('sr', n))).toEqual(['Deljenje dobija ….', 'Deljenje dobijaju ….']);
  expect([1, 2].map((n) => winner('en', n))).toEqual(['… wins the deal.', '… win the deal.']);
});

test('fractions take their own form', () => {
  const points = (language: Language, n: number): string => format(CATALOGUES[language], language, 'points.whole', { n, points: n });
  expect(points('sl', 1.3)).toBe('1.3 točke');
  expect(points('hr', 1.3)).toBe('1.3 punta');
  expect(points('sr', 1.3)).toBe('1.3 poena');
  expect(points('en', 1)).toBe('1 point');
});

const ALL_ENGLISH = Object.assign({}, en, ...GAME_NAMES.map((name) => catalogueOf(`../../games/${name}/i18n/main`, 'en'))) as Catalogue;
const say: Say = (key, ...[values]) => format(ALL_ENGLISH, 'en', key, values);

test('values go where they belong', () => {
  expect(say('nav.home')).toBe('Home');
  expect(say('log.substituted', { name: 'Ana', by: 'Bor' })).toBe('Bor plays for Ana');
  const how = (here: boolean): string => say(here ? 'log.connected' : 'log.left', { name: 'Ana' });
  expect([how(true), how(false)]).toEqual(['Ana is connected again', 'Ana leaves']);
  const name = (game: 'trset' | 'tarok'): string => say(`game.${game}`);
  expect(name('tarok')).toBe('tarok');
});

test('a wrong key and wrong values are errors of types, and what is missing stays visible', () => {
  // @ts-expect-error there is no such key
  expect(say('log.substitute', { name: 'Ana' })).toBe('');
  // @ts-expect-error a value is missing
  expect(say('log.substituted', { name: 'Ana' })).toBe('{by} plays for Ana');
  // @ts-expect-error all values are missing
  expect(say('log.substituted')).toBe('{by} plays for {name}');
  // @ts-expect-error there is no place for this value
  expect(say('log.left', { name: 'Ana', card: 'ace' })).toBe('Ana leaves');
  // @ts-expect-error this text has no values
  expect(say('nav.home', { name: 'Ana' })).toBe('Home');
  // @ts-expect-error a number chooses the form
  expect(say('table.cards', { n: '3' })).toBe('3 cards');
  const how = (left: boolean): string =>
    // @ts-expect-error one of the two keys has a value
    say(left ? 'log.left' : 'nav.home');
  expect(how(true)).toBe('{name} leaves');
  const name = (game: 'trset' | 'target'): string =>
    // @ts-expect-error one of the keys that begin so has a value
    say(`game.${game}`);
  expect(name('target')).toBe('to {n}');
});

test('the first language of the reader’s that we speak', () => {
  expect(chooseLanguage(['de-AT', 'sl-SI', 'en'])).toBe('sl');
  for (const tag of ['sr-Latn', 'sr', 'sr-Cyrl-RS', 'sr-ME', 'sh']) expect(chooseLanguage([tag, 'en'])).toBe('sr');
  expect(chooseLanguage(['bs-BA'])).toBe('hr');
  expect(chooseLanguage(['de'])).toBe('en');
  expect(chooseLanguage([])).toBe('en');
});

test('the server calls games as the page does', () => {
  const path = join(import.meta.dirname, '../../../../server/src/invitation/names.json');
  const called = JSON.parse(readFileSync(path, 'utf8')) as Record<Language, Record<string, string>>;
  for (const language of LANGUAGES) {
    for (const kind of KIND_NAMES) {
      const own = catalogueOf(`../../games/${KINDS[kind].game}/i18n/main`, language);
      expect(called[language][kind]).toBe(own[`game.${kind}`]);
    }
  }
});
