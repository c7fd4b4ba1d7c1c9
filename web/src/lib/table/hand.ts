/** The reader's own hand: as many rows as fingers need, and the place of each card in them. */
import { SHAPE, clamp } from './rect';

export interface HandSize {
  /** The height of a card; it stays the same through a deal. */
  height: number;
  width: number;
  /** The rows of a full hand. */
  rows: number;
}

/** The least of a card that shows beside the next one: what a finger, or a mouse, can hit. */
export const FINGER = 40;
const MOUSE = 20;
/** The error of a computed width. */
const HAIR = 0.01;
/** The distance between two cards that lie side by side. */
const GAP = 6;
/** The distance of two rows, in heights of a card. */
export const PITCH = 0.62;
/** Hands of at most this number of cards lie side by side. */
const FEW = 6;

/** Returns the height of `rows` rows, in heights of a card. */
export function rowsHeight(rows: number): number {
  return 1 + PITCH * (rows - 1);
}

/** Returns the widest card with which a full hand keeps its strips in `rows` rows. */
export function widestCard(full: number, rows: number, width: number, coarse: boolean): number {
  const across = Math.ceil(full / rows);
  if (across < 2) return width;
  if (full <= FEW) return (width - (across - 1) * GAP) / across;
  return width - (across - 1) * (coarse ? FINGER : MOUSE);
}

/** A card's place in the hand: the corner of the card, from that of the hand's box. */
export interface HandPlace {
  x: number;
  y: number;
}

/** Returns the numbers of cards in each row of a hand. */
export function rowsOf(count: number, full: number, size: HandSize, width: number, coarse: boolean): number[] {
  // Cards of one row only move closer.
  if (size.rows < 2) return [count];
  const across = Math.max(1, Math.floor((width - size.width + HAIR) / (coarse ? FINGER : MOUSE)) + 1);
  // More cards than usual, as before some of them are put away, lie closer by finger, or in more rows.
  const usual = Math.ceil(count / Math.ceil(Math.max(full, 1) / size.rows));
  const rows = coarse ? Math.max(Math.min(usual, size.rows), Math.ceil(count / across)) : usual;
  const inRow = Math.ceil(count / Math.max(rows, 1));
  return Array.from({ length: Math.max(rows, 1) }, (_, row) => clamp(0, count - row * inRow, inRow)).filter((n) => n > 0);
}

/** Returns the places of the cards in a box of this width, whose lower edge the last row stands on. */
export function handPlaces(count: number, full: number, size: HandSize, width: number, coarse: boolean): HandPlace[] {
  const rows = rowsOf(count, full, size, width, coarse);
  const most = Math.max(...rows, 1);
  const step = most < 2 ? 0 : Math.min(size.width + GAP, (width - size.width) / (most - 1));
  const whole = size.height * rowsHeight(size.rows);
  // No more height than that of a full hand, however many rows there are.
  const pitch = rows.length < 2 ? 0 : Math.min(size.height * PITCH, (whole - size.height) / (rows.length - 1));
  return rows.flatMap((across, row) =>
    Array.from({ length: across }, (_, n) => ({
      x: (width - size.width - step * (across - 1)) / 2 + n * step,
      y: whole - size.height - (rows.length - 1 - row) * pitch,
    })),
  );
}

/** Returns the card of this height. */
export function cardOf(height: number): { width: number; height: number } {
  return { width: height * SHAPE, height };
}
