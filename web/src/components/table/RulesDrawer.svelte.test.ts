import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { speak } from '../../lib/i18n/index.svelte';
import RulesDrawer from './RulesDrawer.svelte';

/** On the busiest machine, too. */
const PATIENCE = { timeout: 60_000 };

const closed = vi.fn();
let drawer: Record<string, unknown> | undefined;

beforeEach(async () => {
  closed.mockClear();
  await speak('en');
  window.history.replaceState(null, '', '/table/t1?invite=word');
  drawer = mount(RulesDrawer, { target: document.body, props: { game: 'kifameno', players: 3, onclose: closed } });
  flushSync();
  await vi.waitFor(() => {
    flushSync();
    expect(document.querySelector('nav a[href="#play"]')).not.toBeNull();
  }, PATIENCE);
});

afterEach(() => {
  if (drawer) void unmount(drawer);
});

test('the rules of the game that is played lie there, and a section is gone to without leaving the table', () => {
  expect(document.querySelector('[data-testid="rules-drawer"] h2')?.textContent).toBe('Rules: kifameno');
  expect(document.querySelector('#cappotto')).not.toBeNull();
  expect(document.querySelector('#declare'), 'what holds for tršet alone').toBeNull();
  expect(document.querySelector('.rules p .chip')?.textContent).toContain('four of denari');
  document.querySelector<HTMLElement>('nav a[href="#play"]')?.click();
  expect(document.activeElement?.id).toBe('play');
  expect(window.location.href).toMatch(/\/table\/t1\?invite=word$/);
});

test('Escape and the cross close them', () => {
  const inside = document.querySelector('[data-testid="rules-drawer"] h2');
  inside?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  document.querySelector<HTMLElement>('[data-testid="close-rules"]')?.click();
  expect(closed).toHaveBeenCalledTimes(2);
});
