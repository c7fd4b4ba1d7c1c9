/** The card's paper and its frame. */
import { EDGE, INK, PAPER } from './palette';
import { HEIGHT, WIDTH } from './svg';

export const CORNER = 9;

export function paper(fill: string = PAPER): string {
  return `<rect x=".5" y=".5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="${CORNER - 0.5}" fill="${fill}" stroke="${EDGE}"/>`;
}

/** A thin printed line inside the edge. */
export function border(): string {
  return `<rect x="5" y="5" width="${WIDTH - 10}" height="${HEIGHT - 10}" rx="5.5" fill="none" stroke="${INK}" stroke-width=".8"/>`;
}
