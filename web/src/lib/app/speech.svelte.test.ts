import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Socket } from '../net/socket';
import { FakeTimers, FakeTransport, WELCOME } from '../net/testing';
import { speak } from '../i18n/index.svelte';
import type { Phrase, Player } from '../protocol';
import { player, snapshot } from '../state/testing';
import { mute } from './muted.svelte';
import { settings } from './settings.svelte';
import { Speech } from './speech.svelte';
import { PAGE_TIMERS } from '../timers';
import { TableStore } from './table.svelte';

const BOR = player('bor');
const GUEST = player('gost');

let line: FakeTransport;
let store: TableStore;
let speech: Speech;
let seq: number;
let stop: () => void;
const before = { ...settings };

beforeEach(async () => {
  await speak('en');
  vi.useFakeTimers();
  line = new FakeTransport();
  const socket = new Socket({ open: () => line, timers: new FakeTimers(), random: () => 0 });
  store = new TableStore('t1', undefined, {
    socket,
    timers: PAGE_TIMERS,
    pace: () => 'normal',
    moves: () => true,
    wantsSeat: () => false,
    reader: () => 'ana',
  });
  socket.start();
  line.onopen?.();
  line.say(WELCOME);
  line.say({ type: 'snapshot', snapshot: snapshot() });
  seq = 10;
  stop = $effect.root(() => {
    speech = new Speech(store);
  });
  flushSync();
});

afterEach(() => {
  stop();
  store.close();
  mute(BOR, false);
  Object.assign(settings, before);
  vi.useRealTimers();
});

function write(from: Player, text: string, phrase?: Phrase): void {
  const event = { type: 'chat' as const, line: { from, text, at: '2026-01-01T10:00:00Z', ...(phrase ? { phrase } : {}) } };
  line.say({ type: 'event', table: 't1', seq: (seq += 1), event });
}

function declare(seat: number): void {
  const events = [{ game: 'trset', type: 'declared' as const, seat, declaration: 'napola:D' }];
  const event = { type: 'moved' as const, seat, action: 'declare:napola:D', by: 'player' as const, thinking_ms: 1, events, turn: null };
  line.say({ type: 'event', table: 't1', seq: (seq += 1), event });
}

test('what somebody at the table writes stands at their seat, and goes; phrases in the reader’s language', () => {
  write(BOR, 'Good evening');
  expect(speech.at(1)).toMatchObject({ text: 'Good evening', chat: true });
  expect(speech.at(0)).toBeUndefined();
  vi.advanceTimersByTime(speech.at(1)?.stay ?? NaN);
  expect(speech.at(1)).toBeUndefined();
  write(BOR, 'in English', 'thanks');
  expect(speech.at(1)?.text).toBe('Thanks!');
});

test('a long line stays longer, but not for ever', () => {
  write(BOR, 'Hi');
  const short = speech.at(1)?.stay ?? NaN;
  write(BOR, 'A sentence for which one needs some time');
  const long = speech.at(1)?.stay ?? NaN;
  expect(long).toBeGreaterThan(short);
  write(BOR, 'x'.repeat(300));
  expect(speech.at(1)?.stay).toBe(7000);
});

test('the next line takes the place of the last, for as long as it needs', () => {
  write(BOR, 'one');
  vi.advanceTimersByTime(2000);
  write(BOR, 'two');
  expect(speech.at(1)?.text).toBe('two');
  vi.advanceTimersByTime(2000);
  expect(speech.at(1)?.text).toBe('two');
  vi.advanceTimersByTime(1000);
  expect(speech.at(1)).toBeUndefined();
});

test('words of the game and of the chat are not mixed up', () => {
  declare(1);
  const said = speech.at(1);
  expect(said?.chat).toBe(false);
  write(BOR, 'ha');
  expect(speech.at(1)).toMatchObject({ text: 'ha', chat: true });
  declare(1);
  // Once the first has been seen.
  vi.advanceTimersByTime(2000);
  expect(speech.at(1)).toMatchObject({ text: said?.text, chat: false });
});

test('neither those who are muted, nor those who only watch, nor anybody where bubbles are off', () => {
  mute(BOR, true);
  write(BOR, 'not heard');
  mute(BOR, false);
  write(GUEST, 'from behind');
  settings.bubbles = false;
  write(BOR, 'not wanted');
  expect([speech.at(0), speech.at(1)]).toEqual([undefined, undefined]);
  settings.bubbles = true;
  write(BOR, 'heard');
  expect(speech.at(1)?.text).toBe('heard');
});
