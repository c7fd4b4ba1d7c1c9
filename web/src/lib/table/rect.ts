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
