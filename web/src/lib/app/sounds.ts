/** Small sounds, made on the spot. Browsers allow none before the reader has pressed something. */
import type { Sound } from '../state/cues';

interface Tone {
  /** The pitch in hertz. */
  pitch: number;
  /** Seconds after the beginning of the sound. */
  at: number;
  /** The length in seconds. */
  length: number;
  loud: number;
}

const TONES: Partial<Record<Sound, readonly Tone[]>> = {
  turn: [
    { pitch: 587, at: 0, length: 0.12, loud: 0.1 },
    { pitch: 784, at: 0.1, length: 0.2, loud: 0.1 },
  ],
  low: [
    { pitch: 988, at: 0, length: 0.07, loud: 0.09 },
    { pitch: 988, at: 0.14, length: 0.07, loud: 0.09 },
  ],
  win: [523, 659, 784, 1047].map((pitch, n) => ({ pitch, at: n * 0.12, length: 0.3, loud: 0.1 })),
  lose: [392, 330, 262].map((pitch, n) => ({ pitch, at: n * 0.16, length: 0.3, loud: 0.09 })),
  chat: [{ pitch: 880, at: 0, length: 0.1, loud: 0.06 }],
  tabla: [784, 1047, 1319].map((pitch, n) => ({ pitch, at: n * 0.09, length: 0.22, loud: 0.09 })),
  knock: [0, 0.13].map((at) => ({ pitch: 150, at, length: 0.09, loud: 0.16 })),
};

/** Paper on cloth: short bursts of noise, as seconds after the beginning. */
const RUSTLES: Partial<Record<Sound, readonly number[]>> = {
  deal: [0, 0.07, 0.14, 0.21, 0.28, 0.35],
  card: [0],
  take: [0, 0.05, 0.1],
};

/** The sounds that call a reader back who is looking at something else. */
const CALLS: readonly Sound[] = ['turn', 'low', 'chat'];

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

/** Makes the sounds ready. To be called when the reader has pressed something. */
export async function wake(): Promise<void> {
  context ??= new AudioContext();
  if (context.state === 'suspended') await context.resume();
}

/** Waits for the first press, from which on there may be sound. Returns a function that stops this. */
export function listenForGesture(): () => void {
  const events = ['pointerdown', 'keydown'] as const;
  const pressed = (): void => void wake();
  for (const event of events) document.addEventListener(event, pressed, { passive: true });
  return () => {
    for (const event of events) document.removeEventListener(event, pressed);
    void context?.suspend();
  };
}

/** Lets a sound be heard, at most as loud as 1; in a hidden page only what calls the reader. */
export function play(sound: Sound, loud: number): void {
  if (context?.state !== 'running' || (document.hidden && !CALLS.includes(sound))) return;
  // Ears take the square for the half.
  const out = new GainNode(context, { gain: loud * loud });
  out.connect(context.destination);
  for (const tone of TONES[sound] ?? []) ring(context, out, tone);
  for (const at of RUSTLES[sound] ?? []) rustle(context, out, at);
}

function ring(on: AudioContext, out: AudioNode, { pitch, at, length, loud }: Tone): void {
  const begin = on.currentTime + at;
  const voice = new OscillatorNode(on, { type: 'triangle', frequency: pitch });
  const volume = new GainNode(on, { gain: 0 });
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(loud, begin + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  voice.connect(volume).connect(out);
  voice.start(begin);
  voice.stop(begin + length);
}

function rustle(on: AudioContext, out: AudioNode, at: number): void {
  const length = 0.07;
  noise ??= hiss(on, length);
  const begin = on.currentTime + at;
  const source = new AudioBufferSourceNode(on, { buffer: noise });
  const band = new BiquadFilterNode(on, { type: 'bandpass', frequency: 2400, Q: 0.8 });
  const volume = new GainNode(on, { gain: 0.35 });
  volume.gain.setValueAtTime(0.35, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
  source.connect(band).connect(volume).connect(out);
  source.start(begin);
}

function hiss(on: AudioContext, seconds: number): AudioBuffer {
  const buffer = on.createBuffer(1, Math.ceil(on.sampleRate * seconds), on.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
