import { afterEach, beforeEach, expect, test } from 'vitest';
import { Socket } from '../net/socket';
import { FakeTimers, FakeTransport, WELCOME } from '../net/testing';
import type { ClientMessage, Player, TableEvent, TableSnapshot } from '../protocol';
import { linesIn, soundsIn, toldIn, type Cue } from '../state/cues';
import { LAID_MS, TIMES } from '../state/presenter';
import { deal, dealLed, played, snapshot, takes, trickTaken, trset, view } from '../state/testing';
import { TableStore } from './table.svelte';

let line: FakeTransport;
let store: TableStore;
let timers: FakeTimers;
let wantsSeat: boolean;
let reader: string;

beforeEach(() => {
  timers = new FakeTimers();
  line = new FakeTransport();
  const socket = new Socket({ open: () => line, timers: new FakeTimers(), random: () => 0 });
  wantsSeat = false;
  reader = 'ana';
  store = new TableStore('t1', undefined, {
    socket,
    timers,
    pace: () => 'normal',
    moves: () => true,
    wantsSeat: () => wantsSeat,
    reader: () => reader,
  });
  socket.start();
  line.onopen?.();
  line.say(WELCOME);
  line.sent.length = 0;
});

afterEach(() => {
  store.close();
});

function show(more: Partial<TableSnapshot> = {}): void {
  line.say({ type: 'snapshot', snapshot: snapshot(more) });
}

function tell(seq: number, event: TableEvent): void {
  line.say({ type: 'event', table: 't1', seq, event });
}

test('a line of chat is told as it is written, not with what was missed while one was away', () => {
  const bor = { id: 'bor', name: 'Bor', kind: 'guest' } as const;
  const said: string[] = [];
  store.listen((cues) => said.push(...linesIn(cues).map(({ text }) => text)));
  const write = (seq: number, text: string, at: string): void => tell(seq, { type: 'chat', line: { from: bor, text, at } });
  show({ chat: [{ from: bor, text: 'before', at: '2026-01-01T10:00:00Z' }] });
  write(11, 'now', '2026-01-01T10:00:05Z');
  line.say({ ...WELCOME, time: '2026-01-01T10:01:00Z' });
  write(12, 'missed', '2026-01-01T10:00:30Z');
  write(13, 'then', '2026-01-01T10:01:02Z');
  write(13, 'then', '2026-01-01T10:01:02Z');
  expect(said).toEqual(['now', 'then']);
  expect(store.truth?.chat.map(({ text }) => text)).toEqual(['before', 'now', 'missed', 'then']);
});

test('acts with the number of the last event seen, once', () => {
  show();
  tell(11, { type: 'spectators', count: 1 });
  store.act('D3');
  store.act('C4');
  expect(line.sent).toEqual([{ type: 'act', table: 't1', seq: 11, action: 'D3' }]);
});

test('claims what the turn allows, once, and all cards are laid down without waiting long', () => {
  show({ deal: dealLed() });
  store.claim();
  expect(line.sent).toEqual([]);
  expect(store.notice).toMatchObject({ kind: 'error', code: 'nothing_to_claim' });
  show({ deal: { ...dealLed(), turn: { seat: 0, legal: ['D3'], claim: 'rest', move_ms: 1, bank_ms: 1 } } });
  store.claim();
  store.claim();
  expect(line.sent).toEqual([{ type: 'claim', table: 't1', seq: 10, claim: 'rest' }]);
  expect(store.legal).toEqual([]);
  const told: string[] = [];
  store.listen((cues) => told.push(...toldIn(cues).map(({ kind }) => kind)));
  tell(11, { type: 'claimed', seat: 0, claim: 'rest' });
  tell(12, takes());
  expect(told).toEqual(['claimed']);
  expect(store.shown?.closing).not.toBeNull();
  timers.pass(LAID_MS);
  expect(told).toEqual(['claimed', 'game', 'game']);
  expect(store.still).toBe(true);
});

