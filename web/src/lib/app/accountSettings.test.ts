import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../net/api';
import type { PageSettings, Player } from '../protocol';
import { keepInAccount } from './accountSettings.svelte';
import { settings } from './settings.svelte';

const ANA: Player = { id: 'ana', name: 'Ana', kind: 'person' };
const BOR: Player = { id: 'bor', name: 'Bor', kind: 'person' };
const GUEST: Player = { id: 'g', name: 'Guest', kind: 'guest' };

let kept: Record<string, PageSettings>;
let reader: Player | null;
let reachable: boolean;
let stop: (() => void) | undefined;
const before = { ...settings };

const api = {
  settings: vi.fn(() => answer(() => kept[reader?.id ?? ''] ?? {})),
  keepSettings: vi.fn((all: PageSettings) => answer(() => void (kept[reader?.id ?? ''] = { ...all }))),
};

function answer<T>(result: () => T): Promise<T> {
  return reachable ? Promise.resolve(result()) : Promise.reject(new ApiError('unreachable', 'no'));
}

/** Lets the reader come, as after a load of the page. */
async function come(user: Player | null): Promise<void> {
  stop?.();
  reader = user;
  stop = keepInAccount(api, () => reader);
  flushSync();
  await vi.advanceTimersByTimeAsync(0);
  flushSync();
}

async function pass(ms: number): Promise<void> {
  flushSync();
  await vi.advanceTimersByTimeAsync(ms);
  flushSync();
}

beforeEach(() => {
  vi.useFakeTimers();
  window.localStorage.clear();
  kept = {};
  reachable = true;
  Object.assign(settings, before);
});

afterEach(() => {
  stop?.();
  stop = undefined;
  vi.useRealTimers();
  vi.clearAllMocks();
});

test('an account that has none takes those of the browser, and every change', async () => {
  settings.theme = 'dark';
  await come(ANA);
  await pass(1000);
  expect(kept['ana']).toMatchObject({ theme: 'dark', volume: 70 });
  settings.volume = 20;
  flushSync();
  settings.volume = 30;
  await pass(1000);
  expect(kept['ana']?.['volume']).toBe(30);
  expect(api.keepSettings).toHaveBeenCalledTimes(2);
});

test('on another device the settings of the account hold, and are not written again', async () => {
  kept['ana'] = { theme: 'dark', pace: 'sideways', volume: 20 };
  settings.order = 'weak';
  await come(ANA);
  expect(settings).toMatchObject({ theme: 'dark', pace: 'normal', volume: 20, order: 'weak' });
  kept['ana'] = { ...settings };
  vi.clearAllMocks();
  await come(ANA);
  await pass(5000);
  expect(api.keepSettings).not.toHaveBeenCalled();
});

test('those of a later version of the page are put back as they are', async () => {
  kept['ana'] = { ...settings, ofALaterPage: 'yes' };
  await come(ANA);
  settings.confirm = true;
  await pass(1000);
  expect(kept['ana']).toMatchObject({ ofALaterPage: 'yes', confirm: true });
});

test('what was changed without a connection is sent after the next load, over what the account has', async () => {
  await come(ANA);
  await pass(1000);
  reachable = false;
  settings.pace = 'slow';
  await pass(1000);
  expect(kept['ana']?.['pace']).toBe('normal');
  reachable = true;
  await come(ANA);
  await pass(1000);
  expect([settings.pace, kept['ana']?.['pace']]).toEqual(['slow', 'slow']);
});

test('the help of the first games is kept with the account, too', async () => {
  kept['ana'] = { line: 'off', strip: 'sometimes' };
  await come(ANA);
  expect([settings.line, settings.strip]).toEqual(['off', 'first']);
  settings.strip = 'on';
  await pass(1000);
  expect(kept['ana']).toMatchObject({ line: 'off', strip: 'on' });
});

test('a request that failed is made again', async () => {
  reachable = false;
  kept['ana'] = { theme: 'dark' };
  await come(ANA);
  expect(settings.theme).toBe('auto');
  reachable = true;
  await pass(30_000);
  expect(settings.theme).toBe('dark');
});

test('nobody gets the changes of somebody else', async () => {
  await come(ANA);
  await pass(1000);
  reachable = false;
  settings.pace = 'slow';
  await pass(1000);
  reachable = true;
  kept['bor'] = { pace: 'fast' };
  await come(BOR);
  expect(settings.pace).toBe('fast');
});

test('guests keep theirs in the browser alone', async () => {
  await come(GUEST);
  settings.pace = 'slow';
  await pass(5000);
  await come(null);
  expect(api.settings).not.toHaveBeenCalled();
  expect(api.keepSettings).not.toHaveBeenCalled();
});
