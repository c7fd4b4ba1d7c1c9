/** The order of the cards of a game and what they count, as a strip at the edge of the table shows them. */

export interface Step {
  /** The figure or letter on the card. */
  face: string;
  /** The points it counts, written below. */
  worth?: string;
}

export interface RankRow {
  /** The title of the row, in the reader's language. */
  label: string;
  steps: readonly Step[];
}

/** Returns the steps of a row such as `A=1 K=⅓`. */
export function steps(text: string): Step[] {
  return text.split(' ').map((step) => {
    const [face = '', worth] = step.split('=');
    return worth === undefined ? { face } : { face, worth };
  });
}
