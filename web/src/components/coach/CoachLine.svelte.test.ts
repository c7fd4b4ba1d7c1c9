import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TableCoach } from '../../lib/app/tableCoach.svelte';
import CoachLine from './CoachLine.svelte';

let line: ReturnType<typeof mount> | undefined;

afterEach(() => {
  if (line) void unmount(line);
  document.body.replaceChildren();
});

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
});

test('what the coach said is away for a moment when it is asked for again, so that it is read out', async () => {
  const coach = $state({ on: true, said: ['10♦.'], heard: ['You lead.', 'Two.', 'Three.', 'Four.'], repeated: 0 });
  line = mount(CoachLine, { target: document.body, props: { coach: coach as unknown as TableCoach } });
  flushSync();
  const text = (): string | null | undefined => document.querySelector('[data-testid="coach-heard"]')?.textContent;
  expect(text()).toBe('You lead. Two. Three.');
  coach.repeated += 1;
  flushSync();
  expect(text()).toBe('');
  await vi.waitFor(() => {
    expect(text()).toBe('You lead. Two. Three.');
  });
  coach.heard = ['Your last card: 3.'];
  flushSync();
  expect(text()).toBe('Your last card: 3.');
  coach.heard = [];
  flushSync();
  expect(text()).toBe('');
});

test('what a narrow line has left out comes back with its room', () => {
  let resized = (): void => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(listener: () => void) {
        resized = listener;
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  const coach = { on: true, said: ['You lead.', 'Two.'], heard: [], repeated: 0 };
  line = mount(CoachLine, { target: document.body, props: { coach: coach as unknown as TableCoach } });
  flushSync();
  const paragraph = document.querySelector<HTMLElement>('[data-testid="coach"]');
  if (!paragraph) throw new Error('there is no line');
  const measure = (high: number, fits: () => boolean): void => {
    Object.defineProperty(paragraph, 'clientHeight', { configurable: true, value: high });
    Object.defineProperty(paragraph, 'scrollHeight', { configurable: true, get: () => (fits() ? high : high + 1) });
    resized();
  };
  const before = paragraph.clientHeight;
  measure(before + 9, () => paragraph.textContent.length < 10);
  expect(paragraph.textContent).toBe('You lead.');
  measure(before, () => true);
  expect(paragraph.textContent).toBe('You lead. Two.');
});

test('what lies over the cloth is read, or goes with a press, and comes again when it is asked for', () => {
  vi.useFakeTimers();
  const coach = $state({ on: true, said: ['You lead.'], heard: [], repeated: 0 });
  line = mount(CoachLine, { target: document.body, props: { coach: coach as unknown as TableCoach, over: true } });
  flushSync();
  const away = (): boolean => document.querySelector('[data-testid="coach"]')?.classList.contains('away') === true;
  expect(away()).toBe(false);
  vi.advanceTimersByTime(3000);
  flushSync();
  expect(away(), 'slow readers are at it still').toBe(false);
  vi.advanceTimersByTime(3000);
  flushSync();
  expect(away()).toBe(true);
  coach.repeated += 1;
  flushSync();
  expect(away()).toBe(false);
  window.dispatchEvent(new Event('pointerdown'));
  flushSync();
  expect(away()).toBe(true);
  coach.said = ['Your last card: 3.'];
  flushSync();
  expect(away()).toBe(false);
  vi.useRealTimers();
});

test('what comes after a card is chosen lies over no answers: the lamp is lit, and shows it', () => {
  const coach = $state({ on: true, said: ['You lead.'], heard: [], repeated: 0, unseen: false });
  const props = $state({ coach: coach as unknown as TableCoach, over: true, answering: false });
  line = mount(CoachLine, { target: document.body, props });
  const seen = (): boolean => {
    flushSync();
    return document.querySelector('[data-testid="coach"]')?.classList.contains('away') === false;
  };
  expect(seen()).toBe(true);
  props.answering = true;
  expect(seen()).toBe(false);
  coach.said = ['Take the ten.'];
  expect(seen()).toBe(false);
  expect(coach.unseen).toBe(true);
  coach.repeated += 1;
  expect(seen(), 'it is asked for').toBe(true);
  expect(coach.unseen).toBe(false);
  props.answering = false;
  coach.said = ['You lead.'];
  expect(seen(), 'the next turn').toBe(true);
});

test('sentences without room light the lamp, all of them where there is no place at all', () => {
  const coach = $state({ on: true, said: ['You lead.', 'Two.'], heard: [], repeated: 0, unseen: false });
  const show = (props: object): void => {
    line = mount(CoachLine, { target: document.body, props: { coach: coach as unknown as TableCoach, ...props } });
    flushSync();
  };
  show({ over: true });
  expect(coach.unseen, 'all is said').toBe(false);
  if (line) void unmount(line);
  const room = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return this.textContent.length < 10 ? 0 : 1;
  });
  show({ over: true });
  expect(document.querySelector('[data-testid="coach"]')?.textContent).toBe('You lead.');
  expect(coach.unseen).toBe(true);
  if (line) void unmount(line);
  room.mockRestore();
  show({ lamp: true });
  expect(document.querySelector('[data-testid="coach"]')).toBeNull();
  expect(coach.unseen).toBe(true);
});