test('a legal card lies on the table at once, and comes back if the server refuses it', () => {
  show();
  store.act('D3');
  expect(store.shown?.deal?.view).toMatchObject({ hand: ['C4'], trick: { cards: ['D3'] } });
  expect(store.legal).toEqual([]);
  line.say({ type: 'error', table: 't1', of: 'act', code: 'stale_seq', message: '' });
  expect(store.shown?.deal?.view).toMatchObject({ hand: ['D3', 'C4'], trick: { cards: [] } });
  expect(store.legal).toEqual(['D3', 'C4']);
});

test('the cues of one’s own card fall when it is sent, those of a refused one do not fall again with another', () => {
  show({ deal: dealLed() });
  const heard: string[] = [];
  store.listen((cues) => heard.push(...soundsIn(cues)));
  store.act('D3');
  expect(heard).toEqual(['card']);
  tell(11, takes());
  timers.pass(5000);
  expect(heard).toEqual(['card', 'take']);
  store.act('C4');
  line.say({ type: 'error', table: 't1', of: 'act', code: 'stale_seq', message: '' });
  tell(12, { type: 'moved', seat: 0, action: 'C4', by: 'server', thinking_ms: 1, events: [played(0, 'C4')], turn: null });
  expect(heard).toEqual(['card', 'take', 'card', 'card']);
});

test('an illegal card is neither told nor heard', () => {
  show({ deal: { ...dealLed(), turn: { seat: 0, legal: ['D3'], move_ms: 1, bank_ms: 1 } } });
  const cues: Cue[] = [];
  store.listen((more) => cues.push(...more));
  store.act('C4');
  line.say({ type: 'error', table: 't1', of: 'act', code: 'illegal_action', rule: 'must_follow_suit', message: '' });
  expect(store.notice).toMatchObject({ rule: 'must_follow_suit' });
  timers.pass(5000);
  expect(cues).toEqual([]);
  store.act('D3');
  expect(cues).not.toEqual([]);
});

test('a card pressed so soon after the last one is held, and played a moment later', () => {
  show({ deal: dealLed() });
  store.act('D3');
  tell(11, takes());
  expect(store.legal).toEqual(['C4']);
  timers.pass(230);
  store.act('C4');
  expect([store.held, line.sent.length]).toEqual(['C4', 1]);
  expect(store.notice).toBeNull();
  timers.pass(119);
  expect(line.sent).toHaveLength(1);
  timers.pass(1);
  expect(line.sent.at(-1)).toEqual({ type: 'act', table: 't1', seq: 11, action: 'C4' });
  expect(store.held).toBeNull();
});

test('the same card pressed twice is played once, and of several that wait the last', () => {
  show({ deal: deal({ view: view({ hand: ['D3', 'C4', 'S7'], trick: { leader: 1, cards: ['DK'] } }) }) });
  store.act('D3');
  store.act('D3');
  expect(store.held).toBeNull();
  tell(11, { ...takes(), turn: { seat: 0, legal: ['C4', 'S7'], move_ms: 1, bank_ms: 1 } });
  store.act('C4');
  store.act('S7');
  timers.pass(1000);
  expect(line.sent.map((message) => (message as { action: string }).action)).toEqual(['D3', 'S7']);
});

test('a held card is made ready when the turn has passed on', () => {
  show({ deal: dealLed() });
  store.act('D3');
  tell(11, { ...takes(), turn: { seat: 1, legal: [], move_ms: 1, bank_ms: 1 } });
  store.act('C4');
  timers.pass(350);
  expect(line.sent).toHaveLength(1);
  expect(store.ahead.card).toBe('C4');
  expect(store.notice).toEqual({ kind: 'ready', card: 'C4' });
});

