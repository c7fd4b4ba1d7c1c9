/** The spot of every card: the middle of the card, its turn, its size against a card of the hand, and what lies above what. */
import { placeOfSeat } from '../state/layout';
import { bareHeight, PAD, type SeatPlace } from './frame';
import { STOCK, TRICK, type Needs, type Room, type TableGeometry } from './geometry';
import { cardOf, handPlaces, type HandSize } from './hand';
import { bottom, center, isWithin, overlap, right, type Rect } from './rect';
import { placeOf, spreadOf } from './spread';
import type { TrickForm } from './trick';
import type { Zone } from './zones';

export interface Spot {
  /** The middle of the card. */
  x: number;
  y: number;
  /** Degrees. */
  rot: number;
  scale: number;
  /** The height in the stack of all cards. */
  z: number;
}

/** The n-th of a zone's cards, from below; in open groups of this size, where there are any. */
export type Spots = (zone: Zone, n: number, of: number, group?: number) => Spot;

type Sized = Omit<TableGeometry, 'spots'>;

/** The lowest card of each kind of zone. */
const LEVEL = { pile: 0, stock: 100, talon: 150, table: 200, trick: 300, hand: 400, put: 500, shown: 600 } as const;
/** The turns of the cards of a trick, in degrees: as if they were laid down by hand. */
const TURNS = [-1.5, 2, 1, -2];
/** The table is laid out for at least this number of open cards, so that it keeps its sizes while there are fewer. */
export const USUAL_OPEN = 10;
/** The room above the cards of a decision for words, and below them for words or buttons. */
const AROUND = { above: 36, words: 56, buttons: 92 };
/** That room on a low table, where only buttons fit: a decision lower than `below` leaves out its words. */
const CRAMPED = { above: 8, words: 32, buttons: 54, below: 160 };
/** The backs of a fan are so much higher than what is seen of them. */
const UNDER = 2;
/** The turn of the last card of a fan against the first, in degrees. */
const TILT = 11;
/** Open cards may be so much larger than those of the hand. */
const OPEN = 1.2;
const BETWEEN = { cards: 4, groups: 18 };
/** The height of two lines beyond a plate. */
const NOTES = 38;
/** The sizes of a card that is held up, against that of the undealt ones. */
const HELD_UP = [1, 0.85, 0.7, 0.55];
/** A hand that is laid open: the height of a card, the share of it that the next row leaves to be seen, and the room above the own plate. */
const LAID = { high: 84, least: 40, seen: 0.5, above: 34 };

export function spotsOf(g: Sized): Spots {
  const seated = g.hand !== undefined;
  return (zone, n, of, group) => {
    const [kind, name] = zone.split(':') as [keyof typeof LEVEL, string | undefined];
    const at = name === undefined ? 0 : placeOfSeat(Number(name), g.needs);
    const place = g.seats[at];
    const z = LEVEL[kind] + n;
    switch (kind) {
      case 'trick':
        return { ...trickSpot(g, at), z: z + at };
      case 'hand':
        if (at === 0 && g.hand) return { ...handSpot(g, g.hand, { ...g.card, rows: g.rows }, n, of), z };
        if (!place) return { ...inMiddle(g), z };
        if (g.needs.revealed) return { ...bareSpot(g, place, n, of), z };
        if (group !== undefined && hasRoomToLay(g)) return { ...laidSpot(g, place, n, of), z };
        return { ...fanSpot(g, place, n, of), z };
      case 'pile':
        return { ...(place ? pileSpot(place, n) : center(g.middle)), rot: 90, scale: (place?.pileHeight ?? 20) / g.card.width, z };
      case 'shown':
        return { ...(place && !(at === 0 && seated) ? shownSpot(g, place) : inMiddle(g)), z };
      case 'stock':
        return { ...stockSpot(g, n), z };
      case 'table':
        return { ...tableSpot(g, n, of), z };
      case 'talon':
        return { ...(group === undefined ? stockSpot(g, n) : rowSpot(g, n, of, group, 'words')), z };
      case 'put':
        return { ...rowSpot(g, n, of, of, 'buttons'), z };
    }
  };
}

type Lying = Omit<Spot, 'z'>;

function trickSpot(g: Sized, at: number): Lying {
  const place = g.form.places[at] ?? { x: 0, y: 0 };
  return {
    x: g.heart.x + place.x * g.trick.width,
    y: g.heart.y + place.y * g.trick.height,
    rot: TURNS[at] ?? 0,
    scale: g.trick.width / g.card.width,
  };
}

function handSpot(g: Sized, box: Rect, size: HandSize, n: number, of: number): Lying {
  const at = handPlaces(of, g.needs.hand, size, box.width, g.room.coarse)[n] ?? { x: 0, y: 0 };
  return { x: box.x + at.x + size.width / 2, y: box.y + at.y + size.height / 2, rot: 0, scale: size.width / g.card.width };
}

