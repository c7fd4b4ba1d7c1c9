/** The deal that the rules score as an example, in thirds. */
const ACE = 3;
const LAST_TRICK = 3;

export interface Share {
  name: string;
  aces: number;
  /** Cards of a third: threes, twos, kings, knights and knaves. */
  others: number;
  last: boolean;
}

export const EXAMPLE: readonly Share[] = [
  { name: 'Ana', aces: 3, others: 12, last: true },
  { name: 'Bor', aces: 1, others: 8, last: false },
];

export function acesOf(share: Share): number {
  return share.aces * ACE;
}

export function lastOf(share: Share): number {
  return share.last ? LAST_TRICK : 0;
}

export function together(share: Share): number {
  return acesOf(share) + share.others + lastOf(share);
}

/** Whole points, as they are written down. */
export function written(share: Share): number {
  return Math.floor(together(share) / 3);
}

/** A card's thirds by its rank. */
export function thirdsOf(rank: string): number {
  if (rank === 'A') return ACE;
  return ['7', '6', '5', '4'].includes(rank) ? 0 : 1;
}