test('a held card goes with the connection, a refusal, or the hand it was in', () => {
  show({ deal: dealLed() });
  store.act('D3');
  store.act('C4');
  line.say({ type: 'error', table: 't1', of: 'act', code: 'stale_seq', message: '' });
  expect(store.held).toBeNull();
  store.act('D3');
  store.act('C4');
  show({ deal: dealLed() });
  expect(store.held).toBeNull();
  timers.pass(350);
  store.act('D3');
  tell(11, takes());
  store.act('C4');
  tell(12, { type: 'moved', seat: 0, action: 'C4', by: 'substitute', thinking_ms: 1, events: [played(0, 'C4')], turn: null });
  const sent = line.sent.length;
  timers.pass(350);
  expect(line.sent).toHaveLength(sent);
  expect(store.notice).toBeNull();
});

test('after a refusal another card may follow at once', () => {
  show();
  store.act('C4');
  line.say({ type: 'error', table: 't1', of: 'act', code: 'illegal_action', rule: 'must_follow_suit', message: '' });
  store.act('D3');
  expect(line.sent).toHaveLength(2);
});

test('a card that is not legal stays in the hand while the server is asked why', () => {
  show({ deal: deal({ turn: { seat: 0, legal: ['D3'], move_ms: 1, bank_ms: 1 } }) });
  store.act('C4');
  expect(store.shown?.deal?.view.hand).toEqual(['D3', 'C4']);
  expect(line.sent).toHaveLength(1);
});

test('takes up where it was, but not as somebody else', () => {
  show();
  line.say(WELCOME);
  expect(line.sent).toEqual([{ type: 'watch', table: 't1', since: { epoch: 'e1', seq: 10 } }]);
  line.sent.length = 0;
  // Another account by now: what the one before was shown does not count.
  reader = 'vid';
  line.say(WELCOME);
  expect(line.sent).toEqual([{ type: 'watch', table: 't1' }]);
  line.sent.length = 0;
  show({ you: null });
  line.say(WELCOME);
  expect(line.sent).toEqual([{ type: 'watch', table: 't1', since: { epoch: 'e1', seq: 10 } }]);
});

test('without a connection nothing is played, and that is said', () => {
  show();
  line.onclose?.();
  store.act('D3');
  expect(store.notice).toEqual({ kind: 'offline' });
  expect(store.shown?.deal?.view.hand).toEqual(['D3', 'C4']);
});

test('whatever else cannot be sent is said, too', () => {
  show();
  expect([store.leave(), store.ready()]).toEqual([true, true]);
  expect(store.notice).toBeNull();
  line.onclose?.();
  for (const request of [() => store.leave(), () => store.ready(), () => store.comeBack(), () => store.sit(1)]) {
    store.tell(null);
    expect(request()).not.toBe(true);
    expect(store.notice).toEqual({ kind: 'unsent' });
  }
});

test('asks for what is missing and goes on from there', () => {
  show();
  tell(12, { type: 'spectators', count: 2 });
  expect(line.sent).toEqual([{ type: 'watch', table: 't1', since: { epoch: 'e1', seq: 10 } }]);
  tell(11, { type: 'spectators', count: 1 });
  tell(12, { type: 'spectators', count: 2 });
  expect(store.truth).toMatchObject({ seq: 12, spectators: 2 });
});

test('adds to a promised shuffle, but only from a seat', () => {
  const promise: TableEvent = { type: 'committed', number: 1, dealer: 0, commitment: 'c', nonce_ms: 500, barred: [], dropped: [] };
  show({ phase: 'waiting', deal: null });
  tell(11, promise);
  expect(line.sent).toEqual([{ type: 'nonce_hash', table: 't1', hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string }]);
  const [{ hash }] = line.sent as [{ hash: string }];
  line.sent.length = 0;
  tell(12, { type: 'nonces_committed', hashes: [hash, null], reveal_ms: 5000 });
  expect(line.sent).toEqual([{ type: 'nonce', table: 't1', nonce: expect.stringMatching(/^[0-9a-f]{32}$/) as string }]);
  line.sent.length = 0;
  show({ phase: 'waiting', deal: null, you: null });
  tell(11, promise);
  expect(line.sent).toEqual([]);
});

