/** The middle of each card. */
import { fant } from '../../figures/fant';
import { kaval } from '../../figures/kaval';
import { kralj } from '../../figures/kralj';
import { INK, OCHRE } from '../../palette';
import { MIDDLE, flat, num, place, shape, type Level } from '../../svg';
import { dama } from '../../frenchSuited/queen';
import { pagat, skis } from './figures';
import { twice } from './letters';
import { MOND, PAGAT, SKIS, type CourtRank, type PipRank, type TarokSuit } from './notation';
import { kozolec, kolo, klopotec, grad, lipa, most, nagelj, triglav } from './scenes/land';
import { kurent, orel, zlatorog, zmaj } from './scenes/creatures';
import { barka, grozdje, mond, otok, panj, sonce, svetilnik, twig, zvezda } from './scenes/water';
import { FRENCH_SUIT_LOOK, frenchSuitSign } from '../../frenchSuited/suits';

/** The panel of a tarok: two half pictures, the second for the player opposite. */
const PANEL = { x: 9, y: 44, width: 102, height: 112 };
const HALF = PANEL.height / 2;

type Scene = (level: Level) => string;

const SCENES: Record<number, Scene> = {
  [PAGAT]: pagat,
  2: orel,
  3: kozolec,
  4: lipa,
  5: triglav,
  6: barka,
  7: panj,
  8: grozdje,
  9: svetilnik,
  10: otok,
  11: klopotec,
  12: nagelj,
  13: kurent,
  14: zmaj,
  15: most,
  16: grad,
  17: sonce,
  18: zvezda,
  19: zlatorog,
  20: kolo,
  [MOND]: mond,
};

/** The drawing cut off at the edges of a box, with the box's own corner as origin. */
function cut(markup: string, x: number, y: number, width: number, height: number): string {
  return `<svg x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}" viewBox="0 0 ${num(width)} ${num(height)}">${markup}</svg>`;
}

function frame(): string {
  const { x, y, width, height } = PANEL;
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none"/>`;
}

export function tarokFace(number: number, level: Level): string {
  const { x, y, width, height } = PANEL;
  if (number === SKIS) return cut(skis(level), x, y, width, height) + frame();
  const half = cut((SCENES[number] ?? orel)(level), x, y, width, HALF);
  const band =
    shape(`M${x} ${MIDDLE - 2.4}H${x + width}V${MIDDLE + 2.4}H${x}Z`, OCHRE) +
    flat([20, 40, 60, 80, 100].map((at) => `M${at} ${MIDDLE - 2}l3 2-3 2-3-2Z`).join(''), INK);
  const ornament = level === 'full' ? `<g stroke-width=".7">${place(twig(), 72, 25)}</g>` : '';
  return twice(half + ornament) + frame() + band;
}

const A = 44;
const B = 76;
const M = 60;
type Spots = readonly (readonly [x: number, y: number])[];

/** The places of the pips; those below the middle stand upside down. */
const SPOTS: Record<PipRank, Spots> = {
  '1': [[M, 100]],
  '2': [
    [M, 50],
    [M, 150],
  ],
  '3': [
    [M, 42],
    [M, 100],
    [M, 158],
  ],
  '4': [
    [A, 62],
    [B, 62],
    [A, 138],
    [B, 138],
  ],
  '7': [
    [A, 44],
    [B, 44],
    [M, 72],
    [A, 100],
    [B, 100],
    [A, 156],
    [B, 156],
  ],
  '8': [
    [A, 44],
    [B, 44],
    [M, 72],
    [A, 100],
    [B, 100],
    [M, 128],
    [A, 156],
    [B, 156],
  ],
  '9': [
    [A, 42],
    [B, 42],
    [A, 81],
    [B, 81],
    [M, 100],
    [A, 119],
    [B, 119],
    [A, 158],
    [B, 158],
  ],
  '10': [
    [A, 42],
    [B, 42],
    [M, 61],
    [A, 81],
    [B, 81],
    [A, 119],
    [B, 119],
    [M, 139],
    [A, 158],
    [B, 158],
  ],
};

const FEW: Partial<Record<PipRank, number>> = { '1': 2.6, '2': 1.7, '3': 1.5, '4': 1.5 };

export function tarokPips(suit: TarokSuit, rank: PipRank, level: Level): string {
  const size = FEW[rank] ?? 1.2;
  const pips = SPOTS[rank]
    .map(([x, y]) => {
      const sign = frenchSuitSign(suit, 0, 0, size);
      return place(sign, x, y, y > MIDDLE ? 180 : 0);
    })
    .join('');
  // Beside the large index there is less room.
  return level === 'full' ? pips : place(pips, 34, 20, 0, 0.8);
}

export function tarokCourt(suit: TarokSuit, rank: CourtRank, level: Level): string {
  const look = FRENCH_SUIT_LOOK[suit];
  const figure = { K: kralj, Q: dama, C: kaval, J: fant }[rank](look, level);
  // With the large index the figures stand lower and further right.
  return level === 'full' ? figure : place(figure, 12, 17, 0, 0.92);
}
