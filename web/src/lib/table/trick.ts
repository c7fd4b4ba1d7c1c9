/** The ways in which the cards of a trick lie, each on its player's side. */

/** A card's distance from the middle of the trick, in widths and heights of a card. */
export interface TrickPlace {
  x: number;
  y: number;
}

export interface TrickForm {
  /** By place, clockwise from one's own. */
  places: readonly TrickPlace[];
  /** The size of the whole, in widths and heights of a card. */
  across: number;
  down: number;
  /** True if there is room for a pile between the upper cards. */
  hollow: boolean;
}

/** The forms for each number of players, the one that looks best first. */
const FORMS: Record<number, readonly (readonly TrickPlace[])[]> = {
  2: [
    [
      { x: 0.56, y: 0.12 },
      { x: -0.56, y: -0.12 },
    ],
  ],
  3: [
    [
      { x: 0, y: 0.3 },
      { x: -1.12, y: -0.3 },
      { x: 1.12, y: -0.3 },
    ],
    [
      { x: 0, y: 0.1 },
      { x: -1.12, y: -0.1 },
      { x: 1.12, y: -0.1 },
    ],
  ],
  4: [
    [
      { x: 0, y: 0.53 },
      { x: -1.12, y: 0 },
      { x: 0, y: -0.53 },
      { x: 1.12, y: 0 },
    ],
    [
      { x: 0.56, y: 0.1 },
      { x: -1.68, y: 0 },
      { x: -0.56, y: -0.1 },
      { x: 1.68, y: 0 },
    ],
  ],
};

/** The upper cards of three are so far above the middle where a pile fits between them, in heights. */
const HOLLOW = 0.2;
/** The room around a card that its slight turn takes, in widths and heights. */
const TURNED = 0.06;

function spread(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values) + 1 + TURNED;
}

/** Returns the forms in which `n` cards may lie; of more than four none is a trick. */
export function trickForms(seats: number): TrickForm[] {
  return (FORMS[seats] ?? []).map((places) => ({
    places,
    across: spread(places.map(({ x }) => x)),
    down: spread(places.map(({ y }) => y)),
    hollow: seats === 3 && places.some(({ y }) => y < -HOLLOW),
  }));
}
