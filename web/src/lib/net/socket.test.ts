import { beforeEach, expect, test } from 'vitest';
import type { ServerMessage, Since } from '../protocol';
import { backoff } from './backoff';
import { Socket, type Status } from './socket';
import { FakeTimers, FakeTransport, WELCOME } from './testing';

let lines: FakeTransport[];
let timers: FakeTimers;
let socket: Socket;
let statuses: Status[];

function line(): FakeTransport {
  const last = lines.at(-1);
  if (!last) throw new Error('nothing was opened');
  return last;
}

function greet(): void {
  line().onopen?.();
  line().say(WELCOME);
}

beforeEach(() => {
  lines = [];
  timers = new FakeTimers();
  statuses = [];
  socket = new Socket({
    open: () => {
      lines.push(new FakeTransport());
      return line();
    },
    timers,
    random: () => 1,
  });
  socket.onStatus((status) => statuses.push(status));
});

test('waits longer each time, never too long, and partly by chance', () => {
  expect([0, 1, 2, 3].map((tries) => backoff(tries, () => 1))).toEqual([400, 800, 1600, 3200]);
  expect(backoff(2, () => 0)).toBe(800);
  expect(backoff(500, () => 1)).toBe(6_000);
});

test('says hello first and is online when it is welcomed', () => {
  socket.start();
  expect(socket.send({ type: 'ping' })).toBe(false);
  line().onopen?.();
  expect(line().sent).toEqual([{ type: 'hello', protocol: 1, picture: 'zones' }]);
  line().say(WELCOME);
  expect(statuses).toEqual(['connecting', 'online']);
  expect(socket.send({ type: 'ready', table: 't' })).toBe(true);
});

test('comes back with growing pauses and takes up what it watched where it broke off', () => {
  let seen: Since | undefined = undefined;
  socket.watch('t1', { invite: 'word', since: () => seen });
  socket.lobby(true);
  socket.start();
  greet();
  expect(line().sent.slice(1)).toEqual([
    { type: 'lobby', on: true },
    { type: 'watch', table: 't1', invite: 'word' },
  ]);
  seen = { epoch: 'e1', seq: 41 };
  line().onclose?.();
  expect(socket.status).toBe('offline');
  timers.pass(399);
  expect(lines).toHaveLength(1);
  timers.pass(1);
  expect(lines).toHaveLength(2);
  line().onclose?.();
  timers.pass(799);
  expect(lines).toHaveLength(2);
  timers.pass(1);
  expect(lines).toHaveLength(3);
  greet();
  expect(line().sent.at(-1)).toEqual({ type: 'watch', table: 't1', invite: 'word', since: seen });
  // A success begins the pauses anew.
  line().onclose?.();
  timers.pass(400);
  expect(lines).toHaveLength(4);
});

test('comes back when a server that leaves says it may, and after a failure with pauses', () => {
  socket.start();
  greet();
  line().say({ type: 'goodbye', reason: 'restart', retry_ms: 120 });
  line().onclose?.();
  timers.pass(119);
  expect(lines).toHaveLength(1);
  timers.pass(1);
  expect(lines).toHaveLength(2);
  line().onclose?.();
  timers.pass(399);
  expect(lines).toHaveLength(2);
  timers.pass(1);
  greet();
  line().say({ type: 'goodbye', reason: 'restart' });
  line().onclose?.();
  timers.pass(399);
  expect(lines).toHaveLength(3);
});

test('a hurried try does not wait', () => {
  socket.start();
  greet();
  line().onclose?.();
  socket.hurry();
  expect(lines).toHaveLength(2);
  timers.pass(5000);
  expect(lines).toHaveLength(2);
});

const pings = (): number => line().sent.filter((sent) => (sent as { type: string }).type === 'ping').length;

test('pings, and gives a silent line up', () => {
  socket.start();
  greet();
  timers.pass(10_000);
  expect(line().sent.at(-1)).toEqual({ type: 'ping' });
  line().say({ type: 'pong' });
  timers.pass(17_999);
  expect(pings()).toBe(2);
  expect(socket.status).toBe('online');
  timers.pass(1);
  expect(lines[0]?.closed).toBe(true);
  expect(socket.status).toBe('offline');
});

test('a line that lives is kept, however late the timers of the page run', () => {
  const set = timers.set.bind(timers);
  // As in a tab that has been hidden for long: once a minute.
  timers.set = (run, ms) => set(run, Math.ceil((timers.now + ms) / 60_000) * 60_000 - timers.now);
  socket.start();
  greet();
  for (let answered = 0; answered < 5; answered += 1) {
    for (let n = 0; n < 60 && pings() === answered; n += 1) timers.pass(1000);
    expect(pings()).toBe(answered + 1);
    line().say({ type: 'pong' });
  }
  expect(statuses).toEqual(['connecting', 'online']);
});