test('sits down where it wants to', () => {
  wantsSeat = true;
  show({ you: null });
  expect(line.sent).toEqual([{ type: 'sit', table: 't1' }]);
});

test('several things are done one after the other, as long as the server allows them', () => {
  show();
  const turn = (legal: string[]): void => {
    show({ deal: deal({ turn: { seat: 0, legal, move_ms: 1, bank_ms: 1 } }) });
  };
  const done = (seq: number, action: string, legal: string[]): void => {
    tell(seq, {
      type: 'moved',
      seat: 0,
      action,
      by: 'player',
      thinking_ms: 1,
      events: [],
      turn: { seat: 0, legal, move_ms: 1, bank_ms: 1 },
    });
  };
  turn(['discard:H4', 'discard:H3', 'discard:S7']);
  store.actAll(['discard:H4', 'discard:H3', 'discard:S7']);
  expect(line.sent).toEqual([{ type: 'act', table: 't1', seq: 10, action: 'discard:H4' }]);
  done(11, 'discard:H4', ['discard:H3', 'discard:S7']);
  expect(line.sent.at(-1)).toEqual({ type: 'act', table: 't1', seq: 11, action: 'discard:H3' });
  // The third is not allowed any more: nothing else is sent.
  done(12, 'discard:H3', ['pass']);
  expect(line.sent).toHaveLength(2);
  expect(store.legal).toEqual(['pass']);
});

test('a refusal ends what was to follow', () => {
  show();
  store.actAll(['D3', 'C4']);
  line.say({ type: 'error', table: 't1', of: 'act', code: 'stale_seq', message: '' });
  tell(11, {
    type: 'moved',
    seat: 0,
    action: 'D3',
    by: 'substitute',
    thinking_ms: 1,
    events: [],
    turn: { seat: 0, legal: ['C4'], move_ms: 1, bank_ms: 1 },
  });
  expect(line.sent).toHaveLength(1);
});

test('a full trick stays in sight while one may act already; acting goes on at once', () => {
  show({ deal: dealLed() });
  tell(11, takes());
  expect(trset(store.shown?.deal?.view).trick.cards).toEqual(['DK', 'D3']);
  expect(store.legal).toEqual(['C4']);
  store.act('C4');
  expect(store.shown?.deal?.view).toMatchObject({ tricks: [1, 0], trick: { leader: 0, cards: ['C4'] } });
});

test('without a hand on it the trick goes by itself', () => {
  show({ deal: dealLed() });
  tell(11, {
    type: 'moved',
    seat: 0,
    action: 'D3',
    by: 'player',
    thinking_ms: 1,
    events: [played(0, 'D3'), trickTaken(0, 2)],
    turn: null,
  });
  timers.pass(Number(TIMES.normal.trick) - 1);
  expect(trset(store.shown?.deal?.view).trick.cards).toHaveLength(2);
  timers.pass(1);
  expect(trset(store.shown?.deal?.view).trick.cards).toEqual([]);
});

test('whoever is played for is not on turn', () => {
  show();
  expect(store.myTurn).toBe(true);
  tell(11, { type: 'substituted', seat: 0, substitute: { player: null, since: '' }, turn: null });
  expect(store.legal).toEqual([]);
  store.act('D3');
  expect(line.sent).toEqual([]);
  expect(store.notice).toEqual({ kind: 'not_your_turn' });
});

test('refusals are said for a moment, a missing table for good', () => {
  show();
  store.act('C4');
  line.say({ type: 'error', table: 't1', of: 'act', code: 'illegal_action', rule: 'must_follow_suit', message: '' });
  expect(store.notice).toEqual({ kind: 'error', code: 'illegal_action', rule: 'must_follow_suit' });
  expect(store.sent).toBeNull();
  timers.pass(5000);
  expect(store.notice).toBeNull();
  line.say({ type: 'error', table: 't1', of: 'watch', code: 'no_such_table', message: '' });
  expect(store.fatal).toBe('no_such_table');
});

