import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { pairing } from '../../lib/app/pairing.svelte';
import { speak } from '../../lib/i18n/index.svelte';
import type { Phase } from '../../lib/protocol';
import { NO_PAIRING } from '../../lib/state/pairing';
import { fromSnapshot } from '../../lib/state/table';
import { deal, played, snapshot, takes } from '../../lib/state/testing';
import { tableGeometry } from '../../lib/table/geometry';
import { needsOf } from '../../lib/table/needs';
import SeekLine from '../SeekLine.svelte';
import Middle from './Middle.svelte';

let shown: Record<string, unknown> | undefined;

afterEach(() => {
  if (shown) void unmount(shown);
  pairing.state = NO_PAIRING;
  pairing.company = [];
  document.body.replaceChildren();
});

/** The middle of a table whose last trick is taken. */
async function show(phase: Phase, closed: string | null = null): Promise<string[]> {
  await speak('en');
  const { seat, action, by, thinking_ms, events } = takes();
  const led = { seat: 1, action: 'DK', by, thinking_ms, events: [played(1, 'DK')] };
  const done = deal({ turn: null, moves: [led, { seat, action, by, thinking_ms, events }] });
  const props = {
    state: fromSnapshot(snapshot({ phase, deal: done }), 0),
    geometry: tableGeometry(
      { width: 900, height: 700, coarse: false, letter: 16 },
      needsOf({ name: 'trset', options: { players: 2 } }, 2, 0, 'counterclockwise'),
    ),
    lying: [],
    taker: phase === 'finished' ? 0 : undefined,
    closed,
    nameOf: () => '',
    onhand: () => undefined,
    onbots: () => undefined,
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

test('a player who is called away reads once who is there, and where to go', async () => {
  pairing.state = { ...NO_PAIRING, called: { table: 'x', kind: 'trset-2', pace: 'quick' } };
  pairing.company = ['Krn'];
  await show('playing', 'called');
  const line = mount(SeekLine, { target: document.body, props: { said: true } });
  const text = document.querySelector('[data-testid="closed"]')?.textContent;
  expect(text).toContain('Krn is here: tršet · 2 players, quick.');
  expect(text).not.toContain('closed');
  expect(document.querySelector('[data-testid="seek-line"]')?.textContent.trim()).toBe('');
  expect([...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['/table/x']);
  void unmount(line);
});

test('a spectator of that table reads that it is closed', async () => {
  await show('playing', 'called');
  expect(document.querySelector('[data-testid="closed"]')?.textContent).toContain('This table is closed.');
});
