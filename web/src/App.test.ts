import { flushSync, mount, unmount } from 'svelte';
import { beforeAll, expect, test, vi } from 'vitest';
import App from './App.svelte';
import { speak } from './lib/i18n/index.svelte';

beforeAll(async () => {
  vi.spyOn(window, 'fetch').mockResolvedValue(new Response('[]'));
  await speak('en');
});

test('the front page names the site and offers to play at once', () => {
  const app = mount(App, { target: document.body });
  flushSync();
  expect(document.querySelector('header a')?.textContent).toBe('Vzetek');
  expect(document.querySelector('h1')?.textContent).toBe('Card games of the Adriatic and the Alps');
  expect(document.querySelector('[data-testid=play-now]')?.textContent?.trim()).toBe('Play a bot');
  void unmount(app);
});
