/** Seed and shuffle of a deal, from the words of docs/protocol/fair-deals.md. */
import { keyStream } from './chacha';

const TAG = 'vzetek deal 1';
const WORDS = 2 ** 32;

export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the input that the seed is the SHA-256 of: tag, secret, attempt, and every nonce after its length. */
export function seedInput(secret: Uint8Array, nonces: readonly string[], attempt = 0): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const bytes = [...encoder.encode(TAG), ...secret];
  for (let i = 0; i < 4; i++) bytes.push((attempt >>> (8 * i)) & 255);
  for (const nonce of nonces) {
    const text = encoder.encode(nonce);
    bytes.push(text.length, ...text);
  }
  return Uint8Array.from(bytes);
}

/** The pack after the shuffle that follows from the seed. */
export function shuffle<T>(pack: readonly T[], seed: Uint8Array): T[] {
  const cards = [...pack];
  const words = keyStream(seed);
  for (let i = cards.length - 1; i > 0; i--) {
    const j = below(words, i + 1);
    [cards[i], cards[j]] = [cards[j] as T, cards[i] as T];
  }
  return cards;
}

/** An even choice below `n`: words of the incomplete last stretch of multiples are thrown away. */
function below(words: Generator<number, never>, n: number): number {
  const whole = Math.floor(WORDS / n) * n;
  for (;;) {
    const word = words.next().value;
    if (word < whole) return word % n;
  }
}
