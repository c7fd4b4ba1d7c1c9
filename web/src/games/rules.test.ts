/** The rules say the same in all languages, and what they reckon comes out. */
import { describe, expect, test } from 'vitest';
import { outline, rulesComponent } from '../../tools/rulesText';
import { RANKS } from '../cards/packs/italian/notation';
import { LANGUAGES, type Catalogue } from '../lib/i18n/core';
import { contractValue, itemValue } from './tarok/state/values';
import { TABLIC_TARGETS, TRSET_TARGETS, type TarokContract } from '../lib/protocol';

const WRITTEN = import.meta.glob<string>('./*/rules/*.md', { eager: true, query: '?raw', import: 'default' });
const TAROK = import.meta.glob<Catalogue>('./tarok/i18n/*.json', { eager: true, import: 'default' });
const TEXTS = ['trset', 'tarok', 'tablic'] as const;

function written(game: string, language: string): string {
  const text = WRITTEN[`./${game}/rules/${language}.md`];
  if (text === undefined) throw new Error(`there are no rules of ${game} in ${language}`);
  return text;
}

test.each(Object.entries(WRITTEN))('%s has one kind of apostrophe', (_path, text) => {
  expect(text.split('\n').filter((line) => line.includes("'"))).toEqual([]);
});

/** The cells of all rows of tables, without the marks of what stands out. */
function rowsOf(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('| '));
  return lines.map((line) =>
    line
      .replaceAll('**', '')
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

/** Lines with words, rather than cards and figures. */
function sentencesOf(text: string): string[] {
  return text.split('\n').filter((line) => (line.match(/(?<!\p{L})\p{Ll}{3,}/gu) ?? []).length > 4);
}

/** Thirds of points such as `11⅔`. */
function thirds(points: string): number {
  return 3 * Number(/^\d*/.exec(points)?.[0]) + ['⅓', '⅔'].indexOf(points.slice(-1)) + 1;
}

test('all rules are there, in every language', () => {
  const names = TEXTS.flatMap((name) => LANGUAGES.map((language) => `./${name}/rules/${language}.md`));
  expect(Object.keys(WRITTEN).sort()).toEqual(names.sort());
});

test.each([
  ['trset', TRSET_TARGETS],
  ['tablic', TABLIC_TARGETS],
] as const)('the targets of %s are told in every language', (name, targets) => {
  const told = new RegExp(`\\(${targets.slice(0, -1).join(', ')} \\p{L}+ ${targets.at(-1)}(?: \\p{L}+)?\\)`, 'u');
  for (const language of LANGUAGES) expect(written(name, language)).toMatch(told);
});

describe.each(TEXTS.flatMap((name) => LANGUAGES.map((language) => ({ name, language }))))('$name in $language', ({ name, language }) => {
  const text = written(name, language);
  const english = written(name, 'en');

  test('has the same sections, cards, lists and tables', () => {
    const parts = outline(name, text);
    expect(parts.filter((part) => part.startsWith('#')).length).toBeGreaterThan(8);
    expect(parts.filter((part) => part.startsWith('cards')).length).toBeGreaterThan(7);
    expect(parts).toEqual(outline(name, english));
  });

  if (language === 'en') return;
  test('leaves nothing in English', () => {
    const left = new Set(sentencesOf(english));
    expect(left.size).toBeGreaterThan(20);
    expect(sentencesOf(text).filter((line) => left.has(line))).toEqual([]);
  });
});

test.each(LANGUAGES)('the points of a pack and the example of a score add up, in %s', (language) => {
  const text = written('trset', language);
  const [pack = ''] = /^C3 .*$/m.exec(text) ?? [];
  const worth = new Map(pack.split(', ').map((card) => [card.slice(1, 2), thirds(card.slice(3))]));
  expect([...worth.keys()]).toEqual([...RANKS]);
  const LAST_TRICK = 3;
  expect([...worth.values()].reduce((all, one) => all + 4 * one, LAST_TRICK)).toBe(35);

  const rows = rowsOf(text).slice(-6);
  const [names, aces, others, last, together, down] = rows.map((row) => row.slice(1));
  expect(names?.slice(0, 2)).toEqual(['Ana', 'Bor']);
  // Ana took three aces and twelve cards of a third, Bor the rest.
  const ace = worth.get('A') ?? 0;
  expect([aces, others, last].map((row) => row?.map(thirds))).toEqual([
    [3 * ace, ace, 4 * ace],
    [12, 8, 20],
    [LAST_TRICK, 0, LAST_TRICK],
  ]);
  expect(together?.map(thirds)).toEqual([24, 11, 35]);
  expect(down).toEqual(['8', '3', '']);
  for (const said of [/24.*35.*8.*3/, /11.*35.*8.*3/]) expect(sentencesOf(text).some((line) => said.test(line))).toBe(true);
});

test.each(LANGUAGES)('contracts and announcements have their names and values, in %s', (language) => {
  const names = TAROK[`./tarok/i18n/${language}.json`] ?? {};
  const rows = rowsOf(written('tarok', language));
  const listed = (contracts: readonly TarokContract[]): unknown[] =>
    contracts.map((one) => [names[`contract.${one}`], one === 'klop' ? '–' : String(contractValue(one))]);
  expect(rows.slice(1, 7).map((row) => row.slice(0, 2))).toEqual(listed(['klop', 'three', 'two', 'one', 'solo', 'berac']));
  expect(rows.slice(8, 20).map((row) => row.slice(0, 2))).toEqual(
    listed([
      'klop',
      'three',
      'two',
      'one',
      'solo_three',
      'solo_two',
      'solo_one',
      'berac',
      'solo_without',
      'open_berac',
      'colour_valat',
      'valat',
    ]),
  );
  const said = (items: readonly string[], sign: (item: string) => string): unknown[] =>
    items.map((one) => [names[`item.${one}`], `±${itemValue(one)}`, `${sign(one)}${itemValue(one) / 2}`]);
  expect(rows.slice(21, 25).map((row) => row.slice(0, 3))).toEqual(said(['trula', 'kings', 'pagat_ultimo', 'valat'], () => '+'));
  // Of four players ultimos can be lost silently.
  const four = said(['trula', 'kings', 'king_ultimo', 'pagat_ultimo', 'valat'], (one) => (one.endsWith('ultimo') ? '±' : ''));
  expect(rows.slice(26, 31).map((row) => row.slice(0, 3))).toEqual(four);
});

test.each(LANGUAGES)('the rules of four add a section and tell nothing of three alone, in %s', (language) => {
  const source = rulesComponent('tarok', written('tarok', language));
  expect(source).toMatch(/\.\.\.\(players === 4 \? \[\{"id":"king","title":"[^"]+"\}\] : \[\]\)/);
  // Passages for three and for four come in pairs, but for the called king and its words.
  const parts = outline('tarok', written('tarok', language));
  const [three, four] = ['three', 'four'].map((whom) => parts.filter((part) => part === `only ${whom}`).length);
  expect(three).toBeGreaterThan(10);
  expect(four).toBe((three ?? 0) + 2);
  expect(source).toContain('<TarokOptions {players} />');
});

test('what is not understood is refused, with what would be', () => {
  const read = (text: string) => () => rulesComponent('trset', text);
  expect(read(':::cards\nC3, HK\n:::\n')).toThrow('“HK” is no card of this game, as in “BK Ana, *B2* Bor, ~~D3~~”');
  expect(read('The ace (:card[T1]).\n')).toThrow('“:card[T1]” is no card of this game');
  expect(read(':::cards\nC3\n')).toThrow('“:::cards” is not closed by a line “:::”');
  expect(read('::::tarok\nText\n::::\n')).toThrow('“::::tarok” is none of cards, trset, kifameno');
  expect(() => rulesComponent('tarok', '::option\n')).toThrow('“::option” is none of options');
  expect(read('## The deal\n')).toThrow('the section “The deal” has no name, as in “The deal {#deal}”');
  expect(() => rulesComponent('bridge', '')).toThrow('there are no rules of bridge, only of trset, tarok, tablic');
});

test('signs that mean something to a component are text', () => {
  const source = rulesComponent('tarok', 'Less < more, {a} & b.\n\n## One <i> {#one}\n');
  expect(source).toContain('<p>Less &#60; more, &#123;a&#125; &#38; b.</p>');
  expect(source).toContain('<h2 id="one" tabindex="-1">One &#60;i&#62;</h2>');
});
