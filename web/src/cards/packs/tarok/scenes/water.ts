/** Half pictures of the taroks, 102 by 56: the sea, the lake, the sky above them. */
import { flower, leaf } from '../../../ornament';
import { BLUE, GREEN, INK, OCHRE, PAPER, RED } from '../../../palette';
import { both, detail, disc, dot, fine, flat, line, oval, place, polar, pt, shape, type Level } from '../../../svg';

const MIDST = 51;

function sea(y: number): string {
  const edge = `M-4 ${y}Q4 ${y - 4} 12 ${y}T28 ${y} 44 ${y} 60 ${y} 76 ${y} 92 ${y} 108 ${y}`;
  return flat(`${edge}V58H-4Z`, BLUE) + line(edge);
}

/** VI: the fishing boat. */
export function barka(level: Level): string {
  return (
    sea(41) +
    shape('M53 4C66 10 78 22 82 36H53Z', OCHRE) +
    shape('M49 8C40 18 33 28 31 36H49Z', PAPER) +
    detail(level, fine('M53 14C62 17 69 25 73 36M49 20 42 36', RED)) +
    line('M51 2V40') +
    shape('M20 39H84C82 46 76 51 70 51H34C27 51 22 46 20 39Z', RED) +
    detail(level, fine('M23 43.4H81', PAPER), disc(30, 45, 1.8, PAPER)) +
    shape('M51 2 60 4 51 7Z', GREEN) +
    flat('M-4 51Q4 47 12 51T28 51 44 51 60 51 76 51 92 51 108 51V58H-4Z', BLUE)
  );
}

/** IX: the lighthouse. */
export function svetilnik(level: Level): string {
  const beam = 'M46 12 4 2V24Z';
  return (
    both(flat(beam, OCHRE), MIDST) +
    sea(44) +
    shape('M43 20H59L62 48H40Z', PAPER) +
    shape('M42.4 26H59.6L60.4 33H41.6Z', RED) +
    shape('M41 39H61L61.6 46H40.4Z', RED) +
    shape('M44 8H58V20H44Z', PAPER) +
    disc(MIDST, 14, 3.6, OCHRE) +
    shape('M42 8 51 0 60 8Z', RED) +
    line('M40 20H62') +
    shape('M26 58C28 48 38 46 51 46S74 48 76 58Z', OCHRE) +
    detail(level, fine('M34 53H40M58 52H66'))
  );
}

/** X: the church on the island. */
export function otok(level: Level): string {
  return (
    shape('M0 30 16 14 26 22 40 8 56 24 72 12 84 22 102 12V40H0Z', PAPER) +
    detail(level, fine('M16 14 20 24M40 8 43 22M72 12 75 24')) +
    flat('M0 38H102V58H0Z', BLUE) +
    line('M0 38H102') +
    shape('M20 46C26 36 40 32 54 33S80 38 84 46C70 50 34 50 20 46Z', GREEN) +
    shape('M46 22H64V37H46Z', PAPER) +
    shape('M44 23 55 14 66 23Z', RED) +
    shape('M35 16H43V37H35Z', PAPER) +
    shape('M33 16 39 1 45 16Z', RED) +
    detail(level, dot(39, 21, 1.5), shape('M53 29h5v8h-5Z', INK), [26, 72, 77].map((x) => shape(`M${x} 32l3.4 9h-6.8Z`, GREEN)).join('')) +
    detail(level, fine('M12 52H30M60 53H84M40 50H50', PAPER))
  );
}

/** VIII: the grapes. */
export function grozdje(level: Level): string {
  const rows = [5, 4, 3, 2, 1].flatMap((count, row) =>
    Array.from({ length: count }, (_, n) =>
      disc(MIDST + (n - (count - 1) / 2) * 8.6, 21 + row * 7.4, 4.7, (n + row) % 3 === 0 ? RED : BLUE),
    ),
  );
  const vine = shape(
    'M51 15C44 19 35 24 26 21 26 26 22 30 15 30 17 24 10 22 6 18 12 16 12 9 17 6 20 10 27 5 32 8 38 10 44 12 51 15Z',
    GREEN,
  );
  return (
    line('M-2 8C24-2 70 16 104 4') +
    line('M51 8V17') +
    both(vine, MIDST) +
    detail(level, both(fine('M50 15C38 16 26 16 12 18M32 15C28 12 24 10 19 9M30 16C28 20 24 24 20 27'), MIDST)) +
    rows.join('') +
    detail(level, line('M84 26c6-2 9 4 5 7s-8-2-4-4'))
  );
}

