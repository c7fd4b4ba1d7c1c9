/**
 * SHA-256 (FIPS 180-4). Browsers offer their own only to pages that come over
 * HTTPS or from the machine itself; a deal can be checked everywhere.
 */

/** The standard's constants, computed when they are first needed: most pages check no deal. */
let constants: { k: Uint32Array; start: Uint32Array } | undefined;

export async function sha256(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  return subtle ? new Uint8Array(await subtle.digest('SHA-256', message)) : sha256Here(message);
}

/** Computes SHA-256 without the browser's help. */
export function sha256Here(message: Uint8Array): Uint8Array {
  const padded = pad(message);
  const { k, start } = (constants ??= { k: fractions(64, 3), start: fractions(8, 2) });
  const state = Uint32Array.from(start);
  const w = new Uint32Array(64);
  for (let block = 0; block < padded.byteLength; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = padded.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i++) w[i] = at(w, i - 16) + small(at(w, i - 15), 7, 18, 3) + at(w, i - 7) + small(at(w, i - 2), 17, 19, 10);
    compress(state, w, k);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => {
    digest.setUint32(4 * i, word);
  });
  return new Uint8Array(digest.buffer);
}

function compress(state: Uint32Array, w: Uint32Array, k: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = (h + big(e, 6, 11, 25) + choice + at(k, i) + at(w, i)) | 0;
    const second = (big(a, 2, 13, 22) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = at(state, i) + word));
}

/** The message, a one bit, zeros, and its length in bits: whole blocks of 64 bytes. */
function pad(message: Uint8Array): DataView {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length * 8);
  return view;
}

const turn = (x: number, n: number): number => (x >>> n) | (x << (32 - n));
const small = (x: number, a: number, b: number, shift: number): number => turn(x, a) ^ turn(x, b) ^ (x >>> shift);
const big = (x: number, a: number, b: number, c: number): number => turn(x, a) ^ turn(x, b) ^ turn(x, c);
const at = (words: Uint32Array, i: number): number => words[i] ?? 0;

/** Returns 32 bits after the point of the roots of the first primes. */
function fractions(count: number, root: 2 | 3): Uint32Array {
  const words = new Uint32Array(count);
  for (let n = 2, found = 0; found < count; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) prime &&= n % d !== 0;
    if (!prime) continue;
    words[found++] = Number(rootOf(BigInt(n) << BigInt(32 * root), root) & 0xffffffffn);
  }
  return words;
}

/** The greatest whole number whose power is not above `n`. */
function rootOf(n: bigint, root: 2 | 3): bigint {
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** BigInt(root) <= n) low = middle;
    else high = middle;
  }
  return low;
}
