/**
 * The values that this browser keeps for the next visit. A store that is full or forbidden keeps nothing; no
 * page fails for that.
 */

/** Returns a store: asked for only when it is needed, because asking may be forbidden. */
type Keeper = () => Storage;
const forGood: Keeper = () => window.localStorage;
/** The store that lasts until the tab is closed. */
export const forThisTab: Keeper = () => window.sessionStorage;

export function recall(name: string, keeper = forGood): string | null {
  try {
    return keeper().getItem(name);
  } catch {
    return null;
  }
}

export function remember(name: string, text: string, keeper = forGood): void {
  try {
    keeper().setItem(name, text);
  } catch {
    // It holds for this visit.
  }
}

/** Calls back when another tab keeps something under this name. Returns a function that stops this. */
export function onRemembered(name: string, listener: () => void): () => void {
  const hear = (event: StorageEvent): void => {
    if (event.key === name) listener();
  };
  window.addEventListener('storage', hear);
  return () => {
    window.removeEventListener('storage', hear);
  };
}
