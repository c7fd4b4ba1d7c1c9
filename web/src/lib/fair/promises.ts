/** What this browser was promised before deals, so that a record cannot promise something else afterwards. */
import type { ServerMessage } from '../protocol';
import { recall, remember } from '../storage';

const REMEMBERED = 'vzetek.promises';
/** Deals that are kept in mind. */
const MOST = 200;

type Promises = [game: string, commitment: string][];

function load(): Promises {
  try {
    const stored: unknown = JSON.parse(recall(REMEMBERED) ?? '[]');
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
  // Where nothing can be kept the record's own word is taken.
  remember(REMEMBERED, JSON.stringify([...known, [deal.game, deal.commitment]].slice(-MOST)));
}

export function promiseOf(game: string): string | undefined {
  return load().find(([known]) => known === game)?.[1];
}
