import { beforeAll, expect, test } from 'vitest';
import { speak } from '../i18n/index.svelte';
import { player } from '../state/testing';
import type { SeatState } from '../protocol';
import { clockWords, durationText } from './names';
import { goOnText } from './result';

const nameOf = (seat: number): string => ['Ana', 'Bor', 'Cene', 'Dana'][seat] ?? '';

beforeAll(() => speak('en'));

function seat(id: string, ready: boolean, kind: 'guest' | 'bot' = 'guest'): SeatState {
  return { player: player(id, { kind }), connected: true, substitute: null, ready, bank_ms: 0 };
}

test('the clock is told with its units, the reserve as it stands at the seats', () => {
  expect(clockWords({ move_ms: 20_000, bank_ms: 60_000, grace_ms: 0 })).toBe('20 sec per move, reserve +1:00');
  expect(clockWords({ move_ms: 60_000, bank_ms: 300_000, grace_ms: 0 })).toBe('1 min per move, reserve +5:00');
  expect(clockWords({ move_ms: 60_000, bank_ms: 0, grace_ms: 0 })).toBe('1 min per move');
});

test('durations are said in the units of the language', async () => {
  expect([600_000, 61_001, 800].map(durationText)).toEqual(['10 minutes', '1 minute 2 seconds', '1 second']);
  await speak('sl');
  expect(durationText(122_000)).toBe('2 minuti 2 sekundi');
  await speak('en');
});

test('people who want to go on are named to the others, bots are not', async () => {
  const seats = [seat('ana', true), seat('bor', true), seat('cene', false), seat('dana', true, 'bot')];
  expect(goOnText({ seats, you: 0 }, nameOf)).toBe('Bor wants to play on.');
  expect(goOnText({ seats, you: 2 }, nameOf)).toBe('Ana and Bor want to play on.');
  expect(goOnText({ seats: seats.slice(2), you: 0 }, nameOf)).toBe('');
  await speak('sl');
  expect(goOnText({ seats, you: 2 }, nameOf)).toBe('Ana in Bor želita igrati naprej.');
  await speak('en');
});
