import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { speak } from '../../lib/i18n/index.svelte';
import type { Phase } from '../../lib/protocol';
import { fromSnapshot } from '../../lib/state/table';
import { deal, played, snapshot, takes } from '../../lib/state/testing';
import { tableGeometry } from '../../lib/table/geometry';
import { needsOf } from '../../lib/table/needs';
import Middle from './Middle.svelte';

let shown: Record<string, unknown> | undefined;

afterEach(() => {
  if (shown) void unmount(shown);
});

/** The middle of a table whose last trick is taken. */
async function show(phase: Phase): Promise<string[]> {
  await speak('en');
  const { seat, action, by, thinking_ms, events } = takes();
  const led = { seat: 1, action: 'DK', by, thinking_ms, events: [played(1, 'DK')] };
  const done = deal({ turn: null, moves: [led, { seat, action, by, thinking_ms, events }] });
  const props = {
    state: fromSnapshot(snapshot({ phase, deal: done }), 0),
    geometry: tableGeometry(
      { width: 900, height: 700, coarse: false, letter: 16 },
      needsOf({ name: 'trset', options: { players: 2 } }, 2, 0),
    ),
    lying: [],
    taker: phase === 'finished' ? 0 : undefined,
    closed: null,
    nameOf: () => '',
    onhand: () => undefined,
    // What is decided there is no part of this.
    store: {} as never,
    picks: {} as never,
    capture: {} as never,
  };
  shown = mount(Middle, { target: document.body, props });
  flushSync();
  return [...document.querySelectorAll<HTMLElement>('[data-testid="trick-card"]')].map((card) => card.dataset.card ?? '');
}

test('the last trick stays on the table of a deal that is over, and its taker is marked', async () => {
  expect(await show('finished')).toEqual(['DK', 'D3']);
  expect(document.querySelector<HTMLElement>('.taker')?.dataset.card).toBe('D3');
});

test('while cards are played it is gone', async () => {
  expect(await show('playing')).toEqual([]);
});
