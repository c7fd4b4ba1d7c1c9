/** Keeps the page for those who open it without a network. */

/** The time that the page has the line for itself, in milliseconds. */
const LATER_MS = 3000;

/** Lets the browser keep the page and its parts, once it is there and unless the reader saves data. */
export function keepPage(): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || connection?.saveData) return;
  window.setTimeout(() => {
    // A browser that may keep nothing shows the page all the same.
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  }, LATER_MS);
}
