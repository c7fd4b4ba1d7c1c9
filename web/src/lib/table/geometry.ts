/**
 * The layout of a table: from the free room and what has to find a place there, the boxes of seats, hand and
 * decisions, the sizes of cards, and the spot of every card. Pure; sizes follow from what a deal needs at most,
 * so that nothing changes its place while it is played.
 */
import type { Round } from '../state/layout';
import { CARD_SIZES, type CardSize } from './cardSize';
import { enlarged } from './enlarged';
import { frameOf, shapeOf, type Frame, type FrameDraft } from './frame';
import { FINGER, cardOf, rowsHeight, widestCard } from './hand';
import { SHAPE, clamp, type Rect } from './rect';
import { USUAL_OPEN, spotsOf, stockBeside, stockBox, tableBox, type Spots } from './spots';
import { spreadOf } from './spread';
import { trickForms, type TrickForm } from './trick';

export interface Room {
  width: number;
  height: number;
  /** True if cards are pressed by finger. */
  coarse: boolean;
  /** The size of the page's letters, which what is said at the table has, too. */
  letter: number;
}

export interface Needs extends Round {
  /** The most cards that the hand at the lower edge holds while cards are played; 0 if it is not seen. */
  hand: number;
  /** The most cards that any hand holds while cards are played. */
  full: number;
  /** True if cards lie open on the table, and there is no trick. */
  open: boolean;
  /** True if there is a pile of undealt cards. */
  stock: boolean;
  /** True if a line about the contract is shown. */
  contract: boolean;
  /** True if everybody's cards are seen. */
  revealed: boolean;
  /** True if a coach says some sentences above the hand, as long as the hand leaves room for them. */
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
  /** The box of the undealt cards, as one card lies in it. */
  stock: Rect;
  /** The box of the open cards. */
  table: Rect;
  /** True if the coach's lines have room of their own. */
  lines: boolean;
  /** True if all that stands around the cards gives way to them. */
  tight: boolean;
  spots: Spots;
}

/** The sizes of cards against those of one's own hand; those of the trick give way to it. */
export const TRICK = 0.8;
const TRICK_LEAST = 0.65;
export const STOCK = 0.45;
/** The letters for which all measures are meant; larger ones enlarge everything, as the browser's zoom does. */
const LETTER = 16;
/** The room above the hand for a card that stands up, and the least that it needs. */
const LIFT = { usual: 20, tight: 12 };
const GAP = 8;
const [LEAST, MOST] = [40, 260];
/** A card so high is as wide as a finger: the hand comes before everything else until its cards are. */
const ENOUGH = FINGER / SHAPE;
/** The error of a computed height. */
const HAIR = 0.01;
/** On high windows a card may be larger. */
const MOST_SHARE = 0.24;
/** A second row, or a form in which cards lie less by their players, is chosen only if cards grow so much with it. */
const WORTH = { row: 1.15, form: 1.3 } as const;
/** For readers who want large cards, any gain is enough. */
const WORTH_LARGE = { row: 1, form: 1.02 } as const;
/** Tablić: the shares of the free height that the hand may take, the best first; the rest is the table. */
const OPEN_SHARES = [0.48, 0.45, 0.42, 0.39];
const OPEN_SHARE = 0.36;
/** A larger share is the hand's as long as it leaves the open cards so much of their width. */
const OPEN_KEPT = 0.9;
/** The least height of the table there: two rows of cards, one over the other, or one. */
const OPEN_LEAST = { usual: 112, tight: 68 };
/** The least height of a decision before cards are played. */
const DECISION = 96;
const NO_FORM: TrickForm = { places: [], across: 0, down: 0, hollow: false };

/** The ways in which the table makes room for the hand: first the coach's lines, then the things around the cards. */
interface Way {
  lines: boolean;
  tight: boolean;
}
const WAYS: readonly Way[] = [
  { lines: true, tight: false },
  { lines: false, tight: false },
  { lines: false, tight: true },
];

interface Choice {
  height: number;
  rows: number;
  form: TrickForm;
}

/** A room with what has to find a place there, and a way to give it one. */
interface Plan extends Way {
  room: Room;
  needs: Needs;
  frame: FrameDraft;
}

export function tableGeometry(room: Room, needs: Needs, size: CardSize = 'usual'): TableGeometry {
  const unit = Math.max(1, room.letter / LETTER);
  const plain = { ...room, width: room.width / unit, height: room.height / unit };
  return enlarged(plainGeometry(plain, needs, size), unit);
}

/** Returns the layout for letters of the usual size. */
function plainGeometry(room: Room, needs: Needs, size: CardSize): TableGeometry {
  const { plan, choice } = plans(room, needs, size);
  const { rows, form } = choice;
  const height = smaller(choice.height, size, room);
  const handHeight = needs.hand > 0 ? height * rowsHeight(rows) : 0;
  const whole = plan.frame.finish(handHeight, liftOf(plan));
  const { middle } = whole;
  const card = cardOf(height);
  const trick = cardOf(trickHeight(height, form, middle, needs, size));
  // Where the stock needs its side, the trick stands a little beside the middle.
  const beside = stockBeside(needs, form) ? card.width * STOCK + 2 * GAP : 0;
  const free = (middle.width - trick.width * form.across) / 2;
  const heart = { x: middle.x + middle.width / 2 + Math.max(0, beside - free), y: middle.y + middle.height / 2 };
  const cards = { ...whole, needs, room, lines: plan.lines, tight: plan.tight, card, rows, trick, form, heart };
  const sized = { ...cards, stock: stockBox(cards) };
  const laid = { ...sized, table: tableBox(sized) };
  return { ...laid, spots: spotsOf(laid) };
}

