import { afterEach, expect, test, vi } from 'vitest';
import en from '../lib/i18n/en.json';
import { api } from '../lib/app/server';
import { RULES } from '../games/rules';
import { rulesWords } from '../lib/words/rules.svelte';
import { PAGES, fetchPage, fetchTablePage, pageAt, type PageName } from './pages';
import { gamesPath, tablePath } from '../lib/app/route';

/** Returns the page and those of its properties that the address has given. */
function at(path: string, query = ''): [PageName, Record<string, unknown>] {
  const { name, props } = pageAt(path, query);
  return [name, Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined))];
}

test('addresses lead to pages and back', () => {
  expect(at('/')).toEqual(['front', {}]);
  expect(at('/game/g%2F1', '?move=17')).toEqual(['replay', { id: 'g/1', move: '17' }]);
  expect(at('/game/g1/')).toEqual(['replay', { id: 'g1' }]);
  expect(at('/game/g1/fair')).toEqual(['fair', { id: 'g1' }]);
  expect(at('/table/ab%20c', '?invite=w%26rd')).toEqual(['table', { id: 'ab c', invite: 'w&rd', sit: false }]);
  for (const invite of [undefined, 'a&b']) {
    const [path = '', query = ''] = tablePath('t1', invite, true).split('?');
    expect(at(path, query)).toEqual(['table', { id: 't1', sit: true, ...(invite === undefined ? {} : { invite }) }]);
  }
  expect(at('/rules')).toEqual(['rules', {}]);
  expect(at('/rules/kifameno')).toEqual(['rules', { game: 'kifameno' }]);
  expect(at('/rules/Tarok')).toEqual(['rules', { game: 'tarok' }]);
  expect(at('/bots')).toEqual(['bots', {}]);
  expect(at('/player/%E0%A4%A')).toEqual(['player', { id: '%E0%A4%A' }]);
  const filter = { kind: 'trset-2', player: 'u1', from: '2026-11-01', until: '2026-11-21' };
  const [path = '', query = ''] = gamesPath(filter).split('?');
  expect(at(path, query)).toEqual(['games', filter]);
});

test('the sheet of proofs does not open by its bare name', () => {
  expect(at('/deck')).toEqual(['unknown', {}]);
  expect(at('/deck', '?proof')).toEqual(['deck', {}]);
});

test('addresses of nothing lead to the page that says so', () => {
  const nowhere = ['/game', '/game/g1/unfair', '/game/g1/fair/2', '/table', '/table/t1/fair', '/nowhere', '/create/x'];
  for (const path of [...nowhere, '/rules/briscola', '/rules/trset/2', '/fair']) expect(at(path), path).toEqual(['unknown', {}]);
});

test('a page is made anew for another table or game, and not for another filter', () => {
  expect(pageAt('/table/a').key).not.toBe(pageAt('/table/b').key);
  expect(pageAt('/table/a', '?sit').key).toBe(pageAt('/table/a').key);
  expect(pageAt('/games', '?kind=trset-2').key).toBe(pageAt('/games').key);
  expect(pageAt('/game/g1').key).not.toBe(pageAt('/game/g1/fair').key);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a record is asked for with the code of the page that shows it', () => {
  const game = vi.spyOn(api, 'game').mockReturnValue(new Promise(() => undefined));
  for (const name of ['replay', 'fair', 'rules'] as const) vi.spyOn(PAGES[name], 'load').mockReturnValue(new Promise(() => undefined));
  fetchPage(pageAt('/rules'));
  expect(game).not.toHaveBeenCalled();
  for (const path of ['/game/g1', '/game/g2/fair']) fetchPage(pageAt(path));
  expect(game.mock.calls).toEqual([['g1'], ['g2']]);
  expect(PAGES.replay.load).toHaveBeenCalledTimes(1);
});

test('the words of the rules and the text of a game are asked for with the code of their page', () => {
  vi.spyOn(PAGES.rules, 'load').mockReturnValue(new Promise(() => undefined));
  const [words, tablic, tarok] = [rulesWords, RULES.tablic, RULES.tarok].map((one) => vi.spyOn(one, 'follow').mockReturnValue());
  fetchPage(pageAt('/rules'));
  expect([words, tablic, tarok].map((follow) => follow?.mock.calls.length)).toEqual([1, 0, 0]);
  fetchPage(pageAt('/rules/tablic'));
  expect([words, tablic, tarok].map((follow) => follow?.mock.calls.length)).toEqual([2, 1, 0]);
});

test('the table comes ahead of time where one sits down, and nowhere else', () => {
  vi.useFakeTimers();
  const load = vi.spyOn(PAGES.table, 'load').mockReturnValue(new Promise(() => undefined));
  for (const name of ['replay', 'rules', 'table'] as const) fetchTablePage(name);
  vi.runAllTimers();
  expect(load).not.toHaveBeenCalled();
  fetchTablePage('front')?.();
  vi.runAllTimers();
  expect(load).not.toHaveBeenCalled();
  fetchTablePage('front');
  vi.runAllTimers();
  expect(load).toHaveBeenCalledTimes(1);
});

test('every page has a title', () => {
  for (const [name, { title }] of Object.entries(PAGES)) expect(en, name).toHaveProperty([title]);
});
