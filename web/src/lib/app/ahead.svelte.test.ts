import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Socket } from '../net/socket';
import { FakeTimers, FakeTransport, WELCOME } from '../net/testing';
import type { TableEvent, TableSnapshot, TarokSide, Turn } from '../protocol';
import { deal, played, player, seat, snapshot, view } from '../state/testing';
import { SEEN_MS } from './ahead.svelte';
import { settings } from './settings.svelte';
import { PAGE_TIMERS } from '../timers';
import { TableStore } from './table.svelte';

let line: FakeTransport;
let store: TableStore;
let stop: () => void;
const before = { ...settings };

beforeEach(() => {
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
  stop = $effect.root(() => {
    store.ahead.follow(() => true);
  });
  Object.assign(settings, before);
});

afterEach(() => {
  stop();
  store.close();
  Object.assign(settings, before);
  vi.useRealTimers();
});

function turnOf(seat: number, legal?: string[]): Turn {
  return { seat, ...(legal ? { legal } : {}), move_ms: 1, bank_ms: 1 };
}

function show(hand: string[], turn: Turn, more: Partial<Parameters<typeof deal>[0]> = {}, table: Partial<TableSnapshot> = {}): void {
  const seen = view({ hand, hand_sizes: [hand.length, 2] });
  line.say({ type: 'snapshot', snapshot: snapshot({ deal: deal({ view: seen, turn, ...more }), ...table }) });
  line.sent.length = 0;
  pass(0);
}

/** The other player plays a card, and it is the reader's turn. */
function lead(legal: string[], card = 'DK'): void {
  const event: TableEvent = {
    type: 'moved',
    seat: 1,
    action: card,
    by: 'player',
    thinking_ms: 1,
    events: [played(1, card)],
    turn: turnOf(0, legal),
  };
  line.say({ type: 'event', table: 't1', seq: 11, event });
  flushSync();
}

function pass(ms: number): void {
  flushSync();
  vi.advanceTimersByTime(ms);
  flushSync();
}

function sent(): string[] {
  return line.sent.flatMap((message) => (message as { action?: string }).action ?? []);
}

test('a card made ready is told to nobody before its turn, and is played then', () => {
  show(['D3', 'C4'], turnOf(1));
  store.act('D3');
  expect(store.ahead.card).toBe('D3');
  pass(5000);
  expect(line.sent).toEqual([]);
  lead(['D3']);
  expect(sent()).toEqual([]);
  // Once the card that was led has been seen.
  pass(5000);
  pass(1);
  expect(sent()).toEqual(['D3']);
});

test('another press takes it back, but not the second half of a double one; another card takes its place', () => {
  show(['D3', 'C4'], turnOf(1));
  store.act('D3');
  store.act('D3');
  expect(store.ahead.card).toBe('D3');
  store.act('C4');
  expect(store.ahead.card).toBe('C4');
  pass(400);
  store.act('C4');
  expect(store.ahead.card).toBeUndefined();
  lead(['D3', 'C4']);
  pass(5000);
  expect(sent()).toEqual([]);
});

test('a card that may not be played is dropped, and that is said', () => {
  show(['D3', 'D2', 'C4'], turnOf(1));
  store.act('C4');
  lead(['D3', 'D2']);
  expect(store.notice).toEqual({ kind: 'not_ready', card: 'C4' });
  pass(5000);
  expect(sent()).toEqual([]);
  expect(store.ahead.card).toBeUndefined();
});

test('while something may be declared, the reader decides', () => {
  show(['D3', 'C4'], turnOf(1));
  store.act('D3');
  lead(['D3', 'C4', 'declare:napola:D']);
  pass(5000);
  expect(sent()).toEqual([]);
  expect(store.ahead.card).toBe('D3');
});

test('it is still ready after a lost connection, but not in another deal or after another move', () => {
  show(['D3', 'C4'], turnOf(1));
  store.act('D3');
  show(['D3', 'C4'], turnOf(1));
  expect(store.ahead.card).toBe('D3');
  show(['D3', 'C4'], turnOf(1), { game: 'g2' });
  expect(store.ahead.card).toBeUndefined();
  show(['D3', 'C4'], turnOf(1), { moves: [{ seat: 0, action: 'D2', by: 'substitute', thinking_ms: 1, events: [] }] });
  expect(store.ahead.card).toBeUndefined();
});

