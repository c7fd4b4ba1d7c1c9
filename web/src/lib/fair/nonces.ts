/** Checking the nonces of a deal against their hashes, and the promises dropped before it against this browser's memory. */
import type { DroppedPromise, GameRecord } from '../protocol';
import { hashOf, type Hashes, type Seen } from './promises';
import { sha256Here } from './sha256';
import { fromHex, toHex } from './shuffle';

export interface NonceCheck {
  /** The hash that its seat committed to; null for a seat that adds none. */
  hash: string | null;
  /** True if the nonce has that hash, or is empty where there is none. */
  same: boolean;
}

export interface DroppedCheck {
  promise: DroppedPromise;
  /** True if its secret has the hash that was promised, and every opened nonce the one that was committed to. */
  same: boolean;
}

export interface NoncesCheck {
  /** The checks by seat; undefined for a deal from before there were hashes. */
  nonces: NonceCheck[] | undefined;
  /** True if the list of hashes is the one this browser received; undefined if it received none. */
  listSame: boolean | undefined;
  /**
   * True if this browser's nonce is in the deal; false too if it had no seat, or was barred.
   * Undefined if it received nothing of nonces.
   */
  ownThere: boolean | undefined;
  dropped: DroppedCheck[];
  /** Commitments of promises that this browser received and the record is silent about. */
  hidden: string[];
  /** True if nonces, list and promises agree; a deal without this browser's nonce still can. */
  fair: boolean;
}

export function checkNonces(record: GameRecord, seen: Seen | undefined): NoncesCheck {
  const hashes = (record.nonce_hashes as Hashes | null | undefined) ?? undefined;
  const nonces = hashes && record.nonces.map((nonce, seat) => compare(nonce, hashes[seat] ?? null));
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

function compare(nonce: string, hash: string | null): NonceCheck {
  return { hash, same: hash === null ? nonce === '' : hashOf(nonce) === hash };
}

function checkDropped(promise: DroppedPromise): DroppedCheck {
  const secret = toHex(sha256Here(fromHex(promise.secret))) === promise.commitment;
  const hashes: Hashes = promise.nonce_hashes ?? [];
  // A nonce that was not opened is empty.
  const opened = promise.nonces.every((nonce, seat) => nonce === '' || compare(nonce, hashes[seat] ?? null).same);
  return { promise, same: secret && opened };
}
