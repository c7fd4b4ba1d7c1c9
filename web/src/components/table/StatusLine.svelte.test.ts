import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { TableStore } from '../../lib/app/table.svelte';
import { speak, t } from '../../lib/i18n/index.svelte';
import { fromSnapshot } from '../../lib/state/table';
import { deal, snapshot } from '../../lib/state/testing';
import StatusLine from './StatusLine.svelte';

let line: ReturnType<typeof mount> | undefined;

afterEach(() => {
  vi.useRealTimers();
  if (line) void unmount(line);
});

test('an action that the server does not answer for a while is named until it is answered', async () => {
  await speak('en');
  vi.useFakeTimers();
  const truth = fromSnapshot(snapshot({ phase: 'playing', deal: deal() }), 0);
  const store = $state({ truth, shown: truth, myTurn: true, sent: null as string | null, ahead: {}, legal: [] });
  line = mount(StatusLine, {
    target: document.body,
    props: { store: store as unknown as TableStore, nameOf: () => 'Ana', explained: false },
  });
  const pass = (ms: number): string | undefined => {
    vi.advanceTimersByTime(ms);
    flushSync();
    return document.querySelector('[data-testid="status"] .text')?.textContent;
  };
  for (const action of ['DK', 'D3']) {
    expect(pass(5000)).toBe(t('table.yourTurn'));
    store.sent = action;
    flushSync();
    expect(pass(1400)).toBe('');
    expect(pass(200)).toBe(t('table.unanswered'));
    store.sent = null;
  }
  expect(pass(0)).toBe(t('table.yourTurn'));
});

test('in the last seconds of the own time it says that a substitute plays next, and not before or while an action is on its way', async () => {
  await speak('en');
  vi.useFakeTimers();
  const turn = { seat: 0, legal: ['D3'], move_ms: 20_000, bank_ms: 0 };
  const truth = fromSnapshot(snapshot({ phase: 'playing', deal: deal({ turn }) }), performance.now());
  const store = $state({ truth, shown: truth, myTurn: true, sent: null as string | null, ahead: {}, legal: [] });
  line = mount(StatusLine, {
    target: document.body,
    props: { store: store as unknown as TableStore, nameOf: () => 'Ana', explained: false },
  });
  const said = (): string | undefined => {
    flushSync();
    return document.querySelector('[data-testid="soon"]')?.textContent;
  };
  vi.advanceTimersByTime(9000);
  expect(said()).toBeUndefined();
  vi.advanceTimersByTime(3000);
  expect(said()).toBe('8 sec, then a substitute plays for you');
  store.sent = 'D3';
  expect(said()).toBeUndefined();
});
