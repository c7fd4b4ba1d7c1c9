/** Quick pairing as the reader sees it: the pools with their people, the reader's wish, and the call. */
import { KINDS, KIND_NAMES } from '../../games';
import type { Pace, PoolSummary, Seek, ServerMessage } from '../protocol';

export interface PairingState {
  /** The pools, in the order in which they are shown; none before the server has sent them. */
  pools: readonly PoolSummary[];
  /** The reader's wish. */
  seek: Seek | null;
  /** The table to which the reader is called, and has not gone yet. */
  called: (Seek & { table: string }) | null;
}

export const NO_PAIRING: PairingState = { pools: [], seek: null, called: null };

export const PACES: readonly Pace[] = ['quick', 'unhurried'];

export function isSame(one: Seek, other: Seek): boolean {
  return one.kind === other.kind && one.pace === other.pace;
}

export function reducePairing(state: PairingState, message: ServerMessage): PairingState {
  switch (message.type) {
    case 'welcome':
      return { ...state, seek: message.seek ?? null };
    case 'lobby':
      return {
        ...state,
        pools: message.pools.map((pool) => {
          const { seeking = 0, playing = 0 } = state.pools.find((known) => isSame(known, pool)) ?? {};
          return { ...pool, seeking, playing };
        }),
      };
    case 'pools': {
      const counted = message.pools;
      return {
        ...state,
        pools: state.pools.map((pool) => {
          const count = counted.find((count) => isSame(count, pool));
          return count === undefined ? pool : { ...pool, seeking: count.seeking, playing: count.playing };
        }),
      };
    }
    case 'seeking':
      return { ...state, seek: message.seek };
    case 'called':
      return { ...state, seek: null, called: { table: message.table, kind: message.kind, pace: message.pace } };
    case 'snapshot':
      return message.snapshot.id === state.called?.table ? { ...state, called: null } : state;
    case 'error':
      return message.code === 'no_such_table' && message.table === state.called?.table ? { ...state, called: null } : state;
    default:
      return state;
  }
}

/** The pools of one kind of game. */
export interface Tile {
  kind: string;
  pools: readonly PoolSummary[];
  /** The number of people who play the kind. */
  playing: number;
  /** The number of players who look for others, at any pace. */
  seeking: number;
}

/** The kinds that there have always been pools for, shown until the server has sent the pools. */
const USUAL = KIND_NAMES.flatMap((kind) => KINDS[kind].pools);

/** Returns the pools kind by kind. */
export function tilesOf(pools: readonly PoolSummary[]): Tile[] {
  const kinds = pools.length === 0 ? USUAL : [...new Set(pools.map((pool) => pool.kind))];
  return kinds.map((kind) => {
    const own = pools.filter((pool) => pool.kind === kind);
    return {
      kind,
      pools: own,
      playing: Math.max(0, ...own.map((pool) => pool.playing)),
      seeking: own.reduce((sum, pool) => sum + pool.seeking, 0),
    };
  });
}