test('what was said of a card is over when it is on its way', () => {
  show();
  store.tell({ kind: 'offline' });
  store.act('D3');
  expect(store.sent).toBe('D3');
  expect(store.notice).toBeNull();
});

test('a card that is lost with the server of its table is in the hand again, and the table is asked for until it is there', () => {
  show();
  store.act('D3');
  line.say({ type: 'error', table: 't1', of: 'act', code: 'busy', message: '' });
  expect(store.sent).toBeNull();
  expect(store.notice).toMatchObject({ kind: 'error', code: 'busy' });
  line.sent.length = 0;
  line.say({ type: 'error', table: 't1', of: 'watch', code: 'busy', message: '' });
  timers.pass(999);
  expect(line.sent).toEqual([]);
  timers.pass(1);
  expect(line.sent).toMatchObject([{ type: 'watch', table: 't1' }]);
});

function say(text: string, at: string, id = 'ana'): void {
  const from = { id, name: id, kind: 'guest' } as Player;
  tell((store.truth?.seq ?? 0) + 1, { type: 'chat', line: { from, text, at } });
}

const chats = (): string[] => (line.sent as ClientMessage[]).flatMap((message) => (message.type === 'chat' ? [message.text] : []));

test('lines of chat go one after the other, and again if they came too fast', () => {
  show();
  for (const text of [' one\u0007', 'two', 'three']) store.outbox.write(text);
  expect(chats()).toEqual(['one']);
  say('one', '2026-01-01T00:00:01Z', 'vid');
  expect(store.outbox.lines, 'the same from another').toEqual(['one', 'two', 'three']);
  say('one', '2026-01-01T00:00:02Z');
  expect(chats()).toEqual(['one', 'two']);
  line.say({ type: 'error', table: 't1', of: 'chat', code: 'rate_limited', message: '' });
  expect(store.notice).toBeNull();
  timers.pass(999);
  expect(chats()).toEqual(['one', 'two']);
  timers.pass(1);
  expect(chats()).toEqual(['one', 'two', 'two']);
  line.say({ type: 'error', table: 't1', of: 'chat', code: 'busy', message: '' });
  timers.pass(1000);
  expect(chats()).toEqual(['one', 'two', 'two', 'two']);
  line.say({ type: 'error', table: 't1', of: 'chat', code: 'bad_message', message: '' });
  expect(store.notice).toMatchObject({ kind: 'error', code: 'bad_message' });
  expect(chats()).toEqual(['one', 'two', 'two', 'two', 'three']);
  expect(store.outbox.lines).toEqual(['three']);
});

test('a line arrives of which the server leaves out what cannot be seen', () => {
  show();
  store.outbox.write('\u202eone\u200b 👩\u200d👧');
  expect(store.outbox.lines).toHaveLength(1);
  say('one 👩\u200d👧', '2026-01-01T00:00:01Z');
  expect(store.outbox.lines).toEqual([]);
  store.outbox.write('\u200b\u2066');
  expect(store.outbox.lines, 'nothing to be seen').toEqual([]);
});

test('a line lost with the connection goes again, one that arrived does not', () => {
  show();
  store.outbox.write('one');
  store.outbox.write('two');
  line.sent.length = 0;
  line.say(WELCOME);
  const from = { id: 'ana', name: 'Ana', kind: 'guest' } as Player;
  show({ chat: [{ from, text: 'one', at: '2026-01-01T00:00:01Z' }] });
  timers.pass(1000);
  expect(store.outbox.lines).toEqual(['two']);
  expect(chats()).toEqual(['two']);
});

test('a line without a connection is refused, and not kept', () => {
  show();
  line.onclose?.();
  expect(store.outbox.write('one')).toBe(false);
  expect(store.outbox.lines).toEqual([]);
});