test('a line that never opens is given up as well', () => {
  socket.start();
  timers.pass(17_999);
  expect(socket.status).toBe('connecting');
  timers.pass(1);
  expect(socket.status).toBe('offline');
});

test('asked in a hurry, a line answers soon or is given up', () => {
  socket.start();
  greet();
  socket.hurry();
  expect(pings()).toBe(1);
  timers.pass(3499);
  line().say({ type: 'pong' });
  timers.pass(1000);
  expect(socket.status).toBe('online');
  socket.hurry();
  timers.pass(3499);
  expect(socket.status).toBe('online');
  timers.pass(1);
  expect(socket.status).toBe('offline');
  timers.pass(400);
  expect(lines).toHaveLength(2);
});

test('what is sent is answered soon, or the line is asked and given up', () => {
  socket.start();
  greet();
  socket.send({ type: 'act', table: 't1', seq: 1, action: 'D3' });
  timers.pass(999);
  line().say({ type: 'event' });
  timers.pass(8000);
  expect(pings()).toBe(0);
  socket.send({ type: 'act', table: 't1', seq: 2, action: 'D2' });
  timers.pass(1000);
  expect(pings()).toBe(1);
  timers.pass(3500);
  expect(socket.status).toBe('offline');
});

test.each(['unauthorized', 'unsupported_protocol'])('does not knock again where it was refused: %s', (code) => {
  socket.start();
  line().onopen?.();
  line().say({ type: 'error', code, message: '', of: 'hello' });
  line().onclose?.();
  timers.pass(100_000);
  expect([socket.status, socket.refusal]).toEqual(['refused', code]);
  expect(lines).toHaveLength(1);
  socket.restart();
  greet();
  expect([socket.status, socket.refusal]).toEqual(['online', null]);
});

test.each(['storage_unavailable', 'rate_limited', 'shutting_down', 'internal', 'busy'])(
  'a hello that fails for a while goes again: %s',
  (code) => {
    socket.start();
    for (const wait of [400, 800]) {
      line().onopen?.();
      line().say({ type: 'error', code, message: '', of: 'hello' });
      expect([socket.status, socket.refusal, line().closed]).toEqual(['offline', null, true]);
      timers.pass(wait);
    }
    expect(lines).toHaveLength(3);
    greet();
    expect(socket.status).toBe('online');
  },
);

test('listeners hear messages until they stop, and what is no longer watched is not taken up', () => {
  const heard: ServerMessage['type'][] = [];
  const stop = socket.onMessage((message) => heard.push(message.type));
  socket.watch('t1', { invite: undefined, since: () => undefined });
  socket.start();
  greet();
  socket.rewatch('t1');
  expect(line().sent.filter((sent) => (sent as { type: string }).type === 'watch')).toHaveLength(2);
  socket.unwatch('t1');
  expect(line().sent.at(-1)).toEqual({ type: 'unwatch', table: 't1' });
  stop();
  line().say({ type: 'pong' });
  expect(heard).toEqual(['welcome']);
  socket.restart();
  greet();
  expect(line().sent).toHaveLength(1);
  socket.stop();
  expect(socket.status).toBe('off');
});

test('a line whose round trips take five seconds is not given up', () => {
  const TRIP = 5000;
  socket.watch('t1', { invite: undefined, since: () => undefined });
  socket.start();
  timers.pass(2 * TRIP);
  line().onopen?.();
  timers.pass(TRIP);
  line().say(WELCOME);
  timers.pass(TRIP - 1);
  expect([lines.length, socket.status], 'the table may still come').toEqual([1, 'online']);
  line().say({ type: 'lobby', tables: [] });
  expect(socket.send({ type: 'ready', table: 't1' })).toBe(true);
  timers.pass(TRIP - 1);
  expect([lines.length, socket.status]).toEqual([1, 'online']);
  // A line that died is given up all the same.
  expect(statuses).not.toContain('offline');
  timers.pass(4 * TRIP);
  expect(statuses).toContain('offline');
});

test('a line that opens slowly has more time at each try', () => {
  socket.start();
  timers.pass(18_000 + 400);
  expect(lines.length).toBe(2);
  timers.pass(35_000);
  expect(lines.length, 'twice the time').toBe(2);
  timers.pass(1000 + 800);
  expect(lines.length).toBe(3);
});
