import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { connection } from '../lib/app/connection.svelte';
import { session } from '../lib/app/session.svelte';
import { speak, t } from '../lib/i18n/index.svelte';
import { NO_SEATS } from '../lib/state/ownSeats';
import ConnectionLine from './ConnectionLine.svelte';

let line: Record<string, unknown> | undefined;

beforeAll(() => speak('en'));

beforeEach(() => vi.useFakeTimers());

afterEach(() => {
  vi.useRealTimers();
  if (line) void unmount(line);
  session.own = NO_SEATS;
  connection.silent = false;
  connection.status = 'off';
});

function pass(ms: number): void {
  vi.advanceTimersByTime(ms);
  flushSync();
}

function turn(status: typeof connection.status): void {
  connection.status = status;
  flushSync();
}

const text = (): string => document.querySelector('[data-testid=connection]')?.textContent.trim() ?? '';

function words(): string {
  line = mount(ConnectionLine, { target: document.body });
  turn('offline');
  pass(1500);
  return document.querySelector('[data-testid=connection] span')?.textContent ?? '';
}

test('a pause in which another server takes over is not worth words', () => {
  line = mount(ConnectionLine, { target: document.body });
  turn('online');
  for (const status of ['offline', 'connecting', 'offline', 'connecting'] as const) {
    turn(status);
    pass(370);
    expect(text()).toBe('');
  }
  turn('online');
  pass(5000);
  expect(text()).toBe('');
});

test('a longer one is named, across all tries, and then that it is over', () => {
  line = mount(ConnectionLine, { target: document.body });
  turn('online');
  turn('offline');
  pass(1000);
  turn('connecting');
  pass(500);
  expect(text()).toContain(t('connection.offline'));
  turn('offline');
  expect(text()).toContain(t('connection.retry'));
  turn('online');
  expect(text()).toBe(t('connection.back'));
  pass(3000);
  expect(text()).toBe('');
});

test('who has no seat is promised none', () => {
  expect(words()).toBe('The connection is lost. Trying again.');
});

test('who has a seat reads that it is kept', () => {
  session.own = new Map([['t1', 0]]);
  expect(words()).toBe('The connection is lost. Trying again. Your seat is kept.');
});

test('without a network it says so, and where there is something all the same', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  line = mount(ConnectionLine, { target: document.body });
  window.dispatchEvent(new Event('offline'));
  flushSync();
  expect(document.querySelector('[data-testid=offline] a')?.getAttribute('href')).toBe('/rules');
  // The server is in a network without a way out.
  turn('online');
  expect(document.querySelector('[data-testid=offline]')).toBeNull();
  turn('offline');
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  flushSync();
  expect(document.querySelector('[data-testid=offline]')).toBeNull();
  online.mockRestore();
});

test('a server that does not answer is told of where the browser knows of no trouble', () => {
  line = mount(ConnectionLine, { target: document.body });
  connection.silent = true;
  flushSync();
  expect(document.querySelector('[data-testid=offline] span')?.textContent).toBe(t('error.unreachable'));
});
