/** The suit's emblem as a court figure carries it in a raised hand. */
import type { Suit } from './notation';
import { club, coppePip, denariPip, sword } from './suits';
import { place, type Level } from '../../svg';

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
