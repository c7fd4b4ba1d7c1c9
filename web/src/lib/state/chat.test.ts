import { expect, test } from 'vitest';
import { heard, unread } from './chat';
import { player } from './testing';

const line = (from: string, second: number): { from: ReturnType<typeof player>; text: string; at: string } => ({
  from: player(from),
  text: 'x',
  at: `2030-01-01T10:00:0${second}.000000Z`,
});
const lines = [line('ana', 1), line('bor', 2), line('ana', 3), line('me', 4)];

test('who is muted is not heard', () => {
  expect(heard(lines, ['ana']).map(({ from }) => from.id)).toEqual(['bor', 'me']);
});

test('new is what others wrote after one looked', () => {
  expect(unread(lines, '', 'me')).toBe(3);
  expect(unread(lines, lines[1]?.at ?? '', 'me')).toBe(1);
  expect(unread(heard(lines, ['ana']), lines[1]?.at ?? '', 'me')).toBe(0);
});
