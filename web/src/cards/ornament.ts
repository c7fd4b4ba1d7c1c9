/** Leaves, sprays, flowers and ribbons that the aces and pip cards share. */
import { GREEN, OCHRE, RED } from './palette';
import { disc, dot, fine, num, place, polar, pt, shape } from './svg';

/** A pointed leaf growing up from the origin. */
export function leaf(length: number, fill: string = GREEN): string {
  const w = length * 0.34;
  const l = length;
  return (
    shape(`M0 0C${pt(w, -l * 0.2)} ${pt(w, -l * 0.65)} ${pt(0, -l)}C${pt(-w, -l * 0.65)} ${pt(-w, -l * 0.2)} 0 0Z`, fill) +
    fine(`M0 0V${num(-l * 0.62)}`)
  );
}

export interface Curve {
  from: [number, number];
  bend: [number, number];
  to: [number, number];
}

function along(curve: Curve, t: number): { x: number; y: number; heading: number } {
  const mix = (a: number, b: number, c: number): number => (1 - t) * (1 - t) * a + 2 * (1 - t) * t * b + t * t * c;
  const slope = (a: number, b: number, c: number): number => 2 * (1 - t) * (b - a) + 2 * t * (c - b);
  const dx = slope(curve.from[0], curve.bend[0], curve.to[0]);
  const dy = slope(curve.from[1], curve.bend[1], curve.to[1]);
  return {
    x: mix(curve.from[0], curve.bend[0], curve.to[0]),
    y: mix(curve.from[1], curve.bend[1], curve.to[1]),
    heading: (Math.atan2(dy, dx) * 180) / Math.PI + 90,
  };
}

/** A laurel spray: paired leaves along a curve and one at its end. */
export function spray(curve: Curve, pairs: number, length: number, fill: string = GREEN): string {
  const parts = [`<path d="M${pt(...curve.from)}Q${pt(...curve.bend)} ${pt(...curve.to)}" fill="none"/>`];
  for (let i = 0; i < pairs; i++) {
    const t = (i + 0.6) / (pairs + 0.4);
    const { x, y, heading } = along(curve, t);
    const size = length * (1 - 0.3 * t);
    parts.push(place(leaf(size, fill), x, y, heading + 48), place(leaf(size, fill), x, y, heading - 48));
  }
  const end = along(curve, 1);
  parts.push(place(leaf(length * 0.75, fill), end.x, end.y, end.heading));
  return parts.join('');
}

/** A small open flower. */
export function flower(x: number, y: number, r: number, petals = 6, fill: string = RED): string {
  const parts: string[] = [];
  for (let i = 0; i < petals; i++) {
    const [px, py] = polar(x, y, r * 0.62, (360 / petals) * i);
    // Outlines would fill a very small flower with ink.
    parts.push(r < 5 ? dot(px, py, r * 0.42, fill) : disc(px, py, r * 0.4, fill));
  }
  return parts.join('') + (r < 5 ? dot : disc)(x, y, r * 0.36, OCHRE);
}
