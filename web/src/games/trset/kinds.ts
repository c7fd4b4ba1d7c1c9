/** Tršet and kifameno as they are offered. */
import type { GameKind, Kind } from '../module';
import { trsetOptions } from './form';

export const TRSET_KINDS = {
  trset: {
    game: 'trset',
    players: [2, 3, 4],
    cloth: 'blue',
    sign: '3',
    fan: ['BK', 'CC', 'D3'],
    invitation: ['BK', 'CC', 'D3', 'SA', 'C2'],
    picture: 'S3',
    bot: { name: 'trset', options: { players: 2 } },
    people: 'trset-2',
    pools: ['trset-2', 'trset-4'],
    presets: {
      quick: { bots: 'medium', offAlone: true, rated: false },
      match: { players: 4, target: 21, declarations: true },
      friends: { players: 2, private: true, clock: 'slow', target: 21 },
    },
    ordered: (form) => ({ name: 'trset', options: trsetOptions(form, 'trset') }),
  },
  kifameno: {
    game: 'trset',
    players: [2, 3, 4],
    cloth: 'blue',
    sign: '4',
    fan: ['C4'],
    invitation: ['S3', 'C4', 'B4'],
    picture: 'D7',
    bot: { name: 'trset', options: { variant: 'kifameno', players: 2 } },
    people: 'kifameno-3',
    pools: ['kifameno-3'],
    presets: { kifameno: { players: 3, cappotto: true } },
    ordered: (form) => ({ name: 'trset', options: trsetOptions(form, 'kifameno') }),
  },
} satisfies Partial<Record<GameKind, Kind>>;
