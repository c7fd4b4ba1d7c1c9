/** The order in which cards set off when many are dealt at once. */
import type { Piece } from './pieces';

/** The time between two cards, in milliseconds, and the time of the whole deal at most. */
const STEP_MS = 42;
const MOST_MS = 1100;

function isDealt({ from, zone }: Piece): boolean {
  return from === 'stock' && (zone.startsWith('hand:') || zone === 'table');
}

/** Returns the time for which each piece waits before it moves, by its id: dealt cards go round, one after the other. */
export function delays(pieces: readonly Piece[]): ReadonlyMap<number, number> {
  const dealt = pieces.filter(isDealt);
  if (dealt.length < 2) return new Map();
  const order = [...dealt].sort((a, b) => a.n - b.n || a.zone.localeCompare(b.zone));
  const step = Math.min(STEP_MS, MOST_MS / order.length);
  return new Map(order.map((piece, i) => [piece.id, Math.round(i * step)]));
}
