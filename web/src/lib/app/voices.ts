/**
 * The sounds of a table as the voices they are made of: noise through a filter for paper and cloth, a struck
 * tone with partials for wood and chimes. No recordings are fetched.
 */
import type { Sound } from '../state/cues';

interface Struck {
  /** Seconds after the beginning of the sound. */
  at: number;
  /** The time in which it fades to a thousandth, in seconds. */
  length: number;
  /** The highest value of its samples; all that sounds at once stays below 1. */
  loud: number;
}

export interface Tone extends Struck {
  kind: 'tone';
  /** The pitch in hertz. */
  pitch: number;
  /** The pitch to which it falls at once, as skin and wood do; the same if there is none. */
  falls?: number;
}

export interface Noise extends Struck {
  kind: 'noise';
  /** The middle of the band that is heard, in hertz, and its quality: the higher, the narrower. */
  band: number;
  quality: number;
}

export type Voice = Tone | Noise;

/** The partials of a small bar that is struck softly: pitch, loudness and length against those of the lowest. */
const BAR = [
  [1, 1, 1],
  [2.756, 0.22, 0.45],
  [5.404, 0.07, 0.2],
] as const;

/** A bar that is struck. */
function chime(pitch: number, at: number, length: number, loud: number): Voice[] {
  return BAR.map(([times, share, lasts]): Tone => ({ kind: 'tone', pitch: pitch * times, at, length: length * lasts, loud: loud * share }));
}

/** A card that falls on cloth: paper first, then the thud of the table. */
function card(at: number, loud: number, band = 1900): Voice[] {
  return [
    { kind: 'noise', at, length: 0.06, loud: loud * 0.7, band, quality: 0.7 },
    { kind: 'noise', at: at + 0.012, length: 0.09, loud, band: 420, quality: 0.8 },
    { kind: 'tone', at: at + 0.012, length: 0.08, loud: loud * 0.5, pitch: 170, falls: 85 },
  ];
}

/** A card that slides off the pack. */
function slide(at: number, loud: number, band: number): Voice[] {
  return [{ kind: 'noise', at, length: 0.11, loud, band, quality: 0.9 }];
}

/** A knuckle on wood. */
function knock(at: number, loud: number): Voice[] {
  return [
    { kind: 'tone', at, length: 0.13, loud, pitch: 235, falls: 165 },
    { kind: 'tone', at, length: 0.05, loud: loud * 0.35, pitch: 620 },
    { kind: 'noise', at, length: 0.025, loud: loud * 0.5, band: 1300, quality: 0.8 },
  ];
}

const VOICES: Record<Sound, readonly Voice[]> = {
  // No two cards fall alike.
  deal: [2600, 2300, 2750, 2450, 2150, 2550].flatMap((band, n) => slide(n * 0.075, n % 2 === 0 ? 0.2 : 0.16, band)),
  card: card(0, 0.3),
  take: [...slide(0, 0.16, 1700), ...slide(0.06, 0.18, 2000), ...card(0.14, 0.2, 1500)],
  turn: [...chime(587, 0, 0.7, 0.16), ...chime(784, 0.13, 0.9, 0.16)],
  low: [...chime(988, 0, 0.28, 0.15), ...chime(988, 0.18, 0.28, 0.15)],
  win: [523, 659, 784, 1047].flatMap((pitch, n) => chime(pitch, n * 0.12, 1, 0.13)),
  lose: [392, 330, 262].flatMap((pitch, n) => chime(pitch, n * 0.18, 0.9, 0.13)),
  chat: chime(880, 0, 0.4, 0.1),
  tabla: [784, 1047, 1319].flatMap((pitch, n) => chime(pitch, n * 0.09, 0.7, 0.14)),
  knock: [...knock(0, 0.34), ...knock(0.15, 0.28)],
};

export function voicesOf(sound: Sound): readonly Voice[] {
  return VOICES[sound];
}

/** The least that can be heard, against the loudest. */
const SILENCE = 0.001;
/** The time in which a voice sets in, in seconds: none clicks. */
const ATTACK = 0.004;
/** The time of noise from which all bursts are cut, in seconds. */
const NOISE_S = 0.5;

/** Lets voices sound from this moment of the context's time on. */
export function render(on: BaseAudioContext, out: AudioNode, voices: readonly Voice[], from: number, noise: AudioBuffer): void {
  for (const voice of voices) {
    const begin = from + voice.at;
    const end = begin + voice.length;
    const volume = new GainNode(on, { gain: 0 });
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(voice.loud, begin + ATTACK);
    volume.gain.exponentialRampToValueAtTime(voice.loud * SILENCE, end);
    volume.connect(out);
    if (voice.kind === 'tone') {
      const source = new OscillatorNode(on, { type: 'sine', frequency: voice.pitch });
      if (voice.falls !== undefined)
        source.frequency.setValueAtTime(voice.pitch, begin).exponentialRampToValueAtTime(voice.falls, begin + voice.length / 3);
      source.connect(volume);
      source.start(begin);
      source.stop(end);
    } else {
      const band = new BiquadFilterNode(on, { type: 'bandpass', frequency: voice.band, Q: voice.quality });
      const source = new AudioBufferSourceNode(on, { buffer: noise });
      source.connect(band).connect(volume);
      // Each burst begins somewhere else in the noise.
      source.start(begin, (voice.at * 3.7) % (NOISE_S - voice.length), voice.length);
    }
  }
}

/** Returns noise to cut bursts from. `random` yields numbers from 0 to below 1. */
export function hiss(on: BaseAudioContext, random: () => number): AudioBuffer {
  const buffer = on.createBuffer(1, Math.ceil(on.sampleRate * NOISE_S), on.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = random() * 2 - 1;
  return buffer;
}
