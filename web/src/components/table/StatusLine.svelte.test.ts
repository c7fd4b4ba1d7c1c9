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
