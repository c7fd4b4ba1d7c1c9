/** Half pictures of the taroks, 102 by 56 with the ground below: what stands on the land. */
import { leaf } from '../../../ornament';
import { BLUE, GREEN, INK, OCHRE, PAPER, RED } from '../../../palette';
import { both, detail, disc, dot, fine, flat, line, place, shape, type Level } from '../../../svg';

const MIDST = 51;

function hill(d: string, fill: string = GREEN): string {
  return shape(d, fill);
}

const MEADOW = hill('M0 50C20 45 36 49 51 48S84 45 102 49V58H0Z');

function house(x: number, y: number, width: number, fill: string = PAPER): string {
  return shape(`M${x} ${y}h${width}v14h-${width}Z`, fill) + shape(`M${x - 2} ${y}l${width / 2 + 2} -8 ${width / 2 + 2} 8Z`, RED);
}

/** III: the hayrack. */
export function kozolec(level: Level): string {
  const hay = (x: number, y: number): string => shape(`M${x} ${y}h13c1 4 .6 6-1 7.4-3.6 1.4-8 1.2-11.4 0-1.4-2-1.4-4.4-.6-7.4Z`, OCHRE);
  return (
    MEADOW +
    [22, 30, 38].map((y) => line(`M17 ${y}H85`)).join('') +
    [20, 37, 54, 71].map((x) => hay(x, 22)).join('') +
    [20, 37, 54, 71].map((x) => hay(x, 33)).join('') +
    [16, 33, 50, 67, 84].map((x) => shape(`M${x - 1.6} 14h3.2V52h-3.2Z`, RED)).join('') +
    shape('M8 17 22 5H80L94 17Z', BLUE) +
    detail(level, fine('M16 13H86M22 9H80', PAPER))
  );
}

/** IV: the linden tree with its bench. */
export function lipa(level: Level): string {
  const heart = (x: number, y: number, turn: number): string => place(leaf(11, OCHRE), x, y, turn);
  return (
    MEADOW +
    shape('M47 52C49 42 48 34 46 26H56C54 34 53 42 55 52Z', RED) +
    shape(
      'M51 3C60-1 68 4 69 10 78 9 84 16 80 23 84 31 76 37 68 34 62 40 54 36 51 34 48 36 40 40 34 34 26 37 18 31 22 23 18 16 24 9 33 10 34 4 42-1 51 3Z',
      GREEN,
    ) +
    detail(level, heart(36, 22, -30), heart(51, 19, 10), heart(66, 24, 35), heart(44, 32, -10), heart(60, 33, 20)) +
    line('M22 46H38M24 46V51M36 46V51')
  );
}

/** V: the mountain with three heads. */
export function triglav(level: Level): string {
  return (
    shape('M2 56 24 22 33 30 50 4 60 14 67 22 77 15 100 56Z', BLUE) +
    shape('M24 22 33 30 29 37 24 33 19 36 17 33Z', PAPER) +
    shape('M50 4 60 14 66 21 60 26 55 20 50 27 44 20 40 24 37 24Z', PAPER) +
    shape('M77 15 86 31 81 29 77 33 73 27 70 25Z', PAPER) +
    hill('M0 44C14 40 22 46 34 43S60 47 72 42 92 44 102 41V58H0Z') +
    detail(level, [12, 22, 40, 60, 80, 91].map((x) => shape(`M${x} 40l4 11h-8Z`, GREEN)).join(''))
  );
}

/** XI: the rattle in the vineyard. */
export function klopotec(level: Level): string {
  const blade = (turn: number): string => place(shape('M-2 0-4.4-19H4.4L2 0Z', turn % 180 === 0 ? RED : OCHRE), MIDST, 20, turn);
  const rows = [0, 1, 2, 3].map((n) => fine(`M${8 + n * 8} ${56 - n}Q${22 + n * 7} 47 ${40 + n * 2} 43`)).join('');
  return (
    hill('M0 46C22 36 42 38 60 44S90 42 102 38V58H0Z') +
    detail(level, both(rows, MIDST)) +
    shape('M49.6 20H52.4L54 53H48Z', OCHRE) +
    [22, 112, 202, 292].map(blade).join('') +
    disc(MIDST, 20, 3.4, BLUE) +
    line('M54 20H74') +
    shape('M74 20c6-6 10-6 14-4-2 1-2 2-1 3-3-.6-4 1-3 3-4-1-7 0-10-2Z', GREEN)
  );
}

