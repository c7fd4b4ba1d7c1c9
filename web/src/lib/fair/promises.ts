/**
 * This browser's part in shuffles: a nonce of its own, and what it was told
 * before it opened it, so that no record can say anything else afterwards.
 */
import type { ClientMessage, DealState, Seat, ServerMessage } from '../protocol';
import { recall, remember } from '../storage';
import { sha256Here } from './sha256';
import { toHex } from './shuffle';

/** Deals that are kept in mind. */
const REMEMBERED = 'vzetek.promises';
const MOST = 200;
/** Shuffles under way, through a reload too. */
const UNDER_WAY = 'vzetek.shuffles';
const MOST_UNDER_WAY = 20;
const NONCE_BYTES = 16;

/** The hash of each seat's nonce; null for a seat that adds none. */
export type Hashes = readonly (string | null)[];

/** What this browser was told of a deal before any nonce was opened. */
export interface Seen {
  commitment: string;
  /** The list of hashes, if it heard one. */
  hashes?: Hashes;
  /** What it had committed to, if it had a seat. */
  own?: { seat: Seat; nonce: string };
  /** What was promised for the deal before, and came to nothing. */
  earlier?: readonly string[];
}

/** A shuffle that is promised. */
export interface Promised {
  commitment: string;
  /** Seats that add no nonce. */
  barred: readonly Seat[];
  /** What the seats have committed to; null as long as hashes are awaited. */
  hashes: Hashes | null;
}

interface Shuffle {
  table: string;
  commitment: string;
  /** As first heard. */
  hashes: Hashes | null;
  own: { seat: Seat; nonce: string } | null;
  /** A nonce is opened for one list only. */
  opened: boolean;
  earlier: string[];
}

/** Where nothing can be kept, this page at least knows. */
let known: Shuffle[] = [];

/** Read anew each time: another tab at the same table has the same nonce. */
function underWay(): Shuffle[] {
  return recall(UNDER_WAY) === null ? known : load<Shuffle>(UNDER_WAY);
}

function at(table: string): Shuffle | undefined {
  return underWay().find((one) => one.table === table);
}

/** What there is at a table now. */
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

/** For tests: as after a reload of the page. */
export function forgetAll(): void {
  known = [];
}

export function hashOf(nonce: string): string {
  return toHex(sha256Here(new TextEncoder().encode(nonce)));
}

/** What is known of the shuffle that is promised at a table. */
function follow(table: string, { commitment, hashes }: Pick<Promised, 'commitment' | 'hashes'>): Shuffle {
  const before = at(table);
  const earlier = before ? [...before.earlier, before.commitment] : [];
  const shuffle: Shuffle =
    before?.commitment === commitment ? before : { table, commitment, hashes: null, own: null, opened: false, earlier };
  shuffle.hashes ??= hashes;
  put(table, shuffle);
  return shuffle;
}

/** What to say to a promised shuffle from this seat: first the hash of a nonce, then the nonce, if its hash stands in the list. */
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

/** A deal with what was told of it; from before there were hashes the commitment alone. */
type Remembered = [game: string, seen: Seen | string];

function noteSeen(game: string, seen: Seen): void {
  const before = load<Remembered>(REMEMBERED);
  if (before.some(([one]) => one === game)) return;
  // Where nothing can be kept the record's own word is taken.
  remember(REMEMBERED, JSON.stringify([...before, [game, seen]].slice(-MOST)));
}

/** What this browser was told of a deal before the cards. */
export function seenOf(game: string): Seen | undefined {
  const seen = load<Remembered>(REMEMBERED).find(([one]) => one === game)?.[1];
  return typeof seen === 'string' ? { commitment: seen } : seen;
}
