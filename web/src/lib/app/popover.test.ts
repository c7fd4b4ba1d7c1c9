import { expect, test } from 'vitest';
import { panelPlace } from './popover';

const ROOM = { width: 400, height: 300 };
const PANEL = { width: 120, height: 80 };

function place(x: number, y: number, align: 'start' | 'end' = 'start', panel = PANEL): number[] {
  const { left, top } = panelPlace({ x, y, width: 50, height: 20 }, panel, ROOM, align);
  return [left, top];
}

test('a panel lies below its opener, from one of its edges', () => {
  expect(place(100, 40)).toEqual([100, 66]);
  expect(place(100, 40, 'end')).toEqual([30, 66]);
});

test('a panel of what stands over the hand lies above it, or below where there is no room', () => {
  const opener = { x: 100, y: 120, width: 50, height: 20 };
  expect(panelPlace(opener, PANEL, ROOM, 'start', 'above').top).toBe(34);
  expect(panelPlace({ ...opener, y: 40 }, PANEL, ROOM, 'start', 'above').top).toBe(66);
});

test('where there is no room below it lies above', () => {
  expect(place(100, 250)).toEqual([100, 164]);
});

test('where there is room on neither side it lies over the opener rather than out of the window', () => {
  expect(place(100, 120, 'start', { width: 120, height: 250 })).toEqual([100, 44]);
  expect(place(100, 120, 'start', { width: 120, height: 500 })).toEqual([100, 6]);
});

test('it goes beyond no edge', () => {
  expect(place(360, 40)).toEqual([274, 66]);
  expect(place(10, 40, 'end')).toEqual([6, 66]);
  expect(place(100, 40, 'start', { width: 500, height: 80 })).toEqual([6, 66]);
});
