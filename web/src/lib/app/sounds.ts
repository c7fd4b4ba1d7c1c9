/** Small sounds, made on the spot. Browsers allow none before the reader has pressed something. */
import type { Sound } from '../state/cues';
import { hiss, render, voicesOf } from './voices';

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
  noise ??= hiss(context, Math.random);
  render(context, out, voicesOf(sound), context.currentTime, noise);
}
