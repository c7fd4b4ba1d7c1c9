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

test('alone, four are four sides; a deal that stopped has no last trick; cappotto may count double', () => {
  const seats = [10, 9, 8, 8].map((thirds) => ({ thirds, declared: 0, side_thirds: thirds, points: 2, won: thirds === 8 }));
  const result = { seats, cappotto: false };
  const alone = resultTable(view({ options: { variant: 'kifameno', players: 4, alone: true }, result }));
  expect(alone?.sides.map((side) => [side.seats, side.won])).toEqual([
    [[0], false],
    [[1], false],
    [[2], true],
    [[3], true],
  ]);
  const options = { players: 4, target: 21, stops_at_target: true, cappotto_doubles: true };
  const at = { trick: { leader: 2, cards: [] }, options };
  const lasts = (hand_sizes: number[]): (number | undefined)[] | undefined =>
    resultTable(view({ ...at, hand_sizes, result }))?.sides.flatMap((side) => side.lines.map(({ last }) => last));
  expect(lasts([2, 2, 2, 2])).toEqual([0, 0, 0, 0]);
  expect(lasts([0, 0, 0, 0])).toEqual([0, 3, 0, 0]);
  const stopped = (hand_sizes: number[]): boolean | undefined => resultTable(view({ ...at, hand_sizes, result }))?.stopped;
  expect([stopped([2, 2, 2, 2]), stopped([0, 0, 0, 0])]).toEqual([true, false]);
  expect(resultTable(view({ ...at, result: { seats, cappotto: true } }))?.doubled).toBe(true);
  expect(alone?.doubled).toBe(false);
});
