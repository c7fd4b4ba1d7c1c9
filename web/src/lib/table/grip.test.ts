import { beforeEach, expect, test, vi } from 'vitest';
import { Grip } from './grip.svelte';

/** Three cards, 50 pixels wide each; the cloth is above 100. */
const CARDS = ['A', 'B', 'C'];
const play = vi.fn<(card: string) => void>();
let grip: Grip;

beforeEach(() => {
  play.mockReset();
  grip = new Grip({ cardAt: (x, y) => (y < 100 ? undefined : CARDS[Math.floor(x / 50)]), edge: () => 100, play });
});

function event(x: number, y: number): PointerEvent {
  return { clientX: x, clientY: y, pointerId: 1, button: 0, currentTarget: null } as unknown as PointerEvent;
}

test('a press without a move is left to the button', () => {
  grip.down(event(10, 150));
  grip.move(event(13, 152));
  grip.up(event(13, 152));
  expect(play).not.toHaveBeenCalled();
  expect(grip.swallow()).toBe(false);
});

test('a finger that slides lifts the card below it, and lets it down again', () => {
  grip.down(event(10, 150));
  grip.move(event(70, 150));
  expect(grip.lifted).toBe('B');
  grip.move(event(120, 150));
  expect(grip.lifted).toBe('C');
  grip.up(event(120, 150));
  expect(play).not.toHaveBeenCalled();
  expect(grip.lifted).toBeUndefined();
  expect(grip.swallow()).toBe(true);
});

test('a card that is drawn out follows, and is played over the cloth', () => {
  grip.down(event(10, 150));
  grip.move(event(70, 150));
  grip.move(event(75, 60));
  expect(grip.drawn).toMatchObject({ card: 'B', dx: 5, dy: -90 });
  grip.up(event(80, 50));
  expect(play.mock.calls).toEqual([['B']]);
  expect(grip.drawn).toBeUndefined();
});

test('taken back to the hand it is not played', () => {
  grip.down(event(10, 150));
  grip.move(event(12, 60));
  grip.move(event(12, 140));
  grip.up(event(12, 140));
  expect(play).not.toHaveBeenCalled();
});

test('an unsteady press stays a press', () => {
  grip.down(event(10, 150));
  grip.move(event(22, 152));
  grip.up(event(22, 152));
  expect(play.mock.calls).toEqual([['A']]);
});

test('what the browser takes over is forgotten', () => {
  grip.down(event(10, 150));
  grip.move(event(10, 60));
  grip.cancel(event(10, 60));
  grip.up(event(10, 40));
  expect(play).not.toHaveBeenCalled();
});
