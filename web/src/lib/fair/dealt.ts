/** A shuffled pack as it is dealt. */
export interface Dealt {
  /** The cards that lie open on the table. */
  table: string[];
  /** The hands, that of the player after the dealer first. */
  hands: string[][];
  /** The undealt cards, the next one first. */
  stock: string[];
}

/** Deals each player a whole hand, one after the other. */
export function dealtInTurn(shuffled: readonly string[], players: number, hand: number): Dealt {
  const hands = Array.from({ length: players }, (_, turn) => shuffled.slice(turn * hand, (turn + 1) * hand));
  return { table: [], hands, stock: shuffled.slice(players * hand) };
}
