/** Tarok as it is offered. */
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
    invitation: ['HK', 'T21', 'T22', 'T1', 'SQ'],
    picture: 'T22',
    ...waysOf(USUAL_PLAYERS),
    sizes: TAROK_PLAYERS.map((players) => ({ players, ...waysOf(players) })),
    rulesApart: true,
    pools: ['tarok-4', 'tarok-3'],
    presets: { tarok: { deals: 12 }, tarokThree: { tarokPlayers: 3, deals: 12 } },
    ordered: (form) => ({ name: 'tarok', options: tarokOptions(form) }),
  },
} satisfies Partial<Record<GameKind, Kind>>;
