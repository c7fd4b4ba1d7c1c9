import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { app } from '../lib/app/app.svelte';
import { speak } from '../lib/i18n/index.svelte';
import { EMPTY_LOBBY } from '../lib/state/lobby';
import Front from './Front.svelte';

let page: Record<string, unknown>;

beforeEach(async () => {
  await speak('en');
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
  app.lobby = EMPTY_LOBBY;
  page = mount(Front, { target: document.body });
  flushSync();
});

afterEach(() => {
  void unmount(page);
  vi.restoreAllMocks();
});

test('the place of the filters is taken before the tables are there', () => {
  expect(document.querySelector('[data-testid=filter-game]')).not.toBeNull();
});

test('the button keeps its width while the cards are dealt', () => {
  const play = document.querySelector<HTMLElement>('[data-testid=play-now]');
  vi.spyOn(app, 'playNow').mockReturnValue(new Promise(() => undefined));
  play?.click();
  flushSync();
  expect(play?.textContent.trim()).toBe('Dealing…');
  expect(play?.dataset.words).toBe('Play tršet');
});
