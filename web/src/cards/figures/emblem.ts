/** The suit's emblem as a court figure carries it in a raised hand. */
import type { Suit } from '../notation';
import { PAPER } from '../palette';
import { club, coppePip, denariPip, sword } from '../suits';
import { detail, fine, place, shape, type Level } from '../svg';

/** The emblem behind the hand whose palm is at (x, y). */
export function emblem(suit: Suit, x: number, y: number, level: Level): string {
  switch (suit) {
    case 'C':
      return place(coppePip(level), x, y - 18, 0, 1.05);
    case 'D':
      return place(denariPip(level), x, y - 18.5, 0, 1.08);
    case 'S':
      return place(sword(48, -4.5, level, 3.8), x, y - 7, 2);
    case 'B':
      return place(club(74, level, { half: 6 }), x - 2, y + 19, 5);
  }
}

/** A closed hand, thumb to the inside. */
export function hand(x: number, y: number, level: Level): string {
  return (
    shape(
      `M${x - 4.4} ${y + 4}C${x - 6} ${y - 1} ${x - 4} ${y - 4.6} ${x} ${y - 4.6}C${x + 4.2} ${y - 4.6} ${x + 6} ${y - 1} ${x + 4.4} ${y + 4}Z`,
      PAPER,
    ) + detail(level, fine(`M${x - 1.6} ${y - 2.4}V${y + 1.6}M${x + 1.6} ${y - 2.4}V${y + 1.6}`))
  );
}