test('the last card of a hand plays itself, after a moment and once', () => {
  show(['D3'], turnOf(0, ['D3']));
  pass(SEEN_MS - 1);
  expect(sent()).toEqual([]);
  pass(1);
  expect(sent()).toEqual(['D3']);
  line.say({ type: 'error', table: 't1', of: 'act', code: 'illegal_action', message: '' });
  pass(5000);
  expect(sent()).toEqual(['D3']);
});

test('not for those who do not want it, even in the moment before', () => {
  show(['D3'], turnOf(0, ['D3']));
  pass(SEEN_MS - 1);
  settings.autoLast = false;
  pass(5000);
  expect(sent()).toEqual([]);
});

test('the only card plays itself by choice', () => {
  show(['D3', 'C4'], turnOf(0, ['D3']));
  pass(5000);
  expect(sent()).toEqual([]);
  settings.autoOnly = true;
  pass(SEEN_MS);
  expect(sent()).toEqual(['D3']);
});

test('the only card waits to be played where a coach explains, in the first games of those who play without ratings', () => {
  const unrated = { config: { ...snapshot().config, rated: false } };
  settings.autoOnly = true;
  show(['D3', 'C4'], turnOf(0, ['D3']), {}, unrated);
  expect(store.ahead.itself).toBeUndefined();
  pass(5000);
  expect(sent()).toEqual([]);
  settings.line = 'off';
  pass(SEEN_MS - 1);
  expect([store.ahead.itself, sent()]).toEqual(['D3', []]);
  pass(1);
  expect(sent()).toEqual(['D3']);
});

test('the only card waits as long as going at once could tell who holds the called king', () => {
  settings.autoOnly = true;
  const { config, ...table } = snapshot();
  const four = [0, 1, 2, 3];
  const tarok = (sides: (TarokSide | null)[]): TableSnapshot => ({
    ...table,
    config: { ...config, game: { name: 'tarok', options: { players: 4 } } },
    seats: four.map((n) => seat({ player: player(n === 0 ? 'ana' : `p${n}`), connected: true })),
    score: { game: 'tarok', points: four.map(() => 0), radelci: four.map(() => 0), deals: 0 },
    deal: {
      ...deal(),
      zones: {
        'hand:0': { n: 2, cards: ['H4', 'T5'] },
        'hand:1': { n: 1 },
        'hand:2': { n: 2 },
        'hand:3': { n: 2 },
        'trick:1': { n: 1, cards: ['HK'] },
      },
      status: {
        game: 'tarok',
        phase: 'playing',
        undertaking: { declarer: 1, contract: 'three', stakes: [], called: { king: 'SK', sides } },
        leader: 1,
        tricks: four.map(() => 0),
      },
      turn: turnOf(0, ['H4']),
    },
  });
  line.say({ type: 'snapshot', snapshot: tarok([null, 'declarer', null, null]) });
  pass(5000);
  expect(sent()).toEqual([]);
  line.say({ type: 'snapshot', snapshot: tarok(['defenders', 'declarer', 'defenders', 'declarer']) });
  pass(0);
  pass(SEEN_MS);
  expect(sent()).toEqual(['H4']);
});

test('the last card has nothing to be explained', () => {
  show(['D3'], turnOf(0, ['D3']), {}, { config: { ...snapshot().config, rated: false } });
  pass(SEEN_MS);
  expect(sent()).toEqual(['D3']);
});

test('a card made ready is played all the same while a coach explains', () => {
  show(['D3', 'C4'], turnOf(1), {}, { config: { ...snapshot().config, rated: false } });
  store.act('D3');
  lead(['D3']);
  pass(5000);
  pass(1);
  expect(sent()).toEqual(['D3']);
});

test('nothing but a card plays itself', () => {
  settings.autoOnly = true;
  show(['D3', 'C4'], turnOf(0, ['pass']));
  pass(5000);
  expect(sent()).toEqual([]);
});
