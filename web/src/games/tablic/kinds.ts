/** Tablić as it is offered. */
import type { GameKind, Kind } from '../module';
import { tablicOptions } from './form';

export const TABLIC_KINDS = {
  tablic: {
    game: 'tablic',
    players: [2, 3, 4, 6],
    cloth: 'wine',
    sign: '10♦',
    fan: ['D10', 'C2'],
    invitation: ['HJ', 'D10', 'C2', 'SA'],
    picture: 'D10',
    bot: { name: 'tablic', options: { players: 2 } },
    people: 'tablic-2',
    pools: ['tablic-2'],
    presets: { tablic: { tablicEnd: 'to 51' }, tablicPairs: { tablicPlayers: 4, tablicPairs: true, tablicEnd: 'to 51' } },
    ordered: (form) => ({ name: 'tablic', options: tablicOptions(form) }),
  },
} satisfies Partial<Record<GameKind, Kind>>;
