/** Clubs: knobbly cut branches that cross in a lattice. */
import { GREEN, INK, OCHRE, PAPER, RED } from '../../../palette';
import { leaf, flower } from '../../../ornament';
import { CENTRE, detail, disc, fine, line, mirror, num, oval, place, pt, shape, type Level } from '../../../svg';

/** Silhouette in a 20 by 20 box about the origin. */
export const BASTONI_GLYPH =
  'M-8.5 8.9L-5.6 4.1C-7.8 2.5 -5.4 -1.2 -3.1 -0.0L-0.5 -4.8C-3.2 -6.8 -0.6 -11.1 2.1 -9.4L3.5 -11.8C5.6 -12.8 10.4 -9.2 10.1 -7.0L6.2 -2.6C8.9 -0.7 6.0 3.3 3.0 1.0L-5.8 10.9C-6.9 11.3 -8.6 10.1 -8.5 8.9Z';

interface Wood {
  /** Half the width of the head; the foot is about half as wide. */
  half?: number;
  bark?: string;
  cut?: string;
  /** Heights of the knobs on each side, as parts of the length. */
  left?: readonly number[];
  right?: readonly number[];
}

/** A club standing on its thin end at the origin, `length` to its cut head. */
export function club(length: number, level: Level, wood: Wood = {}): string {
  const { half = 4.6, bark = GREEN, cut = OCHRE, left = [0.24, 0.58, 0.84], right = [0.42, 0.72] } = wood;
  const l = length;
  const thin = half * 0.55;
  const reach = half * 0.95;
  const width = (t: number): number => thin + (half - thin) * t;
  // A knob: the bark swells out to one side and closes again.
  const knob = (side: -1 | 1, t: number): string => {
    const w = side * width(t);
    const out = side * (width(t) + reach);
    const near = -l * t - side * reach;
    const far = -l * t + side * reach;
    return `L${pt(w, near)}C${pt(out, (near - l * t) / 2)} ${pt(out, far)} ${pt(w, far)}`;
  };
  const up = [...left].sort((a, b) => a - b).map((t) => knob(-1, t));
  const down = [...right].sort((a, b) => b - a).map((t) => knob(1, t));
  const outline = `M${pt(-thin, 0)}${up.join('')}L${pt(-half, -l)}H${num(half)}${down.join('')}L${pt(thin, 0)}Q0 ${num(thin)} ${pt(-thin, 0)}Z`;
  const grain = `M0 ${num(-l * 0.08)}V${num(-l * 0.34)}M${pt(half * 0.2, -l * 0.46)}V${num(-l * 0.68)}M${pt(-half * 0.2, -l * 0.76)}V${num(-l * 0.92)}`;
  return shape(outline, bark) + detail(level, fine(grain, bark === OCHRE ? INK : PAPER)) + oval(0, -l, half, half * 0.5, cut);
}

/** Horizontal shift of the parallel clubs of one direction. */
const SHIFTS: readonly (readonly number[])[] = [[], [0], [-6.5, 6.5], [-11, 0, 11]];

/** Half the way a leaning club travels sideways, and how far it climbs. */
const LEAN = 16.5;
const RISE = 146;
const GROUND = 174;

/** Circles about every second crossing, where the clubs of the other direction pass over. */
function crossings(shifts: readonly number[]): string {
  const circles: string[] = [];
  shifts.forEach((a, i) => {
    shifts.forEach((b, j) => {
      if ((i + j) % 2 === 0) return;
      const climbed = 0.5 - (a + b) / (4 * LEAN);
      circles.push(`<circle cx="${num(CENTRE + (a - b) / 2)}" cy="${num(GROUND - RISE * climbed)}" r="11"/>`);
    });
  });
  return circles.join('');
}

/** The pip cards from two to seven: green lean one way, yellow the other, red stands in the middle. */
export function bastoniCrossing(count: number, level: Level): string {
  const shifts = SHIFTS[Math.floor(count / 2)] ?? [];
  const angle = (Math.atan2(LEAN * 2, RISE) * 180) / Math.PI;
  const length = Math.hypot(LEAN * 2, RISE);
  const half = level === 'full' ? 4.2 : 5;
  const side = (bark: string, cut: string): string => {
    const one = club(length, level, { half, bark, cut, left: [0.3, 0.9], right: [0.14, 0.7] });
    return shifts.map((shift) => place(one, CENTRE - LEAN + shift, GROUND, angle)).join('');
  };
  const rising = side(GREEN, OCHRE);
  const falling = mirror(side(OCHRE, PAPER));
  const middle = count % 2 === 1 ? place(club(152, level, { half: half + 0.4, bark: RED }), CENTRE, 178) : '';
  const holes = crossings(shifts);
  const over = holes === '' ? '' : `<clipPath id="weave-${count}">${holes}</clipPath><g clip-path="url(#weave-${count})">${falling}</g>`;
  const knot = count === 2 ? flower(CENTRE, 101, 8) : '';
  return falling + rising + over + middle + knot;
}

/** The ace: one great club in leaf, bound with a ribbon. */
export function bastoniAce(level: Level): string {
  const trunk =
    shape(
      'M55.2 182C54.4 168 53.6 160 52.8 150 47.2 150 44.8 140 50.4 136 51.2 128 50.4 118 49.6 108 42.4 108 40.8 96 47.2 92 48.8 82 47.2 72 46.4 62 40.8 58 40.8 50 45.6 46L44.8 30 75.2 30 74.4 52C80.8 54 81.6 66 75.2 69 75.2 82 73.6 92 72.8 102 80 104 79.2 117 72 118 70.4 130 68 142 67.2 152 71.2 156 70.4 163 66.4 164L64.8 182C63.2 186 56.8 186 55.2 182Z',
      GREEN,
    ) +
    detail(
      level,
      fine(
        'M53.6 40C55.2 60 52 80 55.2 100M64.8 44C63.2 64 66.4 84 63.2 104M58.4 112C56.8 130 60 140 58.4 156M64.8 120C64 132 63.2 140 62.4 148M50.4 96C48.8 98 48.8 102 51.2 104M72 57C74.4 58 75.2 62 73.6 64M71.2 107C73.6 108 73.6 112 71.2 114',
        PAPER,
      ),
    ) +
    oval(60, 30, 15.2, 6.4, OCHRE) +
    detail(level, fine('M51 30A9 3.6 0 1 0 69 30 9 3.6 0 1 0 51 30ZM55.4 30A4.6 1.8 0 1 0 64.6 30 4.6 1.8 0 1 0 55.4 30Z'));
  const twig = (x: number, y: number, turn: number, size: number): string =>
    place(line('M0 0V-8') + place(leaf(size), 0, -7, -42) + place(leaf(size), 0, -7, 42) + place(leaf(size * 1.15), 0, -8), x, y, turn);
  const twigs = twig(45, 98, -68, 15) + twig(76, 60, 62, 14) + twig(76, 112, 74, 15) + twig(49, 143, -72, 13) + twig(47, 72, -66, 11);
  const ribbon =
    shape('M48 118C55.2 124 66.4 124 72 117L71.2 129C66.4 134 55.2 134 49.6 129Z', RED) +
    shape('M69.6 124C79.2 124 85.6 132 82.4 146 79.2 142 76 142 72.8 146 76 138 74.4 134 68.8 132Z', RED) +
    disc(70.6, 124.5, 4, OCHRE);
  return twigs + trunk + ribbon;
}
