import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { TableCoach } from '../../lib/app/tableCoach.svelte';
import CoachLine from './CoachLine.svelte';

let line: ReturnType<typeof mount> | undefined;

afterEach(() => {
  if (line) void unmount(line);
  document.body.replaceChildren();
});

test('what the coach said is away for a moment when it is asked for again, so that it is read out', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  const coach = $state({ on: true, said: ['You lead.', 'Two.', 'Three.', 'Four.'], repeated: 0 });
  line = mount(CoachLine, { target: document.body, props: { coach: coach as unknown as TableCoach } });
  flushSync();
  const text = (): string | null | undefined => document.querySelector('[data-testid="coach"]')?.textContent;
  expect(text()).toBe('You lead. Two. Three.');
  coach.repeated += 1;
  flushSync();
  expect(text()).toBe('');
  await vi.waitFor(() => {
    expect(text()).toBe('You lead. Two. Three.');
  });
  coach.said = ['Your last card: 3.'];
  flushSync();
  expect(text()).toBe('Your last card: 3.');
});
