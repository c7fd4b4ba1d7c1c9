import { expect, test } from 'vitest';
import type { PoolSummary, ServerMessage } from '../protocol';
import { NO_PAIRING, reducePairing, tilesOf, type PairingState } from './pairing';

const config: PoolSummary['config'] = { game: { name: 'trset', options: { players: 2, target: 21 } } };
const seek = { kind: 'trset-2', pace: 'quick' } as const;

function after(...messages: ServerMessage[]): PairingState {
  return messages.reduce(reducePairing, NO_PAIRING);
}

const lobby: ServerMessage = {
  type: 'lobby',
  tables: [],
  levels: [],
  pools: [
    { ...seek, config },
    { kind: 'trset-2', pace: 'unhurried', config },
  ],
};
const counts: ServerMessage = {
  type: 'pools',
  pools: [
    { ...seek, seeking: 2, playing: 4 },
    { kind: 'chess-2', pace: 'quick', seeking: 1, playing: 0 },
  ],
};

test('pools keep their people when the lobby is told again', () => {
  const { pools } = after(lobby, counts, lobby);
  expect(pools.map(({ pace, seeking, playing }) => [pace, seeking, playing])).toEqual([
    ['quick', 2, 4],
    ['unhurried', 0, 0],
  ]);
});

test('the wish is what the server says last', () => {
  expect(after({ type: 'seeking', seek }).seek).toEqual(seek);
  expect(after({ type: 'seeking', seek }, { type: 'seeking', seek: null }).seek).toBeNull();
});

test('a call ends the wish and stands until the table has been seen or is gone', () => {
  const called = after({ type: 'seeking', seek }, { type: 'called', table: 'x', ...seek });
  expect(called).toMatchObject({ seek: null, called: { table: 'x', kind: 'trset-2' } });
  const gone = (table: string): ServerMessage => ({ type: 'error', code: 'no_such_table', message: '', table });
  expect(reducePairing(called, gone('y')).called).not.toBeNull();
  expect(reducePairing(called, gone('x')).called).toBeNull();
});

test('a tile is a kind of game, with the people of its pools', () => {
  expect(tilesOf([]).map((tile) => tile.kind)).toContain('tarok-3');
  const [tile, ...others] = tilesOf(after(lobby, counts).pools);
  expect(others).toEqual([]);
  expect(tile).toMatchObject({ kind: 'trset-2', seeking: 2, playing: 4 });
});