/** XII: carnations on the sill. */
export function nagelj(level: Level): string {
  const bloom = (x: number, y: number): string =>
    shape(`M${x} ${y + 7}c-7-1-11-6-11-11l3 1 1-5 3.6 2.6 3.4-4 3.4 4 3.6-2.6 1 5 3-1c0 5-4 10-11 11Z`, RED) +
    detail(level, fine(`M${x - 5} ${y + 1}l4 5M${x + 5} ${y + 1}l-4 5M${x} ${y - 1}v7`, PAPER)) +
    shape(`M${x - 3} ${y + 6}h6l-1 6h-4Z`, GREEN);
  return (
    line('M26 25C30 34 40 38 46 44M51 22V44M76 25C72 34 62 38 56 44') +
    place(leaf(15), 38, 38, -70) +
    place(leaf(15), 64, 38, 70) +
    place(leaf(11), 51, 40, -40) +
    place(leaf(11), 51, 40, 40) +
    bloom(26, 13) +
    bloom(51, 10) +
    bloom(76, 13) +
    shape('M36 42H66L62 57H40Z', OCHRE) +
    detail(level, fine('M38 48Q44 52 51 48T64 48'))
  );
}

/** XV: the stone bridge. */
export function most(level: Level): string {
  return (
    house(10, 18, 14) +
    house(28, 14, 12, OCHRE) +
    house(64, 16, 13) +
    house(81, 20, 12, OCHRE) +
    flat('M0 44H102V58H0Z', BLUE) +
    shape('M0 30C30 24 72 24 102 30V52H92C92 36 70 36 70 52H62C62 34 40 34 40 52H32C32 36 10 36 10 52H0Z', PAPER) +
    detail(level, fine('M0 35C30 29 72 29 102 35'), fine('M13 52H29M43 52H59M73 52H89', PAPER)) +
    both(disc(36, 30, 2.2, OCHRE), MIDST)
  );
}

/** XVI: the castle. */
export function grad(level: Level): string {
  const tower = (x: number, y: number, w: number): string =>
    shape(`M${x} ${y}h${w}V46h-${w}Z`, PAPER) +
    shape(`M${x - 2} ${y}l${w / 2 + 2}-11 ${w / 2 + 2} 11Z`, RED) +
    detail(level, shape(`M${x + w / 2 - 1.6} ${y + 6}h3.2v5h-3.2Z`, INK));
  return (
    shape('M26 24H76V46H26Z', OCHRE) +
    shape('M26 24v-4h6v4h6v-4h6v4h14v-4h6v4h6v-4h6v8H26Z', OCHRE) +
    tower(17, 17, 13) +
    tower(72, 17, 13) +
    tower(43, 14, 16) +
    shape('M45 46V38C45 32 57 32 57 38V46Z', INK) +
    hill('M0 54C14 46 30 43 51 43S88 46 102 54V58H0Z') +
    detail(level, fine('M51 3V-1M51-1L58 1 51 3', RED))
  );
}

/** XX: the mill wheel. */
export function kolo(level: Level): string {
  const spokes = Array.from({ length: 8 }, (_, n) =>
    place(shape('M-1.4-4H1.4V-19H-1.4Z', OCHRE) + shape('M-4-26H4V-19H-4Z', RED), MIDST, 29, n * 45),
  ).join('');
  return (
    shape('M66 20H100V58H66Z', PAPER) +
    shape('M62 22 84 6 104 22Z', RED) +
    detail(level, shape('M80 30h8v9h-8Z', INK)) +
    disc(MIDST, 29, 20, PAPER) +
    spokes +
    disc(MIDST, 29, 16.5, PAPER) +
    Array.from({ length: 8 }, (_, n) => place(shape('M-1.4-4H1.4V-17H-1.4Z', OCHRE), MIDST, 29, n * 45)).join('') +
    disc(MIDST, 29, 4.6, BLUE) +
    flat('M0 47Q8 43 16 47T32 47 48 47 64 47 80 47 102 47V58H0Z', BLUE) +
    line('M0 47Q8 43 16 47T32 47 48 47 64 47 80 47 102 47') +
    detail(level, dot(10, 40, 1.4, BLUE), dot(16, 36, 1.1, BLUE), dot(22, 41, 1.2, BLUE))
  );
}
