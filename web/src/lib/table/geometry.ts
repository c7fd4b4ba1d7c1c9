/**
 * The layout of a table: from the free room and what has to find a place there, the boxes of seats, hand and
 * decisions, the sizes of cards, and the spot of every card. Pure; sizes follow from what a deal needs at most,
 * so that nothing changes its place while it is played.
 */
import { CARD_SIZES, type CardSize } from './cardSize';
import { frameOf, type Frame } from './frame';
import { FINGER, cardOf, rowsHeight, widestCard } from './hand';
import { SHAPE, clamp, type Rect } from './rect';
import { spotsOf, type Spots } from './spots';
import { trickForms, type TrickForm } from './trick';

export interface Room {
  width: number;
  height: number;
  /** True if cards are pressed by finger. */
  coarse: boolean;
}

export interface Needs {
  seats: number;
  /** The seat at the lower edge. */
  from: number;
  /** The most cards that the hand at the lower edge holds while cards are played; 0 if it is not seen. */
  hand: number;
  /** True if cards lie open on the table, and there is no trick. */
  open: boolean;
  /** True if there is a pile of undealt cards. */
  stock: boolean;
  /** True if a line about the contract is shown. */
  contract: boolean;
  /** True if everybody's cards are seen. */
  revealed: boolean;
  /** True if a coach says some sentences above the hand. */
  coach: boolean;
}

export interface TableGeometry extends Frame {
  needs: Needs;
  room: Room;
  /** A card of one's own hand; the elements of all cards have this size, and are scaled. */
  card: { width: number; height: number };
  /** The rows of a full hand. */
  rows: number;
  /** A card of the trick. */
  trick: { width: number; height: number };
  form: TrickForm;
  /** The middle of the trick. */
  heart: { x: number; y: number };
  spots: Spots;
}

/** The sizes of cards against those of one's own hand. */
export const TRICK = 0.8;
export const STOCK = 0.45;
/** The room above the hand for a card that stands up. */
export const LIFT = 20;
/** Cards that are only to be seen do not. */
const liftOf = ({ hand, revealed }: Needs): number => (hand === 0 || revealed ? 0 : LIFT);
const GAP = 8;
const [LEAST, MOST] = [40, 260];
/** On high windows a card may be larger. */
const MOST_SHARE = 0.24;
/** A second row, or a form in which cards lie less by their players, is chosen only if cards grow so much with it. */
const WORTH = { row: 1.15, form: 1.3 } as const;
/** For readers who want large cards, any gain is enough. */
const WORTH_LARGE = { row: 1, form: 1.02 } as const;
/** Tablić: the share of the free height that the hand may take; the rest is the table. */
const OPEN_SHARE = 0.36;
const NO_FORM: TrickForm = { places: [], across: 0, down: 0, hollow: false };

interface Choice {
  height: number;
  rows: number;
  form: TrickForm;
}

export function tableGeometry(room: Room, needs: Needs, size: CardSize = 'usual'): TableGeometry {
  const frame = frameOf(room, needs);
  const { height, rows, form } = choose(frame, room, needs, size);
  const seated = needs.hand > 0;
  const handHeight = seated ? height * rowsHeight(rows) : 0;
  const whole = frame.finish(handHeight, liftOf(needs));
  const { middle } = whole;
  const card = cardOf(height);
  const trick = cardOf(trickHeight(height, form, middle, needs, size));
  // Where the stock needs its side, the trick stands a little beside the middle.
  const beside = stockBeside(needs, form) ? card.width * STOCK + 2 * GAP : 0;
  const free = (middle.width - trick.width * form.across) / 2;
  const heart = { x: middle.x + middle.width / 2 + Math.max(0, beside - free), y: middle.y + middle.height / 2 };
  const geometry = { ...whole, needs, room, card, rows, trick, form, heart };
  return { ...geometry, spots: spotsOf(geometry) };
}

/** Returns the height of a card of the trick: where there is room as high as one of the hand. */
function trickHeight(height: number, form: TrickForm, middle: Rect, needs: Needs, size: CardSize): number {
  if (form.down === 0) return height * TRICK;
  const stock = stockBeside(needs, form) ? height * SHAPE * STOCK + 2 * GAP : 0;
  const room = Math.min((middle.height - 2 * GAP) / form.down, (middle.width - 2 * stock) / form.across / SHAPE);
  return clamp(height * TRICK, room * Math.min(1, CARD_SIZES[size]), height);
}

/** True if the stock lies beside the trick, not between its upper cards. */
export function stockBeside({ stock, open }: Needs, { hollow }: TrickForm): boolean {
  return stock && !open && !hollow;
}

/** Chooses rows and form with which cards are largest. */
function choose(frame: ReturnType<typeof frameOf>, room: Room, needs: Needs, size: CardSize): Choice {
  const worth = size === 'large' ? WORTH_LARGE : WORTH;
  const most = Math.max(MOST, room.height * MOST_SHARE) * Math.max(1, CARD_SIZES[size]);
  const forms = needs.open ? [NO_FORM] : trickForms(needs.seats);
  const numbers = needs.hand > 6 && room.coarse ? [1, 2] : [1];
  const choices = numbers.map((rows) => {
    const inRows = forms.map((form): Choice => ({ rows, form, height: Math.min(most, heightWith(frame, room, needs, rows, form)) }));
    return better(inRows, worth.form);
  });
  const best = better(choices, worth.row);
  return { ...best, height: smaller(best.height, size, room) };
}

/** Returns the height of a smaller card, if that is wanted: never one that a finger misses. */
function smaller(height: number, size: CardSize, { coarse }: Room): number {
  return Math.min(height, Math.max(height * CARD_SIZES[size], coarse ? FINGER / SHAPE : LEAST));
}

/** Returns the first choice, or a later one if cards are so many times as large with it. */
function better(choices: readonly Choice[], worth: number): Choice {
  return choices.reduce(
    (best, one) => (one.height > best.height * worth ? one : best),
    choices[0] ?? { height: LEAST, rows: 1, form: NO_FORM },
  );
}

function heightWith(frame: ReturnType<typeof frameOf>, room: Room, needs: Needs, rows: number, form: TrickForm): number {
  const seated = needs.hand > 0;
  const free = frame.free - liftOf(needs);
  const across = seated ? widestCard(needs.hand, rows, frame.handWidth, room.coarse) / SHAPE : Infinity;
  if (needs.open) return Math.max(LEAST, Math.min(across, free * OPEN_SHARE));
  const down = free / ((seated ? rowsHeight(rows) : 0) + TRICK * form.down);
  const stock = stockBeside(needs, form) ? STOCK / TRICK : 0;
  const wide = (frame.middleWidth - (stock > 0 ? 2 * GAP : 0)) / (form.across + stock) / SHAPE / TRICK;
  return Math.max(LEAST, Math.min(across, down, wide));
}

export type { Rect };
