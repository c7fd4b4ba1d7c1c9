import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterFrame, later } from './later.svelte';

let frames: FrameRequestCallback[];
let hidden: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  frames = [];
  hidden = false;
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
  vi.spyOn(window, 'cancelAnimationFrame').mockImplementation((n) => {
    frames[n - 1] = () => undefined;
  });
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function frame(): void {
  for (const one of frames.splice(0)) one(0);
  vi.advanceTimersByTime(0);
}

test('what waits for a frame is done after it, once, or not at all', () => {
  const done = vi.fn();
  afterFrame(done);
  expect(done).not.toHaveBeenCalled();
  frame();
  vi.advanceTimersByTime(1000);
  expect(done).toHaveBeenCalledOnce();
  afterFrame(done)();
  frame();
  vi.advanceTimersByTime(1000);
  expect(done).toHaveBeenCalledOnce();
});

test('a page that makes no frames does not wait for ever, a hidden one not at all', () => {
  const done = vi.fn();
  afterFrame(done);
  vi.advanceTimersByTime(100);
  expect(done).toHaveBeenCalledOnce();
  hidden = true;
  afterFrame(done);
  expect(done).toHaveBeenCalledTimes(2);
});

test('a value follows by a frame, whatever changed in between, in a hidden page at once', () => {
  let now = $state(1);
  let told = (): number => 0;
  const stop = $effect.root(() => {
    told = later(() => now);
  });
  flushSync();
  frame();
  for (const next of [2, 3]) {
    now = next;
    flushSync();
    expect(told()).toBe(1);
  }
  frame();
  expect(told()).toBe(3);
  hidden = true;
  for (const next of [4, 5]) {
    now = next;
    flushSync();
    expect(told()).toBe(next);
  }
  stop();
});
