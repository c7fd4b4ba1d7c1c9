/**
 * This browser's part in shuffles: its own nonce, and a memory of everything it was
 * received before it opened that nonce, so that no record can say anything else afterwards.
 */
import type { ClientMessage, DealState, Seat, ServerMessage } from '../protocol';
import { recall, remember } from '../storage';
import { sha256Here } from './sha256';
import { toHex } from './shuffle';

/** The place in storage of the deals that were dealt. */
const REMEMBERED = 'vzetek.promises';
const MOST = 200;
/** The place in storage of the shuffles under way, which outlive a reload. */
const UNDER_WAY = 'vzetek.shuffles';
const MOST_UNDER_WAY = 20;
const NONCE_BYTES = 16;

/** The hash of each seat's nonce; null for a seat that adds none. */
export type Hashes = readonly (string | null)[];

/** The facts about a deal that this browser received before any nonce was opened. */
export interface Seen {
  commitment: string;
  /** The list of hashes, if it heard one. */
  hashes?: Hashes;
  /** Its own nonce, if it had a seat and committed to one. */
  own?: { seat: Seat; nonce: string };
  /** The commitments of the promises made for this deal before, and dropped. */
  earlier?: readonly string[];
}

/** The promise of a shuffle, as the server sends it now. */
export interface Promised {
  commitment: string;
  /** Seats that add no nonce. */
  barred: readonly Seat[];
  /** The list of the seats' hashes; null as long as they are awaited. */
  hashes: Hashes | null;
}

/** A promised shuffle as this browser remembers it. */
interface Shuffle {
  table: string;
  commitment: string;
  /** The first list that was heard, which alone counts; null before. */
  hashes: Hashes | null;
  own: { seat: Seat; nonce: string } | null;
  /** True once the nonce is opened: after that it is worth nothing for another list. */
  opened: boolean;
  earlier: string[];
}

/** The shuffles under way, where the browser stores nothing. */
let known: Shuffle[] = [];

/** The shuffles under way, read again each time: another tab at the same table shares the nonce. */
function underWay(): Shuffle[] {
  return recall(UNDER_WAY) === null ? known : load<Shuffle>(UNDER_WAY);
}

function at(table: string): Shuffle | undefined {
  return underWay().find((one) => one.table === table);
}

/** Replaces the shuffle of a table; without one it is forgotten. */
function put(table: string, ...shuffles: Shuffle[]): void {
  known = [...underWay().filter((one) => one.table !== table), ...shuffles].slice(-MOST_UNDER_WAY);
  remember(UNDER_WAY, JSON.stringify(known));
}

function load<T>(name: string): T[] {
  try {
    const stored: unknown = JSON.parse(recall(name) ?? '[]');
    return Array.isArray(stored) ? (stored as T[]) : [];
  } catch {
    return [];
  }
}

export function hashOf(nonce: string): string {
  return toHex(sha256Here(new TextEncoder().encode(nonce)));
}

/** Remembers the shuffle that is promised at a table, and hands back all that is known of it. */
function follow(table: string, { commitment, hashes }: Pick<Promised, 'commitment' | 'hashes'>): Shuffle {
  const before = at(table);
  const earlier = before ? [...before.earlier, before.commitment] : [];
  const shuffle: Shuffle =
    before?.commitment === commitment ? before : { table, commitment, hashes: null, own: null, opened: false, earlier };
  shuffle.hashes ??= hashes;
  put(table, shuffle);
  return shuffle;
}

/**
 * The message by which this seat answers a promised shuffle: first the hash of a nonce, then the
 * nonce itself, if its hash stands in the list. Null if there is nothing to say.
 */
export function answer(table: string, seat: Seat, promised: Promised): ClientMessage | null {
  const shuffle = follow(table, promised);
  if (!shuffle.hashes) {
    if (promised.barred.includes(seat) || shuffle.opened) return null;
    if (shuffle.own?.seat !== seat) {
      const nonce = toHex(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
      shuffle.own = { seat, nonce };
      put(table, shuffle);
    }
    return { type: 'nonce_hash', table, hash: hashOf(shuffle.own.nonce) };
  }
  if (!shuffle.own || shuffle.hashes[seat] !== hashOf(shuffle.own.nonce)) return null;
  shuffle.opened = true;
  put(table, shuffle);
  return { type: 'nonce', table, nonce: shuffle.own.nonce };
}

/** Writes down what a message promises, the first time it is heard. */
export function notePromise(message: ServerMessage): void {
  if (message.type === 'snapshot') {
    const { id, deal, promise } = message.snapshot;
    if (promise) follow(id, { commitment: promise.commitment, hashes: promise.nonce_hashes });
    else if (deal) noteDeal(id, deal);
  }
  if (message.type !== 'event') return;
  const { table, event } = message;
  if (event.type === 'committed') follow(table, { commitment: event.commitment, hashes: null });
  if (event.type === 'nonces_committed') {
    const shuffle = at(table);
    if (shuffle) follow(table, { commitment: shuffle.commitment, hashes: event.hashes });
  }
  if (event.type === 'dealt') noteDeal(table, event.deal);
}

function noteDeal(table: string, deal: DealState): void {
  const shuffle = at(table);
  const isItsOwn = shuffle?.commitment === deal.commitment;
  // After the end the secret is known, and a promise worth nothing.
  if (!deal.finish) {
    const { commitment } = deal;
    const { hashes, own, earlier } = shuffle ?? { hashes: null, own: null, earlier: [] };
    const told: Seen = shuffle && isItsOwn ? { commitment, ...(hashes && { hashes }), ...(own && { own }), earlier } : { commitment };
    noteSeen(deal.game, told);
  }
  if (shuffle && (isItsOwn || !deal.finish)) put(table);
}

/** A deal and the facts received about it; entries from before there were hashes hold the commitment alone. */
type Remembered = [game: string, seen: Seen | string];

function noteSeen(game: string, seen: Seen): void {
  const before = load<Remembered>(REMEMBERED);
  if (before.some(([one]) => one === game)) return;
  // If nothing can be kept, the record's own word is taken.
  remember(REMEMBERED, JSON.stringify([...before, [game, seen]].slice(-MOST)));
}

/** The facts about a deal that this browser received before the cards; undefined if it was not there. */
export function seenOf(game: string): Seen | undefined {
  const seen = load<Remembered>(REMEMBERED).find(([one]) => one === game)?.[1];
  return typeof seen === 'string' ? { commitment: seen } : seen;
}
