/** Boxes and the shape of a card, in pixels. */

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A card's width, in heights. */
export const SHAPE = 0.6;

export function clamp(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

export function right({ x, width }: Rect): number {
  return x + width;
}

export function bottom({ y, height }: Rect): number {
  return y + height;
}

export function center({ x, y, width, height }: Rect): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}

/** The overlap of two boxes that counts as none. */
const HAIR = 0.5;

/** True if two boxes share more than a hair. */
export function overlap(a: Rect, b: Rect): boolean {
  return a.x < right(b) - HAIR && b.x < right(a) - HAIR && a.y < bottom(b) - HAIR && b.y < bottom(a) - HAIR;
}

/** True if a box is inside a room, but for a hair. */
export function isWithin(box: Rect, room: { width: number; height: number }): boolean {
  return box.x >= -HAIR && box.y >= -HAIR && right(box) <= room.width + HAIR && bottom(box) <= room.height + HAIR;
}
