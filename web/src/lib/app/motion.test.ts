import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TRAVEL_MS, arrive, comesFrom, fly, setOff } from './motion';

/** The calls to the page, in order. */
let asked: string[];
let running: { frames: Keyframe[]; timing: KeyframeAnimationOptions; motion: { onfinish?: () => void } }[];
let layer: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  running = [];
  layer = document.createElement('div');
  HTMLElement.prototype.animate = function animate(frames, timing): Animation {
    asked.push(`move ${this.tagName}`);
    const motion: { onfinish?: () => void } = {};
    running.push({ frames: frames as Keyframe[], timing: timing as KeyframeAnimationOptions, motion });
    return motion as unknown as Animation;
  };
});

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(HTMLElement.prototype, 'animate');
});

function cardAt(x: number): HTMLElement {
  const card = document.createElement('span');
  card.getBoundingClientRect = () => {
    asked.push('measure');
    return new DOMRect(x, 0, 20, 40);
  };
  return card;
}

test('everything is measured before anything moves', () => {
  comesFrom('SK', new DOMRect(100, 50, 40, 80));
  comesFrom('DA', new DOMRect(0, 0, 20, 40));
  arrive(cardAt(10), 'SK');
  arrive(cardAt(30), 'DA');
  fly('card.svg', new DOMRect(5, 6, 20, 40), [{ to: new DOMRect(9, 9, 10, 20), ms: TRAVEL_MS }]);
  expect(asked).toEqual([]);
  setOff(layer);
  expect(asked).toEqual(['measure', 'measure', 'move SPAN', 'move SPAN', 'move IMG']);
  expect(running[0]?.frames[0]).toEqual({ transform: 'translate(90px, 50px) scale(2)' });
  expect(layer.querySelector('img')?.style.left).toBe('5px');
});

test('a card that does not appear does not travel later either', () => {
  comesFrom('SK', new DOMRect(100, 50, 40, 80));
  setOff(layer);
  arrive(cardAt(10), 'SK');
  setOff(layer);
  expect(asked).toEqual([]);
});

test('a card that is held up is moved there and away, and not while it waits', () => {
  const up = new DOMRect(50, 60, 25, 50);
  fly('card.svg', new DOMRect(0, 0, 20, 40), [
    { to: up, ms: 260 },
    { to: up, ms: 480 },
    { to: new DOMRect(90, 0, 10, 20), opacity: 0, ms: 160 },
  ]);
  setOff(layer);
  expect(running).toHaveLength(1);
  running[0]?.motion.onfinish?.();
  vi.advanceTimersByTime(479);
  expect(running).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(running.map(({ timing }) => timing.duration)).toEqual([260, 160]);
  // The second leg sets out from where the first one ended.
  expect(running[1]?.frames).toEqual([
    { transform: 'translate(50px, 60px) scale(1.25)', opacity: 1 },
    { transform: 'translate(90px, 0px) scale(0.5)', opacity: 0 },
  ]);
  expect(layer.childElementCount).toBe(1);
  running[1]?.motion.onfinish?.();
  expect(layer.childElementCount).toBe(0);
});
