/** The small repeated figure woven into each suit's cloth. */
import type { Suit } from './notation';
import { dot, flat, num, polar } from '../../svg';

export function motif(suit: Suit, x: number, y: number, ink: string): string {
  switch (suit) {
    case 'C':
      return [0, 120, 240].map((turn) => dot(...polar(x, y, 1.7, turn), 1.15, ink)).join('');
    case 'S':
      return flat(`M${num(x)} ${num(y - 3.4)}l1.5 3.4-1.5 3.4-1.5-3.4Z`, ink);
    case 'B':
      return flat(`M${num(x)} ${num(y + 2.4)}q-3.4-.6-3.2-4.6 3 .6 3.2 4.6Zq3.4-.6 3.2-4.6-3 .6-3.2 4.6Z`, ink);
    case 'D':
      return `<circle cx="${num(x)}" cy="${num(y)}" r="1.8" fill="none" stroke="${ink}" stroke-width="1.1"/>`;
  }
}
