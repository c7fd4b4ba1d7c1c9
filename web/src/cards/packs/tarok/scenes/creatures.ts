/** Half pictures of the taroks, 102 by 56: beasts and masks. */
import { BLUE, GREEN, INK, OCHRE, PAPER, RED } from '../../../palette';
import { both, detail, disc, dot, fine, flat, line, oval, shape, type Level } from '../../../svg';

const MIDST = 51;

/** II: the eagle, as on the old cards of these lands. */
export function orel(level: Level): string {
  const wing =
    shape('M47 24C40 10 24 5 4 8 10 12 12 16 10 21 17 20 20 23 18 28 25 27 27 31 25 36 32 33 35 36 34 42 40 39 44 40 47 44Z', INK) +
    detail(level, fine('M12 11C24 11 36 16 44 28M15 18C26 18 36 24 44 34M22 26C30 26 38 30 45 38', PAPER));
  return (
    both(wing, MIDST) +
    shape('M44 42 40 57H62L58 42Z', INK) +
    both(shape('M44 42C36 42 34 48 36 53L39 50 41 54 43 50 46 52Z', OCHRE), MIDST) +
    oval(MIDST, 32, 9, 15, INK) +
    shape('M44 22H58V32C58 38 54 41 51 42 48 41 44 38 44 32Z', RED) +
    flat('M44 28H58V32H44Z', PAPER) +
    disc(MIDST, 13, 6.4, INK) +
    shape('M56 11C61 10 64 13 63 17 60 15 58 16 56 16Z', OCHRE) +
    dot(53, 12, 1.3, PAPER) +
    shape('M44 6 43-1 47 2 51-2 55 2 59-1 58 6Z', OCHRE)
  );
}

/** XIII: the kurent who drives the winter away. */
export function kurent(level: Level): string {
  const fringe = [24, 31, 38, 45, 52, 59, 66, 73].map((x) => `L${x + 1} 56 ${x + 4.4} 49`).join('');
  return (
    shape(`M20 57C22 42 26 30 32 22H70C76 30 80 42 82 57L78 50${''}${fringe.replace('L25', 'M25')}Z`, PAPER) +
    shape('M27 57C24 40 28 14 51 14S78 40 75 57Z', RED) +
    shape('M34 57C31 42 36 24 51 24S71 42 68 57Z', OCHRE) +
    both(shape('M34 20C26 16 22 8 24-2 30 4 38 8 43 15Z', PAPER) + detail(level, fine('M27 6 32 4M30 12 36 8', RED)), MIDST) +
    [38, 51, 64]
      .map((x, n) => shape(`M${x} 15C${x - 5} 8 ${x - 3} 2 ${x} -3 ${x + 3} 2 ${x + 5} 8 ${x} 15Z`, n === 1 ? GREEN : BLUE))
      .join('') +
    both(disc(43, 33, 4.6, PAPER) + dot(43.6, 33.4, 2.2), MIDST) +
    shape('M51 33 55 43H47Z', RED) +
    shape('M41 45C47 48 55 48 61 45 60 51 56 53 55 57H47C46 53 42 51 41 45Z', INK) +
    shape('M47 49H55V58H47Z', RED) +
    both(disc(14, 50, 5, OCHRE) + line('M14 51V55') + line('M18 46 26 36'), MIDST)
  );
}

/** XIV: the dragon. */
export function zmaj(level: Level): string {
  return (
    shape('M54 26C58 12 70 3 88 2 84 8 88 12 95 14 88 17 88 23 93 28 84 27 80 31 81 37 72 32 62 32 56 36Z', RED) +
    detail(level, fine('M88 2C74 10 66 20 60 31M95 14C82 18 72 24 66 32', PAPER)) +
    shape(
      'M22 58C18 46 28 40 36 34 40 30 38 24 32 24 27 24 24 28 18 27 12 26 7 24 6 20 12 20 15 18 18 13 22 8 32 5 39 9 49 14 50 25 45 33 50 28 60 28 68 34 77 40 78 52 88 50 82 58 70 60 64 58Z',
      GREEN,
    ) +
    detail(level, fine('M30 50C38 42 46 42 52 46M40 38C46 34 52 36 58 42M62 56C66 50 68 46 66 42', PAPER)) +
    shape('M22 10C22 5 24 1 28 0 28 4 28 7 30 9Z', OCHRE) +
    shape('M31 8C32 4 35 1 39 1 38 5 37 8 38 10Z', OCHRE) +
    disc(24, 15.6, 2.6, PAPER) +
    dot(23.6, 16, 1.3) +
    shape('M6 20C2 22-1 26-2 31 3 30 4 32 3 36 9 34 11 30 12 25Z', RED) +
    flat('M3 26C6 26 8 25 10 24 8 28 6 30 3 31Z', OCHRE) +
    shape('M88 50 98 44 96 54 86 53Z', OCHRE)
  );
}

/** XIX: the white ibex with horns of gold. */
export function zlatorog(level: Level): string {
  const horn =
    shape('M46 16C40 4 22-4 6 6 18 4 29 9 34 18 37 23 42 24 46 22Z', OCHRE) +
    detail(level, fine('M12 5 15 8M20 4 22 9M28 7 28 12M35 12 33 16M41 17 38 21'));
  return (
    both(shape('M42 22C34 20 28 24 26 29 33 32 39 31 43 28Z', PAPER) + horn, MIDST) +
    shape('M42 18C46 14 56 14 60 18 62 28 60 38 57 47 55 52 47 52 45 47 42 38 40 28 42 18Z', PAPER) +
    both(shape('M43.6 27.6C45.6 26 48 27 48.4 30 46.4 31.4 44.4 30.6 43.6 27.6Z', INK), MIDST) +
    shape('M46 44C49 42 53 42 56 44 55 49 53 51 51 51S47 49 46 44Z', RED) +
    shape('M47 51C48 55 50 57 51 60 52 57 54 55 55 51Z', PAPER) +
    detail(level, fine('M48 34C49 38 49 40 48.6 43M54 34C53 38 53 40 53.4 43')) +
    both(shape('M8 58 15 44 22 58Z', GREEN) + shape('M-2 58 5 40 12 58Z', GREEN) + disc(30, 47, 4.4, RED) + disc(30, 47, 1.6, OCHRE), MIDST)
  );
}