/** The cards of another hand that is seen. */
function bareSpot(g: Sized, { fan, facing }: SeatPlace, n: number, of: number): Lying {
  const high = bareHeight(g.shape, fan.height);
  const size = { ...cardOf(high), rows: fan.height > high * 1.3 ? 2 : 1 };
  const at = handPlaces(of, g.needs.hand, size, fan.width, false)[n] ?? { x: 0, y: 0 };
  const y = facing === 'down' ? fan.y + 2 : fan.y - 2;
  return { x: fan.x + at.x + size.width / 2, y: y + at.y + size.height / 2, rot: 0, scale: size.width / g.card.width };
}

/** True if a hand that is laid open can be read there; elsewhere the line of the contract names it. */
export function hasRoomToLay(g: Sized): boolean {
  const lowest = Math.max(...g.seats.slice(1).map(({ plate }) => bottom(plate) + PAD / 2));
  return g.shape === 'wide' && floorOf(g) - lowest >= LAID.least * (1 + LAID.seen);
}

/** The lower edge of what may lie above the own plate. */
function floorOf(g: Sized): number {
  return (g.seats[0]?.plate.y ?? g.room.height) - LAID.above;
}

/** The cards of a hand that is laid open: two rows below its plate, or one row beside the plate at the top. */
function laidSpot(g: Sized, { plate }: SeatPlace, n: number, of: number): Lying {
  const atTop = Math.abs(center(plate).x - g.room.width / 2) < 1;
  const x = atTop ? right(plate) + PAD : plate.x;
  const y = atTop ? plate.y : bottom(plate) + PAD / 2;
  const width = atTop ? g.room.width - PAD - x : plate.width;
  const size = cardOf(atTop ? LAID.high : Math.min(LAID.high, (floorOf(g) - y) / (1 + LAID.seen)));
  const row = atTop ? g.needs.hand : Math.ceil(g.needs.hand / 2);
  const step = Math.min(size.width + BETWEEN.cards, (width - size.width) / Math.max(1, Math.min(of, row) - 1));
  const [across, down] = [n % row, Math.floor(n / row)];
  return { x: x + across * step + size.width / 2, y: y + (0.5 + down * LAID.seen) * size.height, rot: 0, scale: size.width / g.card.width };
}

/** The backs that look out from under a plate. Those that stay keep their places when others go: nothing has to move. */
function fanSpot(g: Sized, { fan, facing }: SeatPlace, n: number, of: number): Lying {
  const size = cardOf(fan.height * UNDER);
  const full = Math.max(of, g.needs.full);
  const step = full < 2 ? 0 : Math.min(size.width * 0.5, (fan.width - size.width) / (full - 1));
  const off = n - (full - 1) / 2;
  const away = Math.abs(off / Math.max(full, 1)) * 4;
  const x = fan.x + size.width / 2 + n * step;
  const outer = fan.height - 3 - away;
  const y = facing === 'down' ? fan.y + outer - size.height / 2 : bottom(fan) - outer + size.height / 2;
  return { x, y, rot: (facing === 'down' ? -1 : 1) * off * Math.min(1.2, TILT / full), scale: size.width / g.card.width };
}

function pileSpot({ pile }: SeatPlace, n: number): { x: number; y: number } {
  const up = Math.min(n, 8) * 0.6;
  return { x: pile.x - up, y: pile.y - up };
}

/** A card that is held up: beside its plate, or before it; as large as leaves words and other cards in sight. */
function shownSpot(g: Sized, place: SeatPlace): Lying {
  const words = wordsOf(g);
  const cards = [g.stock, ...g.form.places.map((_, at) => boxOf(g, trickSpot(g, at)))];
  // Where there is no room beyond what is noted of the player, that may be covered; at last a corner of the trick may be.
  const ways = [
    { gap: NOTES, sizes: HELD_UP, others: [...words, ...cards, ...g.seats.map(notesOf)] },
    { gap: PAD / 2, sizes: HELD_UP, others: [...words, ...cards] },
    { gap: PAD / 2, sizes: HELD_UP.slice(-1), others: words },
  ];
  for (const { gap, sizes, others } of ways) {
    const free = sizes.flatMap((share) => besidePlate(g, place, STOCK * share, gap)).find((spot) => isFree(boxOf(g, spot), g.room, others));
    if (free) return free;
  }
  return inMiddle(g);
}

function isFree(box: Rect, room: Room, others: readonly Rect[]): boolean {
  return isWithin(box, room) && !others.some((other) => overlap(box, other));
}

/** Returns the places of a card of this size around a plate, the best ones first. */
function besidePlate(g: Sized, { plate, facing }: SeatPlace, scale: number, gap: number): Lying[] {
  const { width, height } = cardOf(g.card.height * scale);
  const flush = facing === 'down' ? plate.y + height / 2 : bottom(plate) - height / 2;
  const before = facing === 'down' ? bottom(plate) + gap + height / 2 : plate.y - gap - height / 2;
  const ends = [plate.x + width / 2 + 2, right(plate) - width / 2 - 2];
  if (center(plate).x > g.room.width / 2) ends.reverse();
  return [
    ...[right(plate) + PAD + width / 2, plate.x - PAD - width / 2].map((x) => ({ x, y: flush, rot: 0, scale })),
    ...ends.map((x) => ({ x, y: before, rot: 0, scale })),
  ];
}

