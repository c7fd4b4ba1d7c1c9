import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { speak } from '../lib/i18n/index.svelte';
import Lazy from './Lazy.svelte';

let mounted: Record<string, unknown> | undefined;

beforeAll(() => speak('en'));

afterEach(() => {
  if (mounted) void unmount(mounted);
  vi.restoreAllMocks();
});

async function alertOf(): Promise<string> {
  mounted = mount(Lazy, { target: document.body, props: { load: () => Promise.reject(new Error('not there')), props: {} } });
  await new Promise((resolve) => setTimeout(resolve));
  flushSync();
  return document.querySelector('[role=alert] p')?.textContent ?? '';
}

test('a page that does not come for want of a network says that', async () => {
  vi.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await alertOf()).toBe('Can’t reach the server. Check your connection.');
});

test('a page that does not come although the server is there may be an old one', async () => {
  vi.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(true);
  expect(await alertOf()).toMatch(/^This page couldn’t be loaded\./);
});
