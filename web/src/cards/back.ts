/** The card back: a quiet net with a bud in every mesh, the same upside down. */
import { border, paper } from './frame';
import { BLUE, PAPER } from './palette';
import { CENTRE, HEIGHT, MIDDLE, WIDTH, num, type Level } from './svg';

const MARGIN = 9;

interface Net {
  /** An even number, or the net would not map to itself upside down. */
  strands: number;
  /** Half a wave, in card units. */
  half: number;
  weight: number;
  bud: number;
}

const NET: Record<Level, Net> = {
  full: { strands: 8, half: 13, weight: 0.9, bud: 1.5 },
  small: { strands: 4, half: 26, weight: 2, bud: 3.4 },
};

export function backFace(level: Level, ink: string = BLUE): string {
  const { strands, half, weight, bud } = NET[level];
  const inner = WIDTH - 2 * MARGIN;
  const gap = inner / strands;
  const waves = Math.ceil(MIDDLE / half);
  let net = '';
  let buds = '';
  for (let i = 0; i < strands; i++) {
    const axis = CENTRE + (i - (strands - 1) / 2) * gap;
    const sway = (i % 2 === 0 ? 1 : -1) * (gap / 2);
    const at = (k: number): string => num(axis + (k % 2 === 0 ? sway : -sway));
    net += `M${at(-waves)} ${num(MIDDLE - waves * half)}`;
    for (let k = -waves; k < waves; k++) {
      const y = MIDDLE + k * half;
      net += `C${at(k)} ${num(y + half * 0.4)} ${at(k + 1)} ${num(y + half * 0.6)} ${at(k + 1)} ${num(y + half)}`;
      // Strands that lean apart at this height leave a mesh between them.
      if ((k + i) % 2 !== 0) buds += mesh(axis + gap / 2, y, bud);
    }
  }
  const height = HEIGHT - 2 * MARGIN;
  return (
    paper() +
    border() +
    `<rect x="${MARGIN}" y="${MARGIN}" width="${inner}" height="${height}" rx="3.5" fill="${ink}"/>` +
    `<svg x="${MARGIN}" y="${MARGIN}" width="${inner}" height="${height}" viewBox="${MARGIN} ${MARGIN} ${inner} ${height}">` +
    `<path d="${net}" fill="none" stroke="${PAPER}" stroke-opacity=".6" stroke-width="${weight}"/>` +
    `<path d="${buds}" fill="${PAPER}" fill-opacity=".75"/></svg>`
  );
}

function mesh(x: number, y: number, r: number): string {
  const tall = r * 1.9;
  return `M${num(x)} ${num(y - tall)}Q${num(x + r * 0.4)} ${num(y - r * 0.4)} ${num(x + r)} ${num(y)}Q${num(x + r * 0.4)} ${num(y + r * 0.4)} ${num(x)} ${num(y + tall)}Q${num(x - r * 0.4)} ${num(y + r * 0.4)} ${num(x - r)} ${num(y)}Q${num(x - r * 0.4)} ${num(y - r * 0.4)} ${num(x)} ${num(y - tall)}Z`;
}
