import { afterEach, beforeEach, expect, test, vi } from 'vitest';

interface Shown {
  body: string;
  tag: string;
}

const shown: Shown[] = [];
const asked = vi.fn<() => Promise<NotificationPermission>>();

class FakeNotification {
  static permission: NotificationPermission = 'default';
  static requestPermission = asked;
  onclick: (() => void) | null = null;
  constructor(_title: string, { body, tag }: Shown) {
    shown.push({ body, tag });
  }
}

const hidden = vi.spyOn(document, 'hidden', 'get');

beforeEach(() => {
  shown.length = 0;
  asked.mockReset();
  localStorage.clear();
  FakeNotification.permission = 'default';
  vi.stubGlobal('Notification', FakeNotification);
  vi.resetModules();
  hidden.mockReturnValue(true);
});

afterEach(() => vi.unstubAllGlobals());

test('nobody is asked, and nobody told, who has not asked for it', async () => {
  const { notify } = await import('./notifications.svelte');
  notify('Your turn', '/table/x');
  expect([shown, asked.mock.calls]).toEqual([[], []]);
});

test('whoever asked is told while the page is hidden, and at the next visit as well', async () => {
  const first = await import('./notifications.svelte');
  asked.mockResolvedValue('granted');
  await first.notifications.choose(true);
  hidden.mockReturnValue(false);
  first.notify('Your turn', '/table/x');
  expect(shown).toEqual([]);
  hidden.mockReturnValue(true);
  first.notify('Your turn', '/table/x');
  expect(shown).toEqual([{ body: 'Your turn', tag: '/table/x' }]);

  vi.resetModules();
  FakeNotification.permission = 'granted';
  const next = await import('./notifications.svelte');
  expect(next.notifications.on).toBe(true);
  await next.notifications.choose(false);
  next.notify('Your turn', '/table/x');
  expect(shown).toHaveLength(1);
});

test('whoever tells the browser no stays off', async () => {
  const { notifications } = await import('./notifications.svelte');
  asked.mockResolvedValue('denied');
  await notifications.choose(true);
  expect(notifications.on).toBe(false);
});
