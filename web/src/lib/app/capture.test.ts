import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Socket } from '../net/socket';
import { FakeTimers, FakeTransport, WELCOME } from '../net/testing';
import type { Turn } from '../protocol';
import type { ViewOf } from '../../games/module';
import { deal, snapshot } from '../state/testing';
import { CaptureChoice } from './capture.svelte';
import { settings } from './settings.svelte';
import { PAGE_TIMERS } from '../timers';
import { TableStore } from './table.svelte';

const VIEW: ViewOf<'tablic'> = {
  game: 'tablic',
  zones: {},
  options: { players: 2 },
  dealer: 1,
  current_player: 0,
  observer: 0,
  hand: ['S10', 'HJ', 'H4'],
  cards: ['C10', 'D7', 'H3', 'C2'],
  deck: 24,
  hand_sizes: [3, 3],
  tricks: [0, 0],
  piles: [[], []],
  tablas: [0, 0],
  known: [[], []],
  trick: undefined,
  last_trick: null,
};
const LEGAL = ['S10', 'S10xC10', 'S10xD7+H3', 'S10xC10+D7+H3', 'HJ', 'HJxC10+C2', 'HJxD7+H3+C2', 'H4'];

let line: FakeTransport;
let store: TableStore;
let capture: CaptureChoice;

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
  line.sent.length = 0;
  capture = new CaptureChoice(store);
  show();
});

afterEach(() => {
  settings.confirm = false;
  store.close();
  vi.useRealTimers();
});

function show(turn: Partial<Turn> = {}, rated = false): void {
  const config = { game: { name: 'tablic', options: { players: 2 } }, rated } as const;
  line.say({
    type: 'snapshot',
    snapshot: snapshot({ config, deal: deal({ view: VIEW, turn: { seat: 0, legal: LEGAL, move_ms: 1, bank_ms: 1, ...turn } }) }),
  });
}

/** The actions that were sent. */
function sent(): unknown[] {
  return line.sent.flatMap((message) => (message as { type: string; action?: string }).action ?? []);
}

function wait(): void {
  vi.advanceTimersByTime(350);
}

test('a card is chosen by one press, and another one takes the richest capture', () => {
  capture.pressHand('S10');
  expect(capture).toMatchObject({ card: 'S10', picked: [], offered: ['C10', 'D7', 'H3'] });
  expect(sent()).toEqual([]);
  wait();
  capture.pressHand('S10');
  expect(sent()).toEqual(['S10xC10+D7+H3']);
  expect(capture.active).toBe(false);
});

test('where ratings are at stake the reader picks among several captures', () => {
  show({}, true);
  capture.pressHand('S10');
  expect(capture.offered).toEqual([]);
  wait();
  capture.pressHand('S10');
  expect(sent()).toEqual([]);
  expect(store.notice).toMatchObject({ code: 'illegal_action', rule: 'several_captures' });
  capture.pressTable('C10');
  capture.pressHand('S10');
  expect(sent()).toEqual(['S10xC10']);
});

test('a press that was doubled only chooses', () => {
  capture.pressHand('S10');
  vi.advanceTimersByTime(349);
  capture.pressHand('S10');
  expect(sent()).toEqual([]);
  expect(capture.card).toBe('S10');
});

test('a card that takes nothing is laid down by another press', () => {
  capture.pressHand('H4');
  wait();
  capture.pressHand('H4');
  expect(sent()).toEqual(['H4']);
});

test('what is picked is taken, in the order of the notation', () => {
  capture.pressHand('S10');
  capture.pressTable('H3');
  expect(capture.choice.capture).toBeUndefined();
  expect(capture.offered).toEqual([]);
  capture.pressTable('D7');
  capture.capture();
  expect(sent()).toEqual(['S10xD7+H3']);
});

test('what does not add up is not sent, and the reason is told', () => {
  capture.pressHand('S10');
  capture.pressTable('H3');
  capture.capture();
  wait();
  capture.pressHand('S10');
  expect(sent()).toEqual([]);
  expect(store.notice).toMatchObject({ code: 'illegal_action', rule: 'does_not_add_up' });
  expect(capture).toMatchObject({ card: 'S10', picked: ['H3'] });
  capture.pressTable('H3');
  expect(store.notice).toBeNull();
});

test('picks outlast another card that can take them, and no other', () => {
  capture.pressTable('C10');
  capture.pressTable('C2');
  expect(capture.playable).toEqual(['HJ']);
  capture.pressHand('HJ');
  expect(capture.picked).toEqual(['C10', 'C2']);
  capture.pressHand('S10');
  expect(capture).toMatchObject({ card: 'S10', picked: [] });
  capture.clear();
  expect(capture.card).toBeUndefined();
});

test('whoever wants two presses sees the richest capture picked first', () => {
  settings.confirm = true;
  capture.pressHand('S10');
  capture.takeRichest();
  expect(sent()).toEqual([]);
  expect(capture.picked).toEqual(['C10', 'D7', 'H3']);
  capture.capture();
  expect(sent()).toEqual(['S10xC10+D7+H3']);
});

test('where the list is cut, the server is asked for whatever adds up', () => {
  show({ legal: ['S10', 'S10xC10', 'HJ', 'H4'], legal_cut: true });
  capture.pressHand('S10');
  capture.pressTable('D7');
  capture.pressTable('H3');
  capture.capture();
  expect(sent()).toEqual(['S10xD7+H3']);
});

test('nothing is chosen in somebody else’s turn, nor does it outlast one’s own', () => {
  capture.pressHand('S10');
  line.say({
    type: 'event',
    table: 't1',
    seq: 11,
    event: {
      type: 'moved',
      seat: 0,
      action: 'H4',
      by: 'server',
      thinking_ms: 1,
      events: [{ game: 'tablic', type: 'laid', seat: 0, card: 'H4' }],
      turn: { seat: 1, move_ms: 1, bank_ms: 1 },
    },
  });
  expect(capture).toMatchObject({ active: false, card: undefined, picked: [] });
  capture.pressHand('HJ');
  capture.pressTable('C10');
  expect(capture).toMatchObject({ card: undefined, picked: [] });
  expect(store.notice).toEqual({ kind: 'not_your_turn' });
});
