import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Sound } from '../state/cues';
import { listenForGesture, play } from './sounds';

let begun: number;
let stop: () => void;

/** An audio node that only counts how often it begins. */
class FakeNode {
  gain = { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
  frequency = { setValueAtTime: () => this.gain };

  connect(to: unknown): unknown {
    return to;
  }

  start(): void {
    begun += 1;
  }

  stop(): void {
    // Nothing is to be heard.
  }
}

class FakeContext {
  state = 'running';
  currentTime = 0;
  sampleRate = 10;
  destination = {};

  createBuffer(): object {
    return { getChannelData: () => new Float32Array(1) };
  }

  suspend(): void {
    // Nothing was to be heard.
  }
}

beforeEach(() => {
  begun = 0;
  vi.stubGlobal('AudioContext', FakeContext);
  for (const name of ['OscillatorNode', 'GainNode', 'AudioBufferSourceNode', 'BiquadFilterNode']) vi.stubGlobal(name, FakeNode);
  stop = listenForGesture();
  document.dispatchEvent(new Event('pointerdown'));
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function heard(sound: Sound): boolean {
  begun = 0;
  play(sound, 1);
  return begun > 0;
}

const SOUNDS: readonly Sound[] = ['deal', 'card', 'take', 'turn', 'low', 'win', 'lose', 'chat', 'knock', 'tabla'];

test('every sound is heard on a page that is looked at', () => {
  expect(SOUNDS.filter(heard)).toEqual(SOUNDS);
});

test('a hidden page calls, and is quiet otherwise', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  expect(SOUNDS.filter(heard)).toEqual(['turn', 'low', 'chat']);
});
