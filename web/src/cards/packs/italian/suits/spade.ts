/** Swords: curved blades that cross in an almond, a straight one in the middle of odd numbers. */
import { BLUE, GREEN, OCHRE, PAPER, RED } from '../../../palette';
import { spray } from '../../../ornament';
import { CENTRE, both, detail, disc, fine, flat, line, mirror, num, oval, place, pt, shape, type Level } from '../../../svg';

/** Silhouette in a 20 by 20 box about the origin. */
export const SPADE_GLYPH = 'M0-11.6 2.7-8V2.4H7V5.7H2V7.2A2.4 2.4 0 1 1-2 7.2V5.7H-7V2.4H-2.7V-8Z';

function hilt(level: Level): string {
  return (
    shape('M-1.7 1H1.7V8H-1.7Z', RED) +
    disc(0, 10, 2.5, OCHRE) +
    shape('M-7.6-1.2Q0 .6 7.6-1.2V1.6Q0 3.2-7.6 1.6Z', OCHRE) +
    detail(level, fine('M-1.7 4.4H1.7M-1.7 6.2H1.7'))
  );
}

/** The height at which the edge of a blade begins to close to its point, as a part of the length. */
const SHOULDER = 0.86;

/**
 * A sword standing on its guard at the origin, `length` up to its point.
 * `sag` bends the blade to the left by that much at half length.
 */
export function sword(length: number, sag: number, level: Level, half = 3.6): string {
  // The middle of the blade is a quadratic curve from guard to point, cut at the shoulder.
  const bend = -2 * sag;
  const knee = { x: bend * SHOULDER, y: (-length / 2) * SHOULDER };
  const end = { x: 2 * SHOULDER * (1 - SHOULDER) * bend, y: -length * SHOULDER };
  const edge = (side: -1 | 0 | 1): { start: string; knee: string; end: string } => {
    const away = (dx: number, dy: number): [number, number] => {
      const r = (side * half) / Math.hypot(dx, dy);
      return [-dy * r, dx * r];
    };
    const [sx, sy] = away(bend, -length / 2);
    const [kx, ky] = away(end.x, end.y);
    const [ex, ey] = away(end.x - knee.x, end.y - knee.y);
    return { start: pt(sx, sy), knee: pt(knee.x + kx, knee.y + ky), end: pt(end.x + ex, end.y + ey) };
  };
  const left = edge(-1);
  const ridge = edge(0);
  const right = edge(1);
  const point = pt(0, -length);
  const tilt = (Math.atan2(bend, length / 2) * 180) / Math.PI;
  return (
    flat(`M${left.start}Q${left.knee} ${left.end}L${point}L${right.end}Q${right.knee} ${right.start}Z`, PAPER) +
    // Half of the blade carries the suit's ink, so the edge reads as steel.
    flat(`M${ridge.start}Q${ridge.knee} ${ridge.end}L${point}L${right.end}Q${right.knee} ${right.start}Z`, BLUE) +
    detail(level, fine(`M${ridge.start}Q${ridge.knee} ${ridge.end}`)) +
    line(`M${left.start}Q${left.knee} ${left.end}L${point}L${right.end}Q${right.knee} ${right.start}`) +
    place(hilt(level), 0, 0, tilt)
  );
}

/** The curved blades of one side: bulge at mid height and reach past the middle at the ends. */
const ARCS: readonly (readonly [bulge: number, reach: number][])[] = [
  [],
  [[30, 14]],
  [
    [20, 20],
    [34, 6],
  ],
  [
    [14, 26],
    [26, 17],
    [38, 8],
  ],
];

/** The pip cards from two to seven. */
export function spadeCrossing(count: number, level: Level): string {
  const half = level === 'full' ? 3.6 : 5;
  const side = (ARCS[Math.floor(count / 2)] ?? [])
    .map(([bulge, reach]) => place(sword(142, bulge + reach, level, half), CENTRE + reach, 167))
    .join('');
  const middle = count % 2 === 1 ? place(sword(136, 0, level, half), CENTRE, 174) : '';
  // The right-hand blades pass over at the top and under at the bottom.
  const over = `<svg width="120" height="100" viewBox="0 0 120 100">${mirror(side)}</svg>`;
  const crossed = mirror(side) + side + over + middle;
  // Many thick outlines would close the gaps between small blades.
  return level === 'full' ? crossed : `<g stroke-width="1.5">${crossed}</g>`;
}

/** The ace: a broad sword with a ribbon between two laurels. */
export function spadeAce(level: Level): string {
  const blade = shape('M50 132 52 40 60 18 68 40 70 132Z', PAPER) + shape('M60 132V18L68 40 70 132Z', BLUE);
  const guard =
    shape('M28 128C36 134 84 134 92 128 95 126 98 130 95 134 84 143 36 143 25 134 22 130 25 126 28 128Z', OCHRE) +
    detail(level, fine('M32 133C44 139 76 139 88 133')) +
    both(disc(27, 131, 4.2, RED));
  const grip =
    shape('M55.5 140H64.5L63.5 168H56.5Z', RED) +
    detail(level, fine('M55.6 145 64.2 149M55.9 151 63.9 155M56.1 157 63.7 161M56.4 163 63.5 167')) +
    oval(60, 174, 8, 7, OCHRE) +
    disc(60, 174, 3, BLUE);
  const ribbonBehind = shape('M80 73C85 74 85 82 80 83 66 86 53 91 42 98 37 95 37 89 42 88 53 81 66 76 80 73Z', RED);
  const ribbon =
    shape('M43 58C39 54 35 52 31 53 34 56 34 59 32 63 36 63 39 65 43 69 54 76 68 80 80 83 84 81 85 75 80 73 68 70 54 65 43 58Z', OCHRE) +
    shape(
      'M42 88C37 90 37 96 42 98 52 104 66 107 76 112 84 115 88 118 92 123 92 118 94 115 97 114 92 108 86 105 78 102 66 98 52 94 42 88Z',
      OCHRE,
    );
  const laurel = both(spray({ from: [60, 185.6], bend: [35, 185.6], to: [31, 149] }, level === 'full' ? 5 : 3, 9.4, GREEN));
  const tie = disc(60, 185.6, 2.8, RED);
  return laurel + tie + ribbonBehind + blade + guard + grip + ribbon + detail(level, fine(`M${num(CENTRE)} 20V56`));
}
