/** Parts of the page that do not move may follow the picture a little later: first the cards set off. */
import { untrack } from 'svelte';

/** A page that makes no frames, as one that is about to be hidden, waits no longer than this. */
const LONGEST_MS = 100;

/**
 * Calls back when the next frame has been made; at once in a page that is not to be seen. Returns a function
 * that stops it.
 */
export function afterFrame(act: () => void): () => void {
  if (document.hidden) {
    act();
    return () => undefined;
  }
  let after: number | undefined;
  const frame = window.requestAnimationFrame(() => {
    after = window.setTimeout(done);
  });
  const longest = window.setTimeout(done, LONGEST_MS);
  function stop(): void {
    window.cancelAnimationFrame(frame);
    window.clearTimeout(after);
    window.clearTimeout(longest);
  }
  function done(): void {
    stop();
    act();
  }
  return stop;
}

/** A value that follows another by a frame. Must be called while a component is set up. */
export function later<T>(now: () => T): () => T {
  let value = $state.raw(untrack(now));
  let waits = false;
  let stop = (): void => undefined;
  $effect(() => {
    now();
    // Changes before the frame is made are taken over with it.
    if (waits) return;
    waits = true;
    stop = afterFrame(() => {
      waits = false;
      value = untrack(now);
    });
  });
  $effect(() => () => {
    stop();
  });
  return () => value;
}
