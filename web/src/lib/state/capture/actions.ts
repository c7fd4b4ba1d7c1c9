/** Captures in notation: `S10xC10+D7+H3` is a ten that takes three cards; a card alone is laid down. */

/** The captures of each card of the hand. A card that can only be laid down captures nothing. */
export type Captures = ReadonlyMap<string, readonly (readonly string[])[]>;

/** Sorts the server's list by the card that is played. */
export function readCaptures(legal: readonly string[]): Captures {
  const captures = new Map<string, string[][]>();
  for (const action of legal) {
    const { card, taken } = readAction(action);
    const list = captures.get(card) ?? [];
    if (taken.length > 0) list.push(taken);
    captures.set(card, list);
  }
  return captures;
}

/** Returns the card that an action plays, and those that it takes. */
export function readAction(action: string): { card: string; taken: string[] } {
  const [card = '', taken] = action.split('x');
  return { card, taken: taken === undefined ? [] : taken.split('+') };
}

/** Writes an action. */
export function actionOf(card: string, taken: readonly string[]): string {
  return taken.length === 0 ? card : `${card}x${taken.join('+')}`;
}
