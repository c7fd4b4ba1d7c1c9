import { beforeEach, expect, test } from 'vitest';
import { recall } from '../storage';
import { FIRST_GAMES, countDeal, isHelped, lessons } from './lessons.svelte';
import { settings } from './settings.svelte';

beforeEach(() => {
  localStorage.clear();
  Object.assign(settings, { line: 'first', strip: 'first' });
  Object.assign(lessons, { last: '', played: { trset: 0, kifameno: 0, tarok: 0, tablic: 0 } });
});

test('the first three deals of a game are helped, each game for itself', () => {
  for (let deal = 1; deal <= FIRST_GAMES; deal++) {
    countDeal('trset', `deal ${deal}`);
    expect(isHelped('line', 'trset')).toBe(true);
  }
  countDeal('trset', 'one more');
  expect(isHelped('line', 'trset')).toBe(false);
  expect(isHelped('strip', 'tarok')).toBe(true);
});

test('a page that is loaded anew counts no deal again', () => {
  for (let load = 0; load < 5; load++) countDeal('tarok', 'the same');
  expect(lessons.played.tarok).toBe(1);
});

test('who wants more or less help has it', () => {
  settings.line = 'off';
  expect(isHelped('line', 'tablic')).toBe(false);
  expect(isHelped('strip', 'tablic')).toBe(true);
  for (let deal = 0; deal < 9; deal++) countDeal('tablic', `deal ${deal}`);
  settings.line = 'on';
  expect(isHelped('line', 'tablic')).toBe(true);
  expect(JSON.parse(recall('vzetek.lessons') ?? '')).toMatchObject({ played: { tablic: 9 } });
});
