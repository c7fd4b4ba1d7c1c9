/** The aces: the suit's sign large in a gilded edge, each with an ornament of its own, between two sprigs. */
import { BLUE, GREEN, INK, OCHRE, PAPER, RED } from '../../palette';
import { spray } from '../../ornament';
import {
  CENTRE,
  HEIGHT,
  MIDDLE,
  OUTLINE,
  WIDTH,
  both,
  detail,
  disc,
  fine,
  flat,
  num,
  place,
  polar,
  pt,
  shape,
  type Level,
} from '../../svg';
import { FRENCH_SUIT_GLYPH, suitInk } from '../../frenchSuited/suits';
import type { FrenchSuit } from './notation';

/** The size of the sign, as a multiple of that in the corner's box of 20 by 20; the lozenge is slender. */
const SIZE: Record<FrenchSuit, number> = { H: 3.9, S: 3.9, D: 4.4, C: 3.9 };
/** The gilding around the sign, in card units. */
const GILDING = 3.2;

function gilded(suit: FrenchSuit, level: Level): string {
  const path = (stroke: string, width: number): string =>
    `<path d="${FRENCH_SUIT_GLYPH[suit]}" fill="${suitInk(suit)}" stroke="${stroke}" stroke-width="${num(width / SIZE[suit])}"/>`;
  const line = OUTLINE[level];
  return path(INK, 2 * GILDING + 3 * line) + path(OCHRE, 2 * GILDING + line) + path(INK, line);
}

/** Petals in a ring about the origin; `width` is how far each swells to either side, in degrees. */
function rosette(count: number, inner: number, outer: number, width: number, fill: string): string {
  let d = '';
  for (let i = 0; i < count; i++) {
    const a = (360 / count) * i;
    const side = (turn: number): string => pt(...polar(0, 0, inner + (outer - inner) * 0.62, a + turn));
    d += `M${pt(...polar(0, 0, inner, a))}Q${side(width)} ${pt(...polar(0, 0, outer, a))}Q${side(-width)} ${pt(...polar(0, 0, inner, a))}Z`;
  }
  return flat(d, fill);
}

/** A leaf without an outline, growing up from the origin. */
function blade(length: number, turn: number): string {
  const w = length * 0.3;
  return place(
    flat(
      `M0 0C${pt(w, -length * 0.2)} ${pt(w * 0.9, -length * 0.7)} ${pt(0, -length)}C${pt(-w * 0.9, -length * 0.7)} ${pt(-w, -length * 0.2)} 0 0Z`,
      PAPER,
    ),
    0,
    0,
    turn,
  );
}

/** The ornament upon the sign, about its middle. */
const ORNAMENT: Record<FrenchSuit, (level: Level) => string> = {
  H: (level) =>
    detail(level, place(`<path d="${FRENCH_SUIT_GLYPH.H}" fill="none" stroke="${PAPER}" stroke-width=".32"/>`, 0, -1.4, 0, 2.95)) +
    place(rosette(10, 3.4, 17, 22, PAPER) + disc(0, 0, 5, OCHRE), 0, -6),
  S: (level) =>
    place(both(blade(20, 88) + blade(24, 46), 0) + blade(34, 0) + disc(0, 0, 4.4, OCHRE), 0, 12) + detail(level, fine('M0 4V-14')),
  D: (level) =>
    shape('M0-28.6C5.2-17.2 13-7.2 21.4 0 13 7.2 5.2 17.2 0 28.6-5.2 17.2-13 7.2-21.4 0-13-7.2-5.2-17.2 0-28.6Z') +
    rosette(4, 3, 16, 30, BLUE) +
    detail(level, place(rosette(4, 3, 11.4, 24, RED), 0, 0, 45)) +
    disc(0, 0, 4.2, OCHRE),
  // One in the middle of each leaf.
  C: () =>
    [
      [0, -19.4],
      [16.5, 5.9],
      [-16.5, 5.9],
    ]
      .map(([x = 0, y = 0]) => place(rosette(6, 2.4, 11, 24, PAPER) + disc(0, 0, 3.2, OCHRE), x, y))
      .join(''),
};

/** A garland below the sign; the same stands above it upside down. */
function sprigs(suit: FrenchSuit, level: Level): string {
  const pairs = level === 'full' ? 4 : 3;
  const bud = suitInk(suit) === RED ? BLUE : RED;
  const lower = both(spray({ from: [60, 181], bend: [44, 181], to: [35, 166] }, pairs, 9, GREEN)) + disc(60, 181, 3.4, bud);
  return lower + place(lower, WIDTH, HEIGHT, 180);
}

export function frenchAce(suit: FrenchSuit, level: Level): string {
  return sprigs(suit, level) + place(place(gilded(suit, level), 0, 0, 0, SIZE[suit]) + ORNAMENT[suit](level), CENTRE, MIDDLE);
}
