/** The records of games, each asked for as soon as the address says that it will be shown. */
import type { GameRecord } from '../protocol';
import { api } from './server';

/** The record that nobody has taken yet. */
let begun: { id: string; record: Promise<GameRecord> } | undefined;

/** Asks for a record while the code of the page that shows it is on its way. */
export function fetchRecord(id: string): void {
  if (begun?.id === id) return;
  const one = { id, record: api.game(id) };
  begun = one;
  // The page that takes it says what is wrong; without one, the next asks again.
  one.record.catch(() => {
    if (begun === one) begun = undefined;
  });
}

/** Returns the record: the one that is on its way, or a new answer. */
export function recordOf(id: string): Promise<GameRecord> {
  if (begun?.id !== id) return api.game(id);
  const { record } = begun;
  begun = undefined;
  return record;
}
