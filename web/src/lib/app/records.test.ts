import { afterEach, expect, test, vi } from 'vitest';
import type { GameRecord } from '../protocol';
import { api } from './server';
import { fetchRecord, recordOf } from './records';

const record = (id: string): GameRecord => ({ id }) as GameRecord;

afterEach(() => vi.restoreAllMocks());

test('a record that is on its way is not asked for again, and only the next page has it', async () => {
  const game = vi.spyOn(api, 'game').mockImplementation((id) => Promise.resolve(record(id)));
  fetchRecord('a');
  fetchRecord('a');
  expect(await recordOf('a')).toEqual(record('a'));
  expect(game).toHaveBeenCalledTimes(1);
  await recordOf('a');
  expect(game).toHaveBeenCalledTimes(2);
});

test('the record of another game is asked for', async () => {
  vi.spyOn(api, 'game').mockImplementation((id) => Promise.resolve(record(id)));
  fetchRecord('a');
  expect(await recordOf('b')).toEqual(record('b'));
  expect(await recordOf('a')).toEqual(record('a'));
});

test('a record that did not come is told to who takes it, and asked for again by the next', async () => {
  const game = vi.spyOn(api, 'game').mockRejectedValueOnce(new Error('no network'));
  fetchRecord('a');
  await expect(recordOf('a')).rejects.toThrow('no network');

  game.mockRejectedValueOnce(new Error('no network')).mockResolvedValue(record('a'));
  fetchRecord('a');
  await new Promise((resolve) => setTimeout(resolve));
  expect(await recordOf('a')).toEqual(record('a'));
});
