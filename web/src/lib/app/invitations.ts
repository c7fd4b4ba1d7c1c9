/**
 * The private tables at which the reader sat in this browser, with the word that opens them: the server sends it
 * to those inside only, so a player who has left would not find the way back.
 */
import type { Player, TableConfig } from '../protocol';
import { recall, remember } from '../storage';

/** A private table as it was when the reader was there. */
export interface KeptTable {
  id: string;
  /** The word that opens it. */
  invite: string;
  config: TableConfig;
  /** The players in their seats; the reader's own is absent, as are empty ones. */
  players: (Player | null)[];
  /** The account that sat there. */
  reader: string;
}

const REMEMBERED = 'vzetek.privateTables';
/** The number of tables that are kept, the latest of them. */
export const MOST = 8;

function load(): KeptTable[] {
  try {
    const stored: unknown = JSON.parse(recall(REMEMBERED) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isKept) : [];
  } catch {
    // Not written by this page: nothing is kept.
    return [];
  }
}

function isKept(stored: unknown): stored is KeptTable {
  const { id, invite, config, players, reader } = (stored ?? {}) as Record<string, unknown>;
  const texts = [id, invite, reader].every((text) => typeof text === 'string');
  return texts && Array.isArray(players) && typeof (config as Partial<TableConfig> | undefined)?.game?.name === 'string';
}

/** Keeps a table as it is now, as the latest. */
export function keepTable(table: KeptTable): void {
  const others = load().filter(({ id }) => id !== table.id);
  remember(REMEMBERED, JSON.stringify([table, ...others].slice(0, MOST)));
}

/** The table is no more, or has another word. */
export function forgetTable(table: string): void {
  const tables = load();
  const left = tables.filter(({ id }) => id !== table);
  if (left.length < tables.length) remember(REMEMBERED, JSON.stringify(left));
}

/** Returns the word of a table at which an account sat in this browser. */
export function keptWord(table: string): string | undefined {
  return load().find(({ id }) => id === table)?.invite;
}

/** Returns the private tables at which an account sat, the latest first. */
export function keptTables(reader: string | undefined): KeptTable[] {
  return load().filter((table) => table.reader === reader);
}
