import { expect, test } from 'vitest';
import { gamePath, gamesPath, partsOf, playerPath, tablePath } from './route';

test('a pattern names the parts of an address', () => {
  expect(partsOf('/game/:id/fair', '/game/a%2Fb/fair')).toEqual({ id: 'a/b' });
  expect(partsOf('/rules/:game?', '/rules/')).toEqual({});
  expect(partsOf('/rules/:game?', '/rules/tarok')).toEqual({ game: 'tarok' });
  expect(partsOf('/', '/')).toEqual({});
  expect(partsOf('*', '/any/thing')).toEqual({});
  for (const path of ['/', '/game', '/game/a', '/game/a/unfair', '/game/a/fair/b']) {
    expect(partsOf('/game/:id/fair', path), path).toBeNull();
  }
});

test('addresses are made safe', () => {
  expect(gamePath('a/b', 3)).toBe('/game/a%2Fb?move=3');
  expect(gamePath('g1')).toBe('/game/g1');
  expect(playerPath('ü')).toBe('/player/%C3%BC');
  expect(tablePath('t1', 'a&b')).toBe('/table/t1?invite=a%26b');
  expect(tablePath('a/b', 'c d')).toBe('/table/a%2Fb?invite=c%20d');
  expect(gamesPath({ kind: '', player: undefined })).toBe('/games');
});
