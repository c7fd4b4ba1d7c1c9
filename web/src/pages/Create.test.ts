import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { speak } from '../lib/i18n/index.svelte';
import Create from './Create.svelte';

let page: Record<string, unknown>;

beforeEach(async () => {
  window.sessionStorage.clear();
  await speak('en');
  page = mount(Create, { target: document.body });
  flushSync();
});

afterEach(() => {
  void unmount(page);
});

function find<E extends HTMLElement>(name: string): E {
  const found = document.querySelector<E>(`[data-testid=${name}]`);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

function choose(variant: string): void {
  find(`variant-${variant}`).click();
  flushSync();
}

test('the game that is chosen is explained, and no other', async () => {
  const ideas: string[] = [];
  for (const variant of ['trset', 'kifameno', 'tarok', 'tablic']) {
    choose(variant);
    await expect.poll(() => find('idea').textContent).not.toBe('');
    ideas.push(find('idea').textContent);
  }
  expect(ideas).toEqual([
    'Collect points in tricks: whoever has most wins.',
    'Tršet turned round: the same cards and tricks, but whoever has fewest points wins.',
    'Bid, take from the talon, announce: one plays against two. 16 cards each, 6 in the talon.',
    'Take from the table cards that add up to yours; everyone plays alone.',
  ]);
});
