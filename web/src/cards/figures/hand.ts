/** The hand with which court figures hold what they carry. */
import { PAPER } from '../palette';
import { detail, fine, shape, type Level } from '../svg';

/** A closed hand, thumb to the inside. */
export function hand(x: number, y: number, level: Level): string {
  return (
    shape(
      `M${x - 4.4} ${y + 4}C${x - 6} ${y - 1} ${x - 4} ${y - 4.6} ${x} ${y - 4.6}C${x + 4.2} ${y - 4.6} ${x + 6} ${y - 1} ${x + 4.4} ${y + 4}Z`,
      PAPER,
    ) + detail(level, fine(`M${x - 1.6} ${y - 2.4}V${y + 1.6}M${x + 1.6} ${y - 2.4}V${y + 1.6}`))
  );
}
