import { expect, test } from 'vitest';
import { view } from '../../../lib/state/testing';
import { resultTable } from './result';

test('partners stand together, and the last trick has a column', () => {
  const seats = [
    { thirds: 10, declared: 9, side_thirds: 27, points: 9, won: true },
    { thirds: 9, declared: 0, side_thirds: 17, points: 5, won: false },
    { thirds: 8, declared: 0, side_thirds: 27, points: 9, won: true },
    { thirds: 8, declared: 0, side_thirds: 17, points: 5, won: false },
  ];
  const table = resultTable(view({ options: { players: 4 }, trick: { leader: 2, cards: [] }, result: { seats, cappotto: false } }));
  expect(table?.sides.map((side) => side.seats)).toEqual([
    [0, 2],
    [1, 3],
  ]);
  expect(table?.sides[0]?.lines.map((line) => [line.cards, line.last, line.declared])).toEqual([
    [10, 0, 9],
    [5, 3, 0],
  ]);
  expect(table).toMatchObject({ total: 44, hasDeclared: true });
  expect(resultTable(view())).toBeUndefined();
});

test('who forfeits has not won', () => {
  const seats = [0, 1].map((seat) => ({ thirds: 18 - seat, declared: 0, side_thirds: 18 - seat, points: 6 - seat, won: seat === 0 }));
  const table = resultTable(view({ result: { seats, cappotto: false } }), [false, true]);
  expect(table?.sides.map((side) => side.won)).toEqual([false, true]);
});