/** VII: the bees about their skep. */
export function panj(level: Level): string {
  const bee = (x: number, y: number, turn: number): string =>
    place(
      oval(-1.6, -3.4, 2.2, 3.4, PAPER) +
        oval(2, -3.4, 2.2, 3.4, PAPER) +
        oval(0, 0, 4.6, 2.9, OCHRE) +
        `<path d="M-1.2-2.6V2.6M1.6-2.4V2.4" stroke-width="1.4"/>`,
      x,
      y,
      turn,
    );
  return (
    shape('M26 54C26 22 36 8 51 8S76 22 76 54Z', OCHRE) +
    detail(level, fine('M36 18Q51 23 66 18M31 27Q51 33 71 27M28.6 36Q51 43 73.4 36M27 45Q51 53 75 45')) +
    line('M33 23Q51 29 69 23M29.4 34Q51 41 72.6 34') +
    shape('M45 54V48C45 42 57 42 57 48V54Z', INK) +
    shape('M12 52H90V58H12Z', RED) +
    bee(16, 18, -15) +
    bee(88, 14, 20) +
    bee(20, 37, 10) +
    bee(86, 34, -20) +
    detail(level, flower(7, 49, 4.4, 5, RED), flower(96, 49, 4.4, 5, BLUE))
  );
}

/** XVII: the rising sun. */
export function sonce(level: Level): string {
  const rays = Array.from({ length: 13 }, (_, n) => {
    const a = -90 + n * 15;
    const long = n % 2 === 0;
    return shape(
      `M${pt(...polar(MIDST, 56, 26, a - 5))}L${pt(...polar(MIDST, 56, long ? 52 : 42, a))}L${pt(...polar(MIDST, 56, 26, a + 5))}Z`,
      long ? OCHRE : RED,
    );
  }).join('');
  return (
    rays +
    disc(MIDST, 56, 25, OCHRE) +
    disc(MIDST, 56, 20.5, PAPER) +
    line('M40 47Q44 43 48 46.4M62 47Q58 43 54 46.4') +
    dot(44, 48.6, 1.7) +
    dot(58, 48.6, 1.7) +
    dot(39.6, 53, 2.6, RED) +
    dot(62.4, 53, 2.6, RED) +
    detail(level, fine('M51 46V53'))
  );
}

function star(x: number, y: number, r: number, fill: string, points = 8): string {
  const spots = Array.from({ length: points * 2 }, (_, n) => pt(...polar(x, y, n % 2 === 0 ? r : r * 0.42, (180 / points) * n)));
  return shape(`M${spots.join('L')}Z`, fill);
}

/** XVIII: the star. */
export function zvezda(level: Level): string {
  return (
    flat('M-4-4H106V58H-4Z', BLUE) +
    star(MIDST, 27, 23, OCHRE) +
    star(MIDST, 27, 10, RED) +
    [
      [13, 12],
      [89, 12],
      [18, 40],
      [84, 40],
      [31, 8],
      [71, 8],
    ]
      .map(([x = 0, y = 0]) => star(x, y, 4.6, PAPER, 5))
      .join('') +
    detail(level, dot(8, 27, 1.3, PAPER), dot(94, 27, 1.3, PAPER), dot(32, 48, 1.3, PAPER), dot(70, 48, 1.3, PAPER))
  );
}

/** XXI, the mond: the moon by night. */
export function mond(level: Level): string {
  return (
    flat('M-4-4H106V58H-4Z', INK) +
    shape('M61 2C40 4 29 17 29 31 29 44 38 54 52 56 66 58 76 50 79 43 70 47 59 45 53 37 50 33 49 26 51 19 53 12 56 6 61 2Z', OCHRE) +
    shape('M53 37 58 33.6 54.6 31Q52 29 51 19 49 26 53 37Z', OCHRE) +
    dot(42.6, 24, 2) +
    line('M37.6 20.6Q42 17 46.6 20') +
    line('M47 40.6Q50.6 42 53.6 39.6') +
    dot(41, 33, 3, RED) +
    [
      [14, 12, 6],
      [88, 14, 7],
      [16, 38, 5],
      [70, 24, 5],
      [92, 42, 5],
    ]
      .map(([x = 0, y = 0, r = 0]) => star(x, y, r, PAPER, 5))
      .join('') +
    detail(level, dot(26, 24, 1.2, PAPER), dot(76, 6, 1.2, PAPER), dot(84, 30, 1.2, PAPER), dot(6, 26, 1.2, PAPER), dot(28, 50, 1.2, PAPER))
  );
}

/** A laurel twig beside a numeral. */
export function twig(): string {
  return [0, 1, 2, 3].map((n) => place(leaf(9), n * 8, 0, 58) + place(leaf(9), n * 8, 0, 122)).join('') + fine('M-2 0H34');
}
