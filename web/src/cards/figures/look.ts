/** The marks of a court figure's suit. The figures themselves are drawn once for all packs. */
import { OCHRE, PAPER, RED, type Dress } from '../palette';
import type { Level } from '../svg';

export interface Look {
  dress: Dress;
  /** The small repeated figure woven into the cloth. */
  motif: (x: number, y: number, ink: string) => string;
  /** The emblem carried in the raised hand, whose palm is at (x, y). */
  emblem: (x: number, y: number, level: Level) => string;
}

/** The motif at each of several spots, in an ink that reads on the suit's main cloth unless another is asked for. */
export function woven(
  look: Look,
  spots: readonly (readonly [number, number])[],
  ink: string = look.dress.main === OCHRE ? RED : PAPER,
): string {
  return spots.map(([x, y]) => look.motif(x, y, ink)).join('');
}
