/** Cups: a chalice with a wide rim, a knop and a spreading foot. */
import { BLUE, GREEN, OCHRE, PAPER, RED } from '../../../palette';
import { flower, spray } from '../../../ornament';
import { CENTRE, both, detail, disc, fine, oval, shape, type Level } from '../../../svg';

/** Silhouette in a 20 by 20 box about the origin, for corners and text. */
export const COPPE_GLYPH =
  'M-8.4-9.4H8.4C8.4-2.6 6 1.2 1.9 2.5V4.6C2.3 6.2 6 6.4 6.4 9.4H-6.4C-6 6.4-2.3 6.2-1.9 4.6V2.5C-6 1.2-8.4-2.6-8.4-9.4Z';

/** The pip, about 30 by 32 about the origin. */
export function coppePip(level: Level): string {
  return (
    shape('M-2.4 5.5C-2.4 10-8.6 9.6-9.2 15.4H9.2C8.6 9.6 2.4 10 2.4 5.5Z', OCHRE) +
    shape('M-12.6-12C-12.8-1-8.6 5.6 0 6.4 8.6 5.6 12.8-1 12.6-12Z', RED) +
    detail(
      level,
      shape(
        'M-11.9-5.6Q-8.9-2.2-5.9-5.2-3-2-.0-4.8 3-2 5.9-5.2 8.9-2.2 11.9-5.6L11.2-2Q8.6 1.4 5.6-1.4 2.8 1.6 0-1 -2.8 1.6-5.6-1.4-8.6 1.4-11.2-2Z',
        PAPER,
      ),
      fine('M-6.6 13H6.6'),
    ) +
    oval(0, 7.4, 4.4, 2.1, BLUE) +
    oval(0, -12.2, 12.6, 3.2, OCHRE) +
    detail(level, fine('M-9-11.8Q0-9.4 9-11.8'))
  );
}

/** The ace: a covered fountain cup, as the old decks of the coast have it. */
export function coppeAce(level: Level): string {
  const gadroons = both(
    shape('M32 110C36 119 42 127 54 132 47 124 43 117 41.5 111.6Z', OCHRE) +
      shape('M46.6 112.2C48.6 120 52 127 58.4 132.6 56.4 125 55.8 118 55.6 112.8Z', OCHRE),
  );
  const foot =
    shape('M54 140C54 152 38 154 36 172H84C82 154 66 152 66 140Z', OCHRE) +
    shape('M33 172H87V178.5H33Z', RED) +
    detail(level, fine('M42 165C50 161 70 161 78 165M54 150Q60 153 66 150'), fine('M37 175.2H83', OCHRE));
  const bowl =
    shape('M26 74C25 106 36 130 60 134 84 130 95 106 94 74Z', RED) +
    detail(level, gadroons) +
    shape('M27 92C40 98 80 98 93 92L91.6 104C78 110 42 110 28.4 104Z', PAPER) +
    detail(level, ...[-24, -12, 0, 12, 24].map((x) => flower(CENTRE + x, 101.6 - Math.abs(x) * 0.09, 3.9, 5, x % 24 === 0 ? BLUE : RED)));
  const knop = oval(60, 137.5, 11, 5.6, BLUE) + detail(level, fine('M50 137.5Q60 142 70 137.5'));
  const lid =
    shape('M28 73C30 58 44 52 60 52S90 58 92 73Z', BLUE) +
    detail(level, fine('M40 71C41 61 50 56 60 56M80 71C79 61 70 56 60 56M60 53V72', PAPER)) +
    oval(60, 74, 34.5, 5, OCHRE) +
    detail(level, fine('M31 75.4Q60 81 89 75.4'));
  const finial = shape('M55 52C52 46 57 43 60 36 63 43 68 46 65 52Z', OCHRE) + disc(60, 33.5, 3.6, RED);
  const sprays = both(
    spray({ from: [57, 45], bend: [42, 44], to: [35, 26] }, level === 'full' ? 4 : 2, 11, GREEN) +
      spray({ from: [37, 171], bend: [31, 162], to: [36, 144] }, level === 'full' ? 3 : 2, 8, GREEN),
  );
  return sprays + foot + bowl + knop + lid + finial;
}
