/** Small pure helpers that write SVG markup. Every drawing in the deck goes through them. */
import { INK, PAPER } from './palette';

/** The card's own units; every drawing shares this coordinate system. */
export const WIDTH = 120;
export const HEIGHT = 200;
export const CENTRE = WIDTH / 2;
export const MIDDLE = HEIGHT / 2;

/** `small` drops fine lines and thickens outlines, for cards under about 60 pixels wide. */
export type Level = 'full' | 'small';

/** Below this width in CSS pixels the small drawing reads better. */
export const SMALL_BELOW = 60;

/** Line weights in card units, the same for the whole family. */
export const OUTLINE: Record<Level, number> = { full: 1.5, small: 2.2 };
export const FINE = 0.9;

/** Two decimals are below a pixel at any size we draw, and keep the markup short. */
export function num(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return String(Object.is(rounded, -0) ? 0 : rounded);
}

export function pt(x: number, y: number): string {
  return `${num(x)} ${num(y)}`;
}

/** An outlined shape: inherits stroke from its group. */
export function shape(d: string, fill: string = PAPER): string {
  return `<path d="${d}" fill="${fill}"/>`;
}

/** A filled shape without an outline, for patterns on cloth. */
export function flat(d: string, fill: string): string {
  return `<path d="${d}" fill="${fill}" stroke="none"/>`;
}

/** An open line of the family's outline weight. */
export function line(d: string): string {
  return `<path d="${d}" fill="none"/>`;
}

/** An open line of the fine weight, for folds, hatching and faces. */
export function fine(d: string, stroke: string = INK): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${FINE}"/>`;
}

export function disc(x: number, y: number, r: number, fill: string = PAPER): string {
  return `<circle cx="${num(x)}" cy="${num(y)}" r="${num(r)}" fill="${fill}"/>`;
}

export function dot(x: number, y: number, r: number, fill: string = INK): string {
  return `<circle cx="${num(x)}" cy="${num(y)}" r="${num(r)}" fill="${fill}" stroke="none"/>`;
}

export function oval(x: number, y: number, rx: number, ry: number, fill: string = PAPER): string {
  return `<ellipse cx="${num(x)}" cy="${num(y)}" rx="${num(rx)}" ry="${num(ry)}" fill="${fill}"/>`;
}

/** A group moved, turned (degrees) and scaled, in that order of reading. */
export function place(markup: string, x: number, y: number, turn = 0, scale = 1): string {
  const steps = [`translate(${pt(x, y)})`];
  if (turn !== 0) steps.push(`rotate(${num(turn)})`);
  if (scale !== 1) steps.push(`scale(${num(scale)})`);
  return `<g transform="${steps.join(' ')}">${markup}</g>`;
}

/** The drawing mirrored left to right about a vertical line. */
export function mirror(markup: string, axis: number = CENTRE): string {
  return `<g transform="translate(${num(2 * axis)} 0) scale(-1 1)">${markup}</g>`;
}

export function both(markup: string, axis: number = CENTRE): string {
  return markup + mirror(markup, axis);
}

/** The markup only where there is room for fine lines. */
export function detail(level: Level, ...markup: string[]): string {
  return level === 'full' ? markup.join('') : '';
}

/** The group that sets the family's pen. */
export function pen(markup: string, level: Level): string {
  return `<g stroke="${INK}" stroke-width="${OUTLINE[level]}" stroke-linejoin="round" stroke-linecap="round" fill="none">${markup}</g>`;
}

/** A point at `radius` from (x, y) in the direction `degrees`, clockwise from north. */
export function polar(x: number, y: number, radius: number, degrees: number): [number, number] {
  const a = ((degrees - 90) * Math.PI) / 180;
  return [x + radius * Math.cos(a), y + radius * Math.sin(a)];
}

/** The markup as a document of its own. */
export function svgDocument(markup: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${markup}</svg>`;
}

const addresses = new Map<string, string>();

/** A document as a `data:` address for an image, made once for each. */
export function imageAddress(svg: string): string {
  let address = addresses.get(svg);
  if (address === undefined) {
    // Only these characters are unsafe in a data address; encoding all would triple its length. Word by word: a
    // function called for each of the hundreds in a drawing takes as long as drawing it.
    const safe = svg.replaceAll('%', '%25').replaceAll('#', '%23').replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll('"', '%22');
    address = `data:image/svg+xml,${safe}`;
    addresses.set(svg, address);
  }
  return address;
}
