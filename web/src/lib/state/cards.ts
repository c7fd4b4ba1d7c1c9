/** Lists of cards, whichever pack they are of. */

/** The set without this card. */
export function without(set: readonly string[], card: string): string[] {
  return set.filter((held) => held !== card);
}

/** Takes a card up, or puts it back; of more than `most` the first gives way. */
export function toggled(chosen: readonly string[], card: string, most = Infinity): string[] {
  if (chosen.includes(card)) return without(chosen, card);
  return [...chosen, card].slice(-Math.max(1, most));
}

/** A hand by suit with the strongest first or last, or by strength across suits. */
export const HAND_ORDERS = ['strong', 'weak', 'rank'] as const;
export type HandOrder = (typeof HAND_ORDERS)[number];
