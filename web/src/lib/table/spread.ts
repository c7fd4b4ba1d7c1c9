/** The size and the places of cards that lie side by side: as large as fits, in as few rows as that allows. */

export interface Spread {
  /** A card's width, in pixels; its height follows. */
  width: number;
  columns: number;
  /** The distance between two rows, in pixels: less than a card's height where rows must overlap. */
  pitch: number;
}

/** A card's height, in widths. */
const SHAPE = 5 / 3;
const GAP = 8;
const SMALLEST = 40;
/** The least that shows of a card under another: its index, and room for a finger. */
const STRIP = 44;

/** Returns the spread of `n` cards in this room, none wider than `largest`. */
export function spreadOf(count: number, width: number, height: number, largest: number): Spread {
  const cards = Math.max(1, count);
  let best: Spread | undefined;
  for (let columns = 1; columns <= cards; columns += 1) {
    const rows = Math.ceil(cards / columns);
    const across = (width - (columns - 1) * GAP) / columns;
    const down = (height - (rows - 1) * GAP) / rows / SHAPE;
    const fits = Math.min(across, down, largest);
    // Of equal sizes the fewest rows, and so the most columns, look best.
    if (fits >= SMALLEST && (!best || fits >= best.width))
      best = { width: Math.floor(fits), columns, pitch: Math.floor(fits) * SHAPE + GAP };
  }
  return best ?? overlapping(cards, width, height);
}

/**
 * Returns the place of the n-th of so many cards, from the corner of the area: rows stand in the middle, the
 * last one, too.
 */
export function placeOf(n: number, count: number, spread: Spread, width: number, height: number): { x: number; y: number } {
  const { columns, pitch } = spread;
  const row = Math.floor(n / columns);
  const inRow = Math.min(columns, count - row * columns);
  const whole = (Math.ceil(count / columns) - 1) * pitch + spread.width * SHAPE;
  return {
    x: (width - inRow * (spread.width + GAP) + GAP) / 2 + (n % columns) * (spread.width + GAP),
    y: Math.max(0, (height - whole) / 2) + row * pitch,
  };
}

/** The smallest cards, the rows one over the other. */
function overlapping(cards: number, width: number, height: number): Spread {
  const columns = Math.max(1, Math.floor((width + GAP) / (SMALLEST + GAP)));
  const rows = Math.ceil(cards / columns);
  const pitch = rows < 2 ? 0 : Math.max(STRIP, (height - SMALLEST * SHAPE) / (rows - 1));
  return { width: SMALLEST, columns, pitch };
}
