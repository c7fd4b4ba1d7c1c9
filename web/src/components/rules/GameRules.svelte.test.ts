import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KINDS } from '../../games';
import { speak } from '../../lib/i18n/index.svelte';
import GameRules from './GameRules.svelte';

/** On the busiest machine, too. */
const PATIENCE = { timeout: 60_000 };

let shown: Record<string, unknown> | undefined;

beforeEach(() => speak('en'));

afterEach(() => {
  if (shown) void unmount(shown);
});

async function show(players?: number): Promise<void> {
  shown = mount(GameRules, { target: document.body, props: { game: 'tarok', players } });
  await vi.waitFor(() => {
    flushSync();
    expect(document.querySelector('#options + p + dl dt')).not.toBeNull();
  }, PATIENCE);
}

function options(): number {
  return document.querySelectorAll('#options + p + dl dt').length;
}

test('a table of four has the rules of four', async () => {
  await show(4);
  expect(document.querySelector('nav a[href="#king"]')).not.toBeNull();
  expect(document.querySelector('#king')?.textContent).toBe('Calling a king');
  expect(document.querySelector('.rules')?.textContent).toContain('Everybody gets 12 cards');
  expect(document.querySelector('.rules')?.textContent).not.toContain('Everybody gets 16 cards');
  expect(options()).toBe(5);
  expect(document.querySelector('[data-testid^="rules-of-"]'), 'nothing to choose at a table').toBeNull();
});

test('a table of three has those of three', async () => {
  await show(3);
  expect(document.querySelector('#king')).toBeNull();
  expect(document.querySelector('.rules')?.textContent).toContain('Everybody gets 16 cards');
  expect(options()).toBe(5);
});

test('away from a table the reader chooses among the numbers that are offered', async () => {
  await show();
  const offered = KINDS.tarok.players;
  const choices = [...document.querySelectorAll('[data-testid^="rules-of-"]')].map((one) => one.textContent);
  expect(choices).toEqual(offered.length > 1 ? offered.map((n) => `${n} players`) : []);
  expect(document.querySelector('#king') !== null).toBe(offered.at(-1) === 4);
});
