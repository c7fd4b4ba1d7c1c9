import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { speakAll } from '../../games/testing';
import { HandSeen } from '../../lib/table/handSeen.svelte';
import Hand from './Hand.svelte';

const played = vi.fn<(card: string) => void>();
let hand: Record<string, unknown> | undefined;

beforeEach(async () => {
  played.mockReset();
  await speakAll('en');
});

afterEach(() => {
  if (hand) void unmount(hand);
});

function show(more: { chosen?: readonly string[]; drawn?: readonly string[]; pickable?: boolean } = {}): void {
  const cards = ['D3', 'C4'];
  const boxOf = (n: number): { x: number; y: number; width: number; height: number } => ({ x: n * 60, y: 100, width: 100, height: 160 });
  hand = mount(Hand, {
    target: document.body,
    props: { hand: cards, seen: new HandSeen(), boxOf, top: 100, legal: cards, chosen: [], onplay: played, ...more },
  });
  flushSync();
}

function card(name: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-card="${name}"]`);
  if (!found) throw new Error(`${name} is not in the hand`);
  return found;
}

function click(name: string, detail: number, x = 0): void {
  card(name).dispatchEvent(new MouseEvent('click', { bubbles: true, detail, clientX: x }));
}

function press(on: EventTarget, key: string, repeat: boolean): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true });
  on.dispatchEvent(event);
  return event;
}

test('the second press of a double one plays nothing', () => {
  show();
  click('D3', 1);
  click('C4', 2);
  expect(played.mock.calls).toEqual([['D3']]);
});

test('nor does one that the browser does not count, at the same place or by the same key', () => {
  show();
  click('D3', 1, 100);
  click('C4', 1, 110);
  press(window, '1', false);
  press(window, '1', false);
  expect(played).toHaveBeenCalledTimes(2);
});

test('whoever goes on pressing plays with every other press', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    show();
    for (let n = 0; n < 4; n += 1) {
      click('D3', 1, 100);
      vi.advanceTimersByTime(300);
    }
    expect(played).toHaveBeenCalledTimes(2);
    for (let n = 0; n < 4; n += 1) {
      vi.advanceTimersByTime(400);
      click('D3', n + 1, 300);
    }
    expect(played).toHaveBeenCalledTimes(4);
  } finally {
    vi.useRealTimers();
  }
});

test('a quick press of another card is passed on', () => {
  show();
  click('D3', 1, 100);
  click('C4', 1, 140);
  press(window, '1', false);
  press(window, '2', false);
  expect(played).toHaveBeenCalledTimes(4);
});

test('but it is the second press that a chosen card waits for', () => {
  show({ chosen: ['D3'] });
  click('D3', 2);
  expect(played.mock.calls).toEqual([['D3']]);
});

test('cards that are picked may be picked as fast as one likes', () => {
  show({ pickable: true });
  click('D3', 1);
  click('C4', 2);
  expect(played).toHaveBeenCalledTimes(2);
});

test('a key that is held plays one card', () => {
  show();
  const [first = ''] = [...document.querySelectorAll<HTMLElement>('[data-card]')].map((one) => one.dataset['card']);
  press(window, '1', false);
  press(window, '1', true);
  expect(played.mock.calls).toEqual([[first]]);
  // The browser makes a press on the card of what is not prevented.
  for (const key of ['Enter', ' ']) {
    expect(press(card('D3'), key, false).defaultPrevented).toBe(false);
    expect(press(card('D3'), key, true).defaultPrevented).toBe(true);
  }
});

test('a card that was drawn just now is marked, and said to be', () => {
  show({ drawn: ['C4'] });
  expect(card('C4').dataset.fresh).toBe('true');
  expect(card('C4').getAttribute('aria-label')).toBe('four of coppe, just drawn');
  expect(card('D3').dataset.fresh).toBe('false');
  expect(card('D3').getAttribute('aria-label')).toBe('three of denari');
});
