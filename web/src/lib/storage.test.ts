import { flushSync } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { Player } from './protocol';
import { mute, mutedPlayers } from './app/muted.svelte';
import { keepSettings, settings } from './app/settings.svelte';
import { recall, remember } from './storage';

const SETTINGS = 'vzetek.settings';

afterEach(() => {
  vi.restoreAllMocks();
  window.localStorage.clear();
});

function forbid(): void {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
}

test('keeps words under a name', () => {
  expect(recall('vzetek.test')).toBeNull();
  remember('vzetek.test', 'one');
  expect(recall('vzetek.test')).toBe('one');
});

test('where storing is forbidden everything holds for this visit', () => {
  forbid();
  remember('vzetek.test', 'one');
  expect(recall('vzetek.test')).toBeNull();
  mute({ id: 'vid' } as Player, true);
  expect(mutedPlayers()).toEqual(['vid']);
  const stop = keepSettings();
  settings.confirm = true;
  flushSync();
  expect(settings.confirm).toBe(true);
  settings.confirm = false;
  flushSync();
  stop();
});

test('what is set in another tab is set here, and not undone', () => {
  const stop = keepSettings();
  flushSync();
  const there = { ...settings, sound: false, theme: 'dark' };
  window.localStorage.setItem(SETTINGS, JSON.stringify(there));
  window.dispatchEvent(new StorageEvent('storage', { key: SETTINGS }));
  flushSync();
  expect(settings).toMatchObject({ sound: false, theme: 'dark' });
  expect(document.documentElement.dataset['theme']).toBe('dark');
  settings.pace = 'slow';
  flushSync();
  expect(JSON.parse(recall(SETTINGS) ?? '')).toEqual({ ...there, pace: 'slow' });
  stop();
  window.localStorage.setItem(SETTINGS, JSON.stringify({ ...there, theme: 'light' }));
  window.dispatchEvent(new StorageEvent('storage', { key: SETTINGS }));
  expect(settings.theme).toBe('dark');
});