/** Chooses the first way in which the cards of the hand are wide enough, or else the last. */
function plans(room: Room, needs: Needs, size: CardSize): { plan: Plan; choice: Choice } {
  // Beside the table there is no room for lines, and what is not pressed needs no room for fingers.
  const ways = WAYS.filter(({ lines }) => !lines || (needs.coach && !(needs.open && shapeOf(room) === 'low')));
  const all = (needs.hand === 0 || needs.revealed ? ways.slice(0, 1) : ways).map((way) => {
    const frame = frameOf(room, { ...needs, coach: way.lines }, way.tight);
    const plan = { ...way, room, needs, frame };
    return { plan, choice: choose(plan, size) };
  });
  const found = all.find(({ choice }) => choice.height >= ENOUGH - HAIR) ?? all.at(-1);
  if (!found) throw new Error('there is a way for every table');
  return found;
}

/** Returns the room above the hand for a card that stands up; those that are only to be seen do not. */
function liftOf({ needs, tight }: Plan): number {
  return needs.hand === 0 || needs.revealed ? 0 : LIFT[tight ? 'tight' : 'usual'];
}

/** Returns the height of a card of the trick: where there is room as high as one of the hand. */
function trickHeight(height: number, form: TrickForm, middle: Rect, needs: Needs, size: CardSize): number {
  if (form.down === 0) return height * TRICK;
  const stock = stockBeside(needs, form) ? height * SHAPE * STOCK + 2 * GAP : 0;
  const room = Math.min((middle.height - 2 * GAP) / form.down, (middle.width - 2 * stock) / form.across / SHAPE);
  return clamp(Math.min(height * TRICK, middle.height / form.down), room * Math.min(1, CARD_SIZES[size]), height);
}

/** Chooses rows and form with which cards are largest. */
function choose(plan: Plan, size: CardSize): Choice {
  const { room, needs } = plan;
  const worth = size === 'large' ? WORTH_LARGE : WORTH;
  const most = Math.max(MOST, room.height * MOST_SHARE) * Math.max(1, CARD_SIZES[size]);
  const forms = needs.open ? [NO_FORM] : trickForms(needs.seats);
  const inRows = (rows: number): Choice =>
    better(
      forms.map((form) => ({ rows, form, height: Math.min(most, heightWith(plan, rows, form)) })),
      worth.form,
    );
  if (needs.hand <= 6) return inRows(1);
  // More rows than usual only where cards are too narrow otherwise.
  const usual = better((room.coarse ? [1, 2] : [1]).map(inRows), worth.row);
  return better([usual, ...(room.coarse ? [3] : [2, 3]).map(inRows)], Infinity);
}

/** Returns the height of a smaller card, if that is wanted: never one that a finger misses. */
function smaller(height: number, size: CardSize, { coarse }: Room): number {
  return Math.min(height, Math.max(height * CARD_SIZES[size], coarse ? ENOUGH : LEAST));
}

/** Returns the first choice, or a later one if cards are so many times as large with it, or were too narrow. */
function better(choices: readonly Choice[], worth: number): Choice {
  return choices.reduce(
    (best, one) => (one.height > best.height * (best.height < ENOUGH - HAIR ? 1 : worth) ? one : best),
    choices[0] ?? { height: LEAST, rows: 1, form: NO_FORM },
  );
}

/** Returns the share of the hand where cards lie open: on a wide table a single row of them leaves height that a second one would need. */
function openShare({ room, frame }: Plan, free: number): number {
  if (shapeOf(room) !== 'wide') return OPEN_SHARE;
  const spread = (share: number): number => {
    const stock = 2 * (free * share * SHAPE * STOCK + 3 * GAP);
    return spreadOf(USUAL_OPEN, frame.middleWidth - stock, free * (1 - share), Infinity).width;
  };
  const least = spread(OPEN_SHARE) * OPEN_KEPT;
  return OPEN_SHARES.find((share) => spread(share) >= least) ?? OPEN_SHARE;
}

function heightWith(plan: Plan, rows: number, form: TrickForm): number {
  const { frame, room, needs, lines, tight } = plan;
  const seated = needs.hand > 0;
  const high = seated ? rowsHeight(rows) : 0;
  const free = frame.free - liftOf(plan);
  const across = seated ? widestCard(needs.hand, rows, frame.handWidth, room.coarse) / SHAPE : Infinity;
  if (needs.open) {
    const share = Math.max(free * openShare(plan, free), Math.min(ENOUGH, free - OPEN_LEAST[tight ? 'tight' : 'usual']));
    return Math.max(LEAST, Math.min(across, share));
  }
  const stock = stockBeside(needs, form) ? STOCK / TRICK : 0;
  const wide = (frame.middleWidth - (stock > 0 ? 2 * GAP : 0)) / (form.across + stock) / SHAPE / TRICK;
  const asks = seated && !needs.revealed && needs.contract;
  const asked = asks ? (free + frame.deeper - DECISION) / high : Infinity;
  const down = free / (high + TRICK * form.down);
  // Without lines of a coach that could give way, the trick does.
  const least = lines ? 0 : Math.min(ENOUGH, free / (high + TRICK_LEAST * form.down));
  const most = (frame.handHeight ?? Infinity) / high;
  return Math.max(LEAST, Math.min(across, Math.max(down, least), wide, asked, most));
}

export type { Rect };
