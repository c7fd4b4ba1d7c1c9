import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepAwake } from './wakeLock';

const release = vi.fn(() => Promise.resolve());
const request = vi.fn(() => Promise.resolve({ release }));
let seen: DocumentVisibilityState;

function see(state: DocumentVisibilityState): void {
  seen = state;
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  seen = 'visible';
  vi.clearAllMocks();
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => seen);
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
});

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'wakeLock');
});

test('the screen stays on until it is let go, and again after the page was hidden', async () => {
  const letGo = keepAwake();
  await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(1));
  see('hidden');
  expect(request).toHaveBeenCalledTimes(1);
  see('visible');
  await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(2));
  await Promise.resolve();
  letGo();
  await vi.waitFor(() => expect(release).toHaveBeenCalledTimes(1));
  see('visible');
  expect(request).toHaveBeenCalledTimes(2);
});

test('a lock that is given too late is given back, and a refusal is no failure', async () => {
  keepAwake()();
  await vi.waitFor(() => expect(release).toHaveBeenCalledTimes(1));
  request.mockRejectedValueOnce(new Error('the battery is low'));
  keepAwake()();
  await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(2));
  Reflect.deleteProperty(navigator, 'wakeLock');
  keepAwake()();
  expect(request).toHaveBeenCalledTimes(2);
});
