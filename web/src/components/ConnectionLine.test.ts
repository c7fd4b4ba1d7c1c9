import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { connection } from '../lib/app/connection.svelte';
import { session } from '../lib/app/session.svelte';
import { speak, t } from '../lib/i18n/index.svelte';
import { NO_SEATS } from '../lib/state/own';
import ConnectionLine from './ConnectionLine.svelte';

let line: Record<string, unknown> | undefined;

beforeAll(() => speak('en'));

afterEach(() => {
  if (line) void unmount(line);
  session.own = NO_SEATS;
  connection.silent = false;
  connection.status = 'off';
});

function words(): string {
  line = mount(ConnectionLine, { target: document.body });
  connection.status = 'offline';
  flushSync();
  return document.querySelector('[data-testid=connection] span')?.textContent ?? '';
}

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
