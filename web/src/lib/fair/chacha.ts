/** The key stream of ChaCha with 20 rounds, its block counter and stream number from 0, as 32-bit words. */
const SIGMA = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
const QUARTERS = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;

export function* keyStream(key: Uint8Array): Generator<number, never> {
  const view = new DataView(key.buffer, key.byteOffset, 32);
  const words = Array.from({ length: 8 }, (_, i) => view.getUint32(4 * i, true));
  for (let counter = 0; ; counter++) {
    yield* block(Uint32Array.of(...SIGMA, ...words, counter >>> 0, Math.floor(counter / 2 ** 32), 0, 0));
  }
}

function block(start: Uint32Array): Uint32Array {
  const w = Uint32Array.from(start);
  for (let round = 0; round < 10; round++) {
    for (const [a, b, c, d] of QUARTERS) {
      step(w, a, b, d, 16);
      step(w, c, d, b, 12);
      step(w, a, b, d, 8);
      step(w, c, d, b, 7);
    }
  }
  return w.map((word, i) => word + (start[i] ?? 0));
}

function step(w: Uint32Array, x: number, y: number, z: number, turn: number): void {
  w[x] = (w[x] ?? 0) + (w[y] ?? 0);
  const mixed = (w[z] ?? 0) ^ (w[x] ?? 0);
  w[z] = (mixed << turn) | (mixed >>> (32 - turn));
}
