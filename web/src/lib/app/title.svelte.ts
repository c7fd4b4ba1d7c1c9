/** The open page's own words in the title of the window. */
import { afterFrame } from './later.svelte';

let words = $state<string | null>(null);
let stop: (() => void) | undefined;

/** The page's own words; nothing while its name will do. */
export function ownTitle(): string | null {
  return words;
}

/** Puts words into the title. Returns a function that takes them out again. */
export function entitle(text: string): () => void {
  say(text);
  return () => {
    say(null);
  };
}

/** The window's title costs the browser much, and nobody looks at it first. */
function say(text: string | null): void {
  stop?.();
  stop = afterFrame(() => {
    words = text;
  });
}
