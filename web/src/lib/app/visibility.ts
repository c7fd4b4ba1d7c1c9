/** Notifies parts of a page when they are visible, so that what nobody sees costs nothing. */

/** So far outside the window a part counts as seen: it is ready when it is scrolled to. */
const MARGIN = '120px';

/**
 * Calls back when the element comes into sight or goes out of it; in a hidden window nothing is in sight.
 * Returns a function that stops this.
 */
export function followSight(element: Element, tell: (seen: boolean) => void): () => void {
  let near = false;
  const say = (): void => {
    tell(near && document.visibilityState === 'visible');
  };
  const observer = new IntersectionObserver(
    (entries) => {
      near = entries.at(-1)?.isIntersecting ?? false;
      say();
    },
    { rootMargin: MARGIN },
  );
  observer.observe(element);
  document.addEventListener('visibilitychange', say);
  return () => {
    observer.disconnect();
    document.removeEventListener('visibilitychange', say);
  };
}
