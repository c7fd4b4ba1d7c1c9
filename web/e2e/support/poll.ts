/** Waiting for what no event announces. */
import { setTimeout as sleep } from 'node:timers/promises';

/** On the busiest machine everything that is waited for has come by then. */
export const PATIENCE_MS = 120_000;
const LOOK_MS = 50;

/** Returns the first answer that is not undefined; `wrong` says what did not happen. */
export async function poll<T>(look: () => Promise<T | undefined>, wrong: string): Promise<T> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(LOOK_MS)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error(wrong);
}
