import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ITALIAN_DECK } from '../../cards/packs/italian/deck';
import { warm } from './preload';

const drawings = new Set(['full', 'small'].flatMap((level) => ITALIAN_DECK.cards.map((card) => ITALIAN_DECK.image(card, level as 'full'))));
let made: string[];
let waiting: IdleRequestCallback[];

beforeEach(() => {
  made = [];
  waiting = [];
  vi.stubGlobal(
    'Image',
    class {
      set src(address: string) {
        made.push(address);
      }
    },
  );
  Object.assign(window, {
    requestIdleCallback: (act: IdleRequestCallback) => waiting.push(act),
    cancelIdleCallback: () => (waiting = []),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(window, 'requestIdleCallback');
  Reflect.deleteProperty(window, 'cancelIdleCallback');
});

/** A moment in which the page has nothing to do for so long. */
function idle(ms: number): void {
  for (const act of waiting.splice(0)) act({ didTimeout: false, timeRemaining: () => ms });
}

test('one drawing after the other is made ready, where there is time for it, and every one of the pack', () => {
  warm(ITALIAN_DECK);
  idle(5);
  expect(made).toEqual([]);
  idle(49);
  expect(made).toHaveLength(1);
  for (let n = 0; n < 100; n++) idle(49);
  expect(made).toHaveLength(80);
  expect(new Set(made)).toEqual(drawings);
});

test('whoever goes needs no more', () => {
  const stop = warm(ITALIAN_DECK);
  idle(49);
  stop();
  idle(49);
  expect(made).toHaveLength(1);
});
