import { expect, test } from 'vitest';
import type { Followed, Player, Presence, TableSummary } from '../protocol';
import { inOrder, placeOf, reduceFollowed } from './following';

const player = (id: string): Player => ({ id, name: id, kind: 'person' });
const away = (id: string): Followed => ({ player: player(id) });
const here = (id: string, presence: Presence = { state: 'online' }): Followed => ({ player: player(id), presence });
const playing: Presence = { state: 'playing', table: 't', kind: 'trset-2' };

test('somebody who comes, plays and goes is told of one by one', () => {
  let list = reduceFollowed([], { type: 'followed', players: [away('Ana'), here('Bor')] });
  list = reduceFollowed(list, { type: 'followed_player', ...here('Ana', playing) });
  expect(list).toEqual([here('Ana', playing), here('Bor')]);
  list = reduceFollowed(list, { type: 'followed_player', ...away('Ana') });
  expect(list).toEqual([away('Ana'), here('Bor')]);
  // A list that is newer has taken the place of the one with Cene.
  expect(reduceFollowed(list, { type: 'followed_player', ...here('Cene') })).toEqual(list);
});

test('those who are here come first', () => {
  expect(inOrder([away('Ana'), here('Dana'), here('Bor'), away('Cene')]).map((one) => one.player.id)).toEqual([
    'Bor',
    'Dana',
    'Ana',
    'Cene',
  ]);
});

test('a table with a free seat can be joined, any other one watched', () => {
  const table = (seats: TableSummary['seats']): TableSummary[] => [
    { id: 't', config: { game: { name: 'trset', options: { players: 2 } } }, seats, phase: 'waiting', spectators: 0, demo: false },
  ];
  const place = { kind: 'trset-2', table: 't' };
  expect(placeOf(here('Ana', playing), table([player('Ana'), null]))).toEqual({ at: 'waiting', ...place });
  expect(placeOf(here('Ana', playing), table([player('Ana'), player('Bor')]))).toEqual({ at: 'playing', ...place });
  expect(placeOf(here('Ana', playing), [])).toEqual({ at: 'playing', ...place });
  expect(placeOf(here('Ana', { state: 'seeking', kind: 'tarok-3', pace: 'quick' }), [])).toEqual({ at: 'seeking', kind: 'tarok-3' });
  expect(placeOf(away('Ana'), [])).toEqual({ at: 'away' });
});
