/** Whether the nonces of a deal are those that were committed to, and what was promised before it. */
import type { DroppedPromise, GameRecord, Seat } from '../protocol';
import { hashOf, type Hashes, type Seen } from './promises';
import { sha256Here } from './sha256';
import { fromHex, toHex } from './shuffle';

export interface NonceCheck {
  seat: Seat;
  nonce: string;
  /** What its seat committed to; null for nothing. */
  hash: string | null;
  /** Whether it is the one. */
  same: boolean;
}

export interface DroppedCheck {
  promise: DroppedPromise;
  /** Whether its secret is the one promised, and what was opened what had been committed to. */
  same: boolean;
}

export interface NoncesCheck {
  /** By seat; undefined for a deal from before there were hashes. */
  nonces: NonceCheck[] | undefined;
  /** Whether the list is the one this browser was told; undefined if it was told none. */
  listSame: boolean | undefined;
  /** Whether this browser's nonce is in the deal: not if it had no seat, or was barred. Undefined if it was told nothing of nonces. */
  ownThere: boolean | undefined;
  dropped: DroppedCheck[];
  /** Promises that this browser was told of and the record is silent about. */
  hidden: string[];
  /** Whether everything is as it must be. */
  fair: boolean;
}

export function checkNonces(record: GameRecord, seen: Seen | undefined): NoncesCheck {
  const hashes = (record.nonce_hashes as Hashes | null | undefined) ?? undefined;
  const nonces = hashes && record.nonces.map((nonce, seat) => compare(seat, nonce, hashes[seat] ?? null));
  const counted = !hashes || hashes.length === record.nonces.length;
  const listSame = seen?.hashes && JSON.stringify(seen.hashes) === JSON.stringify(hashes);
  // Older records have no such list.
  const dropped = ((record.dropped as DroppedPromise[] | undefined) ?? []).map(checkDropped);
  const told = dropped.map(({ promise }) => promise.commitment);
  const hidden = (seen?.earlier ?? []).filter((commitment) => !told.includes(commitment));
  const kept = counted && (nonces ?? []).every(({ same }) => same) && dropped.every(({ same }) => same);
  const own = seen?.own;
  const isThere = own !== undefined && record.nonces[own.seat] === own.nonce && hashes?.[own.seat] === hashOf(own.nonce);
  const ownThere = own || seen?.hashes ? isThere : undefined;
  return { nonces, listSame, ownThere, dropped, hidden, fair: kept && listSame !== false && hidden.length === 0 };
}

function compare(seat: Seat, nonce: string, hash: string | null): NonceCheck {
  return { seat, nonce, hash, same: hash === null ? nonce === '' : hashOf(nonce) === hash };
}

function checkDropped(promise: DroppedPromise): DroppedCheck {
  const secret = toHex(sha256Here(fromHex(promise.secret))) === promise.commitment;
  const hashes: Hashes = promise.nonce_hashes ?? [];
  // What was not opened is empty.
  const opened = promise.nonces.every((nonce, seat) => nonce === '' || compare(seat, nonce, hashes[seat] ?? null).same);
  return { promise, same: secret && opened };
}
