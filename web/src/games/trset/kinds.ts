/** Tršet and kifameno as they are offered. */
import { steps, type RankRow } from '../../lib/state/ranks';
import type { GameKind, Kind } from '../module';
import { trsetOptions } from './form';

const RANKS: readonly RankRow[] = [{ label: 'strip.strongest', steps: steps('3=⅓ 2=⅓ A=1 K=⅓ C=⅓ J=⅓ 7=0 6=0 5=0 4=0') }];

export const TRSET_KINDS = {
  trset: {
    game: 'trset',
    players: [2, 3, 4],
    cloth: 'blue',
    sign: '3',
    fan: ['BK', 'CC', 'D3'],
    picture: 'S3',
    bot: { name: 'trset', options: { players: 2 } },
    people: 'trset-2',
    ordered: (form) => ({ name: 'trset', options: trsetOptions(form, 'trset') }),
    ranks: RANKS,
  },
  kifameno: {
    game: 'trset',
    players: [2, 3, 4],
    cloth: 'blue',
    sign: '4',
    fan: ['C4'],
    picture: 'D7',
    bot: { name: 'trset', options: { variant: 'kifameno', players: 2 } },
    people: 'kifameno-3',
    preset: { players: 3, cappotto: true },
    ordered: (form) => ({ name: 'trset', options: trsetOptions(form, 'kifameno') }),
    ranks: RANKS,
  },
} satisfies Partial<Record<GameKind, Kind>>;
