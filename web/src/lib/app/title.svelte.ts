/** What the page that is open says of itself in the title of the window. */
let words = $state<string | null>(null);

/** The page's own words; nothing while its name will do. */
export function ownTitle(): string | null {
  return words;
}

/** Puts words into the title. Returns how to take them out again. */
export function entitle(text: string): () => void {
  words = text;
  return () => {
    words = null;
  };
}
