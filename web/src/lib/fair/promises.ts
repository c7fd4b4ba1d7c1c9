/** What this browser was promised before deals, so that a record cannot promise something else afterwards. */
import type { ServerMessage } from '../protocol';

const REMEMBERED = 'vzetek.promises';
/** Deals that are kept in mind. */
const MOST = 200;

type Promises = [game: string, commitment: string][];

function load(): Promises {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(REMEMBERED) ?? '[]');
    return Array.isArray(stored) ? (stored as Promises) : [];
  } catch {
    return [];
  }
}

/** Writes down what a message promises, the first time it is heard. */
export function notePromise(message: ServerMessage): void {
  const deal =
    message.type === 'event' && message.event.type === 'dealt'
      ? message.event.deal
      : message.type === 'snapshot'
        ? message.snapshot.deal
        : null;
  // After the end the secret is known, and a promise worth nothing.
  if (!deal || deal.finish) return;
  const known = load();
  if (known.some(([game]) => game === deal.game)) return;
  try {
    window.localStorage.setItem(REMEMBERED, JSON.stringify([...known, [deal.game, deal.commitment]].slice(-MOST)));
  } catch {
    // A full or forbidden store only means that the record's own word is taken.
  }
}

export function promiseOf(game: string): string | undefined {
  return load().find(([known]) => known === game)?.[1];
}
