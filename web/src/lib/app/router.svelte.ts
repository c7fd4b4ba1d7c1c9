/** Moves between pages without loading. */
import { decode } from './route';

/** The address shown: path, query with its question mark, and the name of a place on the page. */
export interface Address {
  path: string;
  query: string;
  hash: string;
}

function read(): Address {
  const { pathname, search, hash } = window.location;
  return { path: pathname, query: search, hash: decode(hash.slice(1)) };
}

let current = $state.raw<Address>(read());
/** The path of the page from which the reader came to the one that is shown. */
let before: string | undefined;

export function address(): Address {
  return current;
}

/** True if the reader has come from the page of this path. */
export function cameFrom(path: string): boolean {
  return before === path;
}

function go(): void {
  before = current.path;
  current = read();
}

/** The state of a page that an entry of the browser's history keeps, for those who come back to it. */
export interface Kept {
  /** The position down the page, in CSS pixels. */
  scroll?: number | undefined;
  /** The number of lines of a list. */
  count?: number;
}

/** Returns the state that the entry shown has kept. */
export function kept(): Kept {
  return (window.history.state ?? {}) as Kept;
}

export function keep(more: Kept): void {
  window.history.replaceState({ ...kept(), ...more }, '');
}

export function navigate(to: string, replace = false): void {
  if (!replace) keep({ scroll: window.scrollY });
  window.history[replace ? 'replaceState' : 'pushState'](null, '', to);
  go();
  window.scrollTo(0, 0);
}

/** Changes the address without going anywhere: what is shown now has another name. */
export function rename(to: string): void {
  window.history.replaceState(window.history.state, '', to);
}

/** Goes to the element with this id as soon as the page has it. Returns a function that calls that off. */
export function seek(id: string): () => void {
  const found = (): boolean => {
    const place = document.getElementById(id);
    place?.scrollIntoView();
    return place !== null;
  };
  if (found()) return () => undefined;
  const observer = new MutationObserver(() => {
    if (found()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
  };
}

/** Follows links of our own and the browser's back button. Returns a function that stops this. */
export function listen(): () => void {
  const click = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target !== '' || link.origin !== window.location.origin || link.hasAttribute('download')) return;
    // A jump within the page is the browser's business.
    if (link.hash !== '' && link.pathname === window.location.pathname) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  };
  current = read();
  window.addEventListener('popstate', go);
  document.addEventListener('click', click);
  return () => {
    window.removeEventListener('popstate', go);
    document.removeEventListener('click', click);
  };
}
