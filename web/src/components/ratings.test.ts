import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { speak } from '../lib/i18n/index.svelte';
import type { RatingChange } from '../lib/protocol';
import { player } from '../lib/state/testing';
import PlayerName from './PlayerName.svelte';
import RatingValue from './RatingValue.svelte';
import Rating from './result/Rating.svelte';

let mounted: Record<string, unknown> | undefined;

beforeAll(() => speak('en'));

afterEach(() => {
  if (mounted) void unmount(mounted);
  document.body.innerHTML = '';
});

/** What is seen; what is only heard stands apart. */
function seen(): string {
  flushSync();
  document.querySelectorAll('.unseen').forEach((one) => {
    one.remove();
  });
  return (document.body.textContent ?? '').replace(/\s+/g, ' ').trim();
}

function change(props: RatingChange): string {
  if (mounted) void unmount(mounted);
  mounted = mount(Rating, { target: document.body, props });
  return seen();
}

test('a player without a rating has no number', () => {
  mounted = mount(PlayerName, { target: document.body, props: { player: player('ana'), rating: true } });
  expect(seen()).not.toMatch(/\d/);
});

test('a settled rating stands beside the name, others with a question mark', () => {
  mounted = mount(PlayerName, { target: document.body, props: { player: player('ana', { rating: 1432, settled: true }), rating: true } });
  expect(document.querySelector('.unseen')?.textContent).toBe('rating 1432');
  expect(seen()).toMatch(/1432$/);
  void unmount(mounted);
  mounted = mount(PlayerName, { target: document.body, props: { player: player('ana', { rating: 1500 }), rating: true } });
  expect(seen()).toMatch(/1500\?$/);
});

test('an uncertain rating has a question mark, and is heard as uncertain', () => {
  mounted = mount(RatingValue, { target: document.body, props: { rating: 1620, settled: false } });
  flushSync();
  expect(document.querySelector('.unseen')?.textContent).toBe('rating about 1620, not settled yet');
  expect(seen()).toBe('1620?');
});

test('a change is not written beside a rating that is not settled', () => {
  expect(change({ ladder: 'people', before: 1500, after: 1407, settled: false })).toBe('1407?');
  expect(change({ ladder: 'people', before: 1500, after: 1507, settled: false })).toBe('1507?');
});

test('a settled rating moves by so much, however much', () => {
  expect(change({ ladder: 'people', before: 1640, after: 1628, settled: true })).toBe('1628 −12');
  expect(change({ ladder: 'bots', before: 1500, after: 1500, settled: true })).toBe('1500 ±0');
});