function wordsOf(g: Sized): Rect[] {
  return [...g.seats.map(({ plate }) => plate), g.strip, g.tools, ...(g.contract ? [g.contract] : [])];
}

/** The room of what is noted of a player, such as who plays in their place. */
function notesOf({ plate, facing }: SeatPlace): Rect {
  return { ...plate, y: facing === 'down' ? bottom(plate) : plate.y - NOTES, height: NOTES };
}

/** The box of a card, with the corners of one that lies askew. */
function boxOf(g: Sized, { x, y, rot, scale }: Lying): Rect {
  const turn = (Math.abs(rot) * Math.PI) / 180;
  const [across, down] = [g.card.width * scale, g.card.height * scale];
  const width = across * Math.cos(turn) + down * Math.sin(turn);
  const height = down * Math.cos(turn) + across * Math.sin(turn);
  return { x: x - width / 2, y: y - height / 2, width, height };
}

function inMiddle(g: Sized): Lying {
  return { ...center(g.middle), rot: 0, scale: STOCK };
}

/** True if the stock lies beside the trick, not between its upper cards. */
export function stockBeside({ stock, open }: Needs, { hollow }: TrickForm): boolean {
  return stock && !open && !hollow;
}

/** The box of the stock, as one card lies in it. */
export function stockBox(g: Omit<Sized, 'stock' | 'table'>): Rect {
  const own = g.seats[0]?.plate;
  // Where the trick gives way to the hand, so does the stock; beside the own plate it has that height.
  const high = g.needs.open ? (g.shape === 'wide' ? Infinity : 52) : (g.trick.height * STOCK) / TRICK;
  const { width, height } = cardOf(Math.min(high, g.card.height * STOCK));
  const at = (x: number, y: number): Rect => ({ x: x - width / 2, y: y - height / 2, width, height });
  if (g.needs.open && own) {
    if (g.shape === 'tall') return at(right(own) + 2 * PAD + width / 2, center(own).y);
    if (g.shape === 'low') return at(center(own).x, (g.middle.y + own.y - 14) / 2);
    return at(g.middle.x + width / 2 + PAD, center(g.middle).y);
  }
  if (stockBeside(g.needs, g.form)) return at(g.heart.x - (g.form.across / 2) * g.trick.width - PAD - width / 2, g.heart.y);
  if (g.form.hollow) {
    const top = g.heart.y - (0.5 - (g.form.places[1]?.y ?? 0)) * g.trick.height;
    return at(g.heart.x, top + height / 2);
  }
  return at(g.heart.x, g.heart.y);
}

/** Returns how far the card with this number lies above the lowest of the undealt, in pixels to the left and up. */
export function stockRise(n: number): number {
  return Math.min(n, 40) * 0.2;
}

function stockSpot(g: Sized, n: number): Lying {
  const box = g.stock;
  const up = stockRise(n);
  const { x, y } = center(box);
  return { x: x - up, y: y - up, rot: 0, scale: box.width / g.card.width };
}

/** The box of the open cards. */
export function tableBox(g: Omit<Sized, 'table'>): Rect {
  const { middle } = g;
  if (g.shape !== 'wide') return middle;
  const side = g.stock.width + 3 * PAD;
  return { ...middle, x: middle.x + side, width: middle.width - 2 * side };
}

function tableSpot(g: Sized, n: number, of: number): Lying {
  const box = g.table;
  const largest = g.card.width * OPEN;
  const usual = spreadOf(Math.max(of, USUAL_OPEN), box.width, box.height, largest);
  const spread = spreadOf(of, box.width, box.height, usual.width);
  const at = placeOf(n, of, spread, box.width, box.height);
  return {
    x: box.x + at.x + spread.width / 2,
    y: box.y + at.y + spread.width / 0.6 / 2,
    rot: 0,
    scale: spread.width / g.card.width,
  };
}

/** Cards side by side in the room of a decision, in groups. */
function rowSpot(g: Sized, n: number, of: number, group: number, below: 'words' | 'buttons'): Lying {
  const room = g.decision.height <= CRAMPED.below ? CRAMPED : AROUND;
  const box = { ...g.decision, y: g.decision.y + room.above, height: g.decision.height - room.above - room[below] };
  const groups = Math.ceil(of / group);
  const gaps = (of - groups) * BETWEEN.cards + (groups - 1) * BETWEEN.groups;
  const across = (box.width - 3 * PAD - gaps) / of;
  const down = Math.max(24, box.height * 0.6);
  const width = Math.min(across, down, g.trick.width);
  const step = (one: number): number => one * (width + BETWEEN.cards) + Math.floor(one / group) * (BETWEEN.groups - BETWEEN.cards);
  const whole = step(of - 1) + width;
  return { x: center(box).x - whole / 2 + step(n) + width / 2, y: center(box).y, rot: 0, scale: width / g.card.width };
}
