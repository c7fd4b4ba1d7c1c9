/** Tarok as it is offered. */
import { steps } from '../../lib/state/ranks';
import type { GameKind, Kind, Ways } from '../module';
import { TAROK_FORM, TAROK_PLAYERS, USUAL_PLAYERS, tarokOptions, type TarokPlayers } from './form';

function waysOf(players: TarokPlayers): Ways {
  return { bot: { name: 'tarok', options: tarokOptions({ ...TAROK_FORM, tarokPlayers: players }) }, people: `tarok-${players}` };
}

export const TAROK_KINDS = {
  tarok: {
    game: 'tarok',
    players: TAROK_PLAYERS,
    cloth: 'green',
    sign: 'XXI',
    // Mond, škis and pagat.
    fan: ['T21', 'T22', 'T1'],
    picture: 'T22',
    ...waysOf(USUAL_PLAYERS),
    sizes: TAROK_PLAYERS.map((players) => ({ players, ...waysOf(players) })),
    rulesApart: true,
    preset: { deals: 12 },
    ordered: (form) => ({ name: 'tarok', options: tarokOptions(form) }),
    ranks: [
      { label: 'strip.taroks', steps: steps('Škis=5 XXI=5 XX=1 …=1 II=1 I=5') },
      { label: 'strip.red', steps: steps('K=5 Q=4 C=3 J=2 1=1 2=1 3=1 4=1') },
      { label: 'strip.black', steps: steps('K=5 Q=4 C=3 J=2 10=1 9=1 8=1 7=1') },
    ],
  },
} satisfies Partial<Record<GameKind, Kind>>;
