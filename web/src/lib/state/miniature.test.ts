import { describe, expect, test } from 'vitest';
import type { TableSummary } from '../protocol';
import { sceneOf, tableToShow } from './miniature';
import { view } from './testing';

describe('the scene', () => {
  const names = ['Ana', 'Bor'];

  test('has a seat for everybody, and each card comes from whoever played it', () => {
    const scene = sceneOf(view({ trick: { leader: 1, cards: ['D3', 'D7'] }, hand_sizes: [4, 3], current_player: 1 }), names, 'clockwise');
    expect(scene.seats).toEqual([
      { side: 'bottom', name: 'Ana', hand: 4, turn: false },
      { side: 'top', name: 'Bor', hand: 3, turn: true },
    ]);
    expect(scene.cards).toEqual([
      { card: 'D3', from: 'top' },
      { card: 'D7', from: 'bottom' },
    ]);
    expect(scene.stock).toBe(2);
  });

  test('sends the cards of a trick to whoever leads the next one, or takes this one', () => {
    expect(sceneOf(view({ trick: { leader: 1, cards: [] } }), names, 'clockwise').goTo).toBe('top');
    expect(sceneOf(view(), names, 'clockwise', { leader: 1, cards: ['D3', 'D7'] }, 0).goTo).toBe('bottom');
  });

  test('shows the last trick of a deal that is over', () => {
    const over = view({ current_player: null, last_trick: { leader: 0, cards: ['C4', 'C3'] }, trick: { leader: 1, cards: [] } });
    expect(sceneOf(over, names, 'clockwise').cards.map(({ card }) => card)).toEqual(['C4', 'C3']);
  });
});

describe('the scene of a game for four', () => {
  const four = view({ trick: { leader: 0, cards: ['D3', 'D7'] }, hand_sizes: [9, 9, 10, 10], tricks: [0, 0, 0, 0], current_player: 2 });
  const names = ['Ana', 'Bor', 'Cene', 'Dana'];

  test('has the next player at the right where it is played to the right', () => {
    const scene = sceneOf(four, names, 'counterclockwise');
    expect(scene.seats.map(({ name, side }) => [name, side])).toEqual([
      ['Ana', 'bottom'],
      ['Dana', 'left'],
      ['Cene', 'top'],
      ['Bor', 'right'],
    ]);
    expect(scene.cards.map(({ from }) => from)).toEqual(['bottom', 'right']);
    expect(sceneOf(four, names, 'clockwise').cards.map(({ from }) => from)).toEqual(['bottom', 'left']);
  });
});

describe('the table to show', () => {
  const table = (id: string, more: Partial<TableSummary> = {}): TableSummary => ({
    id,
    config: { game: { name: 'trset', options: { players: 2 } } },
    seats: [],
    phase: 'playing',
    spectators: 0,
    demo: false,
    ...more,
  });

  test('is one of people before a show of bots, and the one most watched', () => {
    const tables = [table('show', { demo: true, spectators: 9 }), table('quiet'), table('loud', { spectators: 3 })];
    expect(tableToShow(tables, undefined)?.id).toBe('loud');
  });

  test('stays the same as long as it is there, also between two deals', () => {
    const tables = [table('show', { demo: true, phase: 'finished' }), table('people')];
    expect(tableToShow(tables, 'show')?.id).toBe('show');
    expect(tableToShow(tables, 'gone')?.id).toBe('people');
  });

  test('is not one at which nothing has moved for a while, unless there is no other', () => {
    const tables = [table('left', { spectators: 3 }), table('show', { demo: true })];
    expect(tableToShow(tables, 'left', new Set(['left']))?.id).toBe('show');
    expect(tableToShow(tables.slice(0, 1), 'left', new Set(['left']))?.id).toBe('left');
  });

  test('is not one at which a player is away, unless nothing moves at the others', () => {
    const tables = [table('left', { spectators: 3, away: [0] }), table('show', { demo: true })];
    expect(tableToShow(tables, 'left')?.id).toBe('show');
    expect(tableToShow(tables, 'show', new Set(['show']))?.id).toBe('left');
  });

  test('is none where nothing is played', () => {
    expect(tableToShow([table('over', { phase: 'finished' })], undefined)).toBeUndefined();
  });
});
