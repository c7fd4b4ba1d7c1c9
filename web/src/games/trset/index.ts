/** Tršet and kifameno. */
import { ALL_CARDS, RANKS, SUITS, isCardName } from '../../cards/packs/italian/notation';
import { dealtInTurn } from '../../lib/fair/dealt';
import { inPoints } from '../../lib/state/numbers';
import { resultTable } from './state/result';
import { hasPoint, partnerOf, removedCard } from './state/options';
import { bySuit, toTrick } from '../common';
import type { GameModule, Phrase } from '../module';
import { trsetView } from './view';

const HAND = 10;

export const TRSET: GameModule<'trset'> = {
  pack: 40,
  hand: () => HAND,
  letters: 'italian',
  direction: 'counterclockwise',
  needsOneWinner: false,
  addsUp: false,
  fair: { dealing: 'deal.trset', undealt: 'deal.stock', again: 'seed.trset' },

  kindOf: ({ variant }) => variant ?? 'trset',
  players: ({ players }) => players,
  target: ({ target }) => target,
  deals: () => undefined,

  told({ players, alone, target, stops_at_target, declarations, cappotto, cappotto_doubles, pointless_redealt }) {
    const phrases: Phrase[] = [['game.players', { n: players }]];
    if (alone) phrases.push(['game.alone']);
    if (target !== undefined) phrases.push(['game.target', { n: target }]);
    if (stops_at_target) phrases.push(['game.stops']);
    if (declarations) phrases.push(['game.declarations']);
    if (cappotto) phrases.push(['game.cappotto']);
    if (cappotto_doubles) phrases.push(['game.doubles']);
    if (pointless_redealt) phrases.push(['game.redealt']);
    return phrases;
  },

  needs: (players) => ({ stock: players < 4, contract: false }),

  /** Each suit from the weakest card up. */
  freshPack(options) {
    const removed = removedCard(options);
    return SUITS.flatMap((suit) => [...RANKS].reverse().map((rank) => `${suit}${rank}`)).filter((card) => card !== removed);
  },

  dealt: (shuffled, players) => dealtInTurn(shuffled, players, HAND),
  isPlayable: (hands, { pointless_redealt }) => pointless_redealt !== true || hands.every(hasPoint),

  view: trsetView,
  ownPlay: (_, seat, card) => (isCardName(card) ? { game: 'trset', type: 'played', seat, card, moves: [toTrick(seat, card)] } : undefined),

  cardsOut({ options }, seen) {
    const removed = removedCard(options);
    return bySuit(ALL_CARDS.filter((card) => card !== removed && !seen.has(card)));
  },

  undealt: ({ stock }) => stock,
  lay: ({ view }) => [['stock', { cards: [], hidden: view.stock }]],
  seat({ thirds, declared, options }, seat) {
    const own = thirds[seat] ?? 0;
    const partner = partnerOf(options, seat);
    const together = partner === undefined ? undefined : own + (thirds[partner] ?? 0);
    return { thirds: own, together, declared: declared[seat] ?? [] };
  },
  tally: ({ seats }) => seats.map(({ thirds, declared }, seat) => ({ seat, amount: thirds + declared, thirds: true })),
  written: ({ seats }) => seats.map(({ points }) => points),
  figure: String,
  sides: (view, _, won) => resultTable(view, [...won])?.sides.map((side) => ({ ...side, exact: inPoints(side.thirds) })) ?? [],
  fewestWin: ({ variant }) => variant === 'kifameno',
  partner: partnerOf,
};
