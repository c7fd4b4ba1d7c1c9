import { expect, test } from 'vitest';
import { gamePath, gamesPath, parseRoute, playerPath, tablePath } from './route';

test('addresses lead to pages and back', () => {
  expect(parseRoute('/game/g%2F1', '?move=17')).toEqual({ page: 'replay', id: 'g/1', move: '17' });
  expect(parseRoute('/table/t1', '?invite=word')).toEqual({ page: 'table', id: 't1', invite: 'word' });
  for (const invite of [undefined, 'a&b']) {
    const [path = '', query = ''] = tablePath('t1', invite, true).split('?');
    expect(parseRoute(path, query)).toEqual({ page: 'table', id: 't1', sit: true, ...(invite === undefined ? {} : { invite }) });
  }
  expect(parseRoute('/game/g1/fair', '')).toEqual({ page: 'fair', id: 'g1' });
  expect(parseRoute('/rules', '')).toEqual({ page: 'rules' });
  expect(parseRoute('/rules/kifameno', '')).toEqual({ page: 'rules', game: 'kifameno' });
  expect(parseRoute('/bots', '')).toEqual({ page: 'bots' });
  const filter = { kind: 'trset-2', player: 'u1', from: '2026-11-01', until: '2026-11-21' };
  const [path = '', query = ''] = gamesPath(filter).split('?');
  expect(parseRoute(path, query)).toEqual({ page: 'games', ...filter });
});

test('the sheet of proofs does not open by its bare name', () => {
  expect(parseRoute('/deck', '')).toEqual({ page: 'unknown' });
  expect(parseRoute('/deck', '?proof')).toEqual({ page: 'deck' });
});

test('what leads nowhere is unknown', () => {
  for (const path of ['/game', '/game/g1/unfair', '/game/g1/fair/2', '/table/t1/fair', '/rules/briscola', '/rules/trset/2', '/fair']) {
    expect(parseRoute(path, ''), path).toEqual({ page: 'unknown' });
  }
});

test('addresses are made safe', () => {
  expect(gamePath('a/b', 3)).toBe('/game/a%2Fb?move=3');
  expect(gamePath('g1')).toBe('/game/g1');
  expect(playerPath('ü')).toBe('/player/%C3%BC');
  expect(tablePath('t1', 'a&b')).toBe('/table/t1?invite=a%26b');
  expect(gamesPath({ kind: '', player: undefined })).toBe('/games');
});
