import { beforeEach, expect, test } from 'vitest';
import { remember } from '../storage';
import { MOST, forgetTable, keepTable, keptTables, keptWord, type KeptTable } from './invitations';

const table = (id: string, reader = 'ana'): KeptTable => ({
  id,
  invite: `word-${id}`,
  config: { game: { name: 'trset', options: { players: 2 } }, private: true },
  players: [null, null],
  reader,
});

beforeEach(() => {
  localStorage.clear();
});

test('the word of a table that was left is known until the table is no more', () => {
  keepTable(table('a'));
  keepTable(table('b'));
  expect(keptWord('a')).toBe('word-a');
  forgetTable('a');
  expect(keptWord('a')).toBeUndefined();
  expect(keptWord('b')).toBe('word-b');
});

test('each account has its own list, the latest table first and each once', () => {
  keepTable(table('a'));
  keepTable(table('b', 'bor'));
  keepTable(table('c'));
  keepTable(table('a'));
  expect(keptTables('ana').map(({ id }) => id)).toEqual(['a', 'c']);
  expect(keptTables('bor').map(({ id }) => id)).toEqual(['b']);
  expect(keptTables(undefined)).toEqual([]);
});

test('the list is bounded: the oldest go', () => {
  for (let n = 0; n <= MOST; n++) keepTable(table(String(n)));
  expect(keptTables('ana')).toHaveLength(MOST);
  expect(keptWord('0')).toBeUndefined();
});

test('what this page has not written is no table', () => {
  for (const text of ['{', '{}', 'null', '[null]', '[{"id":"a","invite":"w","reader":"ana"}]']) {
    remember('vzetek.privateTables', text);
    expect(keptTables('ana'), text).toEqual([]);
  }
});
