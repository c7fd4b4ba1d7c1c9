/** Tablić as it is offered. */
import { steps } from '../../lib/state/ranks';
import type { GameKind, Kind } from '../module';
import { tablicOptions } from './form';

export const TABLIC_KINDS = {
  tablic: {
    game: 'tablic',
    players: [2, 3, 4, 6],
    cloth: 'wine',
    sign: '10♦',
    fan: ['D10', 'C2'],
    picture: 'D10',
    bot: { name: 'tablic', options: { players: 2 } },
    people: 'tablic-2',
    preset: { tablicEnd: 'to 51' },
    ordered: (form) => ({ name: 'tablic', options: tablicOptions(form) }),
    ranks: [
      { label: 'strip.sums', steps: steps('A=1/11 2–10=2–10 J=12 Q=13 K=14') },
      { label: 'strip.worth', steps: steps('10♦=2 10=1 A=1 J=1 Q=1 K=1 2♣=1') },
    ],
  },
} satisfies Partial<Record<GameKind, Kind>>;
