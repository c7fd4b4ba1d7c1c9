/** The size of the cards of a hand, and how far apart they lie, in pixels. */
export interface HandLayout {
  /** The width of a card; its height is 5/3 of that. */
  card: number;
  /** The distance from one card's left edge to the next one's. */
  step: number;
}

/** The room above the cards for one that stands up. */
const LIFT = 18;
const GAP = 6;
const [LEAST_WIDTH, MOST_WIDTH] = [44, 112];
const LEAST_STEP = 14;
/** A hand of more cards than this has narrower ones, so that more of each can be seen beside the next. */
const MANY = 12;

/** Lays out a hand of `count` cards. `few`: it never has more than six, which fill the width. */
export function handLayout(count: number, width: number, height: number, few: boolean): HandLayout {
  const share = few ? 0.25 : count > MANY ? 0.15 : 0.2;
  const card = Math.max(LEAST_WIDTH, Math.min(MOST_WIDTH, (height - LIFT) * 0.6, width * share));
  const step = count < 2 ? 0 : Math.min(card + GAP, Math.max(LEAST_STEP, (width - card) / (count - 1)));
  return { card, step };
}
