/** Coins: a milled rim and a rosette. */
import { BLUE, GREEN, INK, OCHRE, PAPER, RED } from '../../../palette';
import { spray } from '../../../ornament';
import { CENTRE, MIDDLE, both, detail, disc, dot, fine, flat, line, num, place, polar, pt, shape, type Level } from '../../../svg';

/** Silhouette in a 20 by 20 box about the origin: ring and centre. Needs fill-rule evenodd. */
export const DENARI_GLYPH =
  'M0-9.6A9.6 9.6 0 1 1 0 9.6 9.6 9.6 0 1 1 0-9.6ZM0-6.6A6.6 6.6 0 1 0 0 6.6 6.6 6.6 0 1 0 0-6.6ZM0-3.4A3.4 3.4 0 1 1 0 3.4 3.4 3.4 0 1 1 0-3.4Z';

function petals(count: number, inner: number, outer: number, fills: readonly string[]): string {
  const half = (360 / count) * 0.62;
  const parts: string[] = [];
  for (let i = 0; i < count; i++) {
    const a = (360 / count) * i;
    const mid = (inner + outer) / 2;
    parts.push(
      flat(
        `M${pt(...polar(0, 0, inner, a))}Q${pt(...polar(0, 0, mid * 1.25, a + half))} ${pt(...polar(0, 0, outer, a))}Q${pt(...polar(0, 0, mid * 1.25, a - half))} ${pt(...polar(0, 0, inner, a))}Z`,
        fills[i % fills.length] ?? RED,
      ),
    );
  }
  return parts.join('');
}

function milling(count: number, inner: number, outer: number): string {
  let d = '';
  for (let i = 0; i < count; i++) {
    const a = (360 / count) * (i + 0.5);
    d += `M${pt(...polar(0, 0, inner, a))}L${pt(...polar(0, 0, outer, a))}`;
  }
  return fine(d);
}

/** The pip, 30 across about the origin. */
export function denariPip(level: Level): string {
  if (level === 'small') {
    return disc(0, 0, 15, OCHRE) + disc(0, 0, 8.6) + disc(0, 0, 3.4, RED);
  }
  return disc(0, 0, 15, OCHRE) + milling(32, 12.6, 15) + disc(0, 0, 11.6) + petals(8, 2, 10.2, [RED, BLUE]) + disc(0, 0, 2.7, OCHRE);
}

/** The ace: the sun of the coast, minted. */
export function denariAce(level: Level): string {
  const rays: string[] = [];
  for (let i = 0; i < 16; i++) {
    const a = 22.5 * i;
    const long = i % 2 === 0;
    const tip = long ? 51 : 45;
    rays.push(
      shape(
        `M${pt(...polar(0, 0, 34, a - 8))}Q${pt(...polar(0, 0, 42, a - (long ? 6 : 4)))} ${pt(...polar(0, 0, tip, a + (long ? 3 : 0)))}Q${pt(...polar(0, 0, 42, a + (long ? 3 : 4)))} ${pt(...polar(0, 0, 34, a + 8))}Z`,
        long ? OCHRE : RED,
      ),
    );
  }
  const beads: string[] = [];
  for (let i = 0; i < 24; i++) beads.push(dot(...polar(0, 0, 31.4, 15 * i), 1.2, INK));
  const face =
    disc(0, 0, 19.5, PAPER) +
    line('M-11-3.5Q-7.5-7-3.5-3.8') +
    line('M11-3.5Q7.5-7 3.5-3.8') +
    detail(level, fine('M-10.5-2.4Q-7 .6-3.8-2.6M10.5-2.4Q7 .6 3.8-2.6M-3.5-3.8Q-1.4 2-2.6 5.2-1.4 7 0 6.4 1.4 7 2.6 5.2')) +
    dot(-7, -2.4, 1.6) +
    dot(7, -2.4, 1.6) +
    dot(-10.6, 4.4, 2.6, RED) +
    dot(10.6, 4.4, 2.6, RED) +
    line('M-6 9.6Q0 14 6 9.6') +
    detail(level, fine('M-3.4 11.2Q0 9.8 3.4 11.2'));
  const sun =
    rays.join('') +
    disc(0, 0, 34.6, OCHRE) +
    detail(level, beads.join('')) +
    disc(0, 0, 28, RED) +
    detail(level, petals(20, 20.4, 27.2, [OCHRE, PAPER])) +
    face;
  const pairs = level === 'full' ? 4 : 3;
  const sprig = both(spray({ from: [60, 178], bend: [44, 178], to: [33, 162] }, pairs, 10, GREEN));
  const lower = sprig + disc(60, 178, 3.6, RED);
  return lower + `<g transform="rotate(180 ${num(CENTRE)} ${num(MIDDLE)})">${lower}</g>` + place(sun, CENTRE, MIDDLE, 0, 0.98);
}
