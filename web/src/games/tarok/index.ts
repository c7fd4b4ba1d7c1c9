/** Tarok. */
import { TAROKS, TAROK_CARDS, isTarok, isTarokCard, ranksOf } from '../../cards/packs/tarok/notation';
import { dealtInTurn } from '../../lib/fair/dealt';
import { signed } from '../../lib/state/numbers';
import { finalScores } from './state/radelci';
import { tarokSeat } from './state/seats';
import type { Lying } from '../../lib/table/zones';
import { alone, bySuit, toTrick } from '../common';
import type { GameModule, Phrase } from '../module';
import { hidesSides, isLaidOpen, tarokView, undertakingOf, type TarokPhase } from './view';

/** The players of a table whose options do not name their number. */
const USUAL = 3;
/** The cards that are dealt, less the six of the talon. */
const DEALT = 48;

/** The order in which the suits of a fresh pack lie, the taroks after them. */
const SUITS = ['H', 'D', 'S', 'C'] as const;

export const TAROK: GameModule<'tarok'> = {
  pack: 54,
  hand: (players) => DEALT / players,
  letters: 'tarok',
  direction: 'counterclockwise',
  needsOneWinner: false,
  addsUp: true,
  fair: { dealing: 'deal.tarok', undealt: 'deal.talon', again: 'seed.tarok' },

  kindOf: () => 'tarok',
  players: ({ players }) => players ?? USUAL,
  target: () => undefined,
  deals: ({ deals }) => deals,

  /** The choices are named one by one where they are explained; here only how many there are. */
  told({ deals, players = USUAL, ...choices }) {
    const phrases: Phrase[] = [['game.players', { n: players }]];
    if (deals !== undefined) phrases.push(['game.deals', { n: deals }]);
    const chosen = Object.values(choices).filter((choice) => Boolean(choice)).length;
    if (chosen > 0) phrases.push(['game.houseRules', { n: chosen }]);
    return phrases;
  },

  needs: () => ({ stock: true, contract: true }),

  /** Each suit from the weakest card up, then the taroks. */
  freshPack() {
    const suits = SUITS.flatMap((suit) => [...ranksOf(suit)].reverse().map((rank) => `${suit}${rank}`));
    return [...suits, ...[...TAROKS].reverse()];
  },

  dealt: (shuffled, players) => dealtInTurn(shuffled, players, DEALT / players),
  /** Nobody plays without a tarok. */
  isPlayable: (hands) => hands.every((cards) => cards.some(isTarok)),

  view: tarokView,

  ownPlay({ trick, phase }, seat, card) {
    if (!trick || !isTarokCard(card)) return undefined;
    const { declarer, called } = undertakingOf(phase) ?? {};
    const shows = called?.king === card && called.sides.includes(null) && typeof declarer === 'number';
    return { game: 'tarok', type: 'played', seat, card, ...(shows ? { called_by: declarer } : {}), moves: [toTrick(seat, card)] };
  },

  cardsOut: (_, seen) => bySuit(TAROK_CARDS.filter((card) => !seen.has(card))),
  undealt: ({ talon }) => talon,

  lay({ view, gift }) {
    const up = gift === undefined ? [] : [gift];
    return [
      ['stock', { cards: up, hidden: Math.max(0, view.talon - up.length) }],
      ['talon', talonOf(view.phase)],
    ];
  },

  seat: (view, seat, score) => ({ ofGame: tarokSeat(view, score, seat) }),

  /** The cards of the defenders are counted together: they have no pile of their own. */
  tally: ({ seats, declarer }) =>
    seats.flatMap(({ points }, seat) =>
      points === null || (declarer !== null && declarer !== seat) ? [] : [{ seat, amount: points, thirds: false }],
    ),

  written: ({ scores }) => scores,
  figure: signed,
  final: finalScores,
  sides: (_, { seats }, won) =>
    alone(
      seats.map(() => 0),
      won,
    ),

  hasLesson: true,
  isPrepared: ({ prepared }) => prepared === true,
  isDeciding: ({ phase }) => phase.name !== 'playing' && phase.name !== 'finished',
  hidesSides,
  isLaidOpen,
  putAway: ({ phase, away }, seat) => (undertakingOf(phase)?.declarer === seat ? away.n : 0),
  mustPutAway: ({ phase }, seat) => (phase.name === 'discarding' && phase.undertaking.declarer === seat ? phase.to_discard : 0),
};

/** Returns the talon as it lies open. */
function talonOf(phase: TarokPhase): Lying {
  if (phase.name !== 'taking') return { cards: [], hidden: 0 };
  const { groups } = phase;
  return { cards: groups.flat(), hidden: 0, group: groups[0]?.length ?? 1 };
}
