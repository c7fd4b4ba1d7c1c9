/** Tablić. */
import { FRENCH_RANKS, FRENCH_SUITS, isFrenchCard } from '../../cards/packs/french/notation';
import { ranksWithout } from './state/cards';
import { readAction } from '../../lib/state/capture/actions';
import { TABLIC_CAPTURING } from './state/capturing';
import { capturedBy, partnerOf, tablicSeat } from './state/seats';
import { tablicSides } from './state/result';
import type { GameModule, Phrase } from '../module';
import { tablicView } from './view';

const HAND = 6;
/** The number of cards that lie on the table before anybody is dealt any. */
const FIRST_CARDS = 4;

export const TABLIC: GameModule<'tablic'> = {
  pack: 52,
  hand: () => HAND,
  letters: 'french',
  captures: TABLIC_CAPTURING,
  direction: 'clockwise',
  needsOneWinner: true,
  addsUp: false,
  fair: { dealing: 'deal.tablic', undealt: 'deal.stock' },

  kindOf: () => 'tablic',
  players: ({ players }) => players,
  target: ({ target }) => target,
  deals: ({ deals }) => deals,

  told({ players, pairs, deals, target }) {
    const phrases: Phrase[] = [['game.players', { n: players }]];
    if (pairs) phrases.push(['game.pairs']);
    if (target !== undefined) phrases.push(['game.target', { n: target }]);
    if (deals !== undefined) phrases.push(['game.deals', { n: deals }]);
    return phrases;
  },

  needs: () => ({ stock: true, contract: false }),

  /** Rank by rank. */
  freshPack: () => FRENCH_RANKS.flatMap((rank) => FRENCH_SUITS.map((suit) => `${suit}${rank}`)),

  dealt(shuffled, players) {
    const deck = shuffled.slice(FIRST_CARDS);
    const given = deck.slice(0, players * HAND);
    // One card at a time to each.
    const hands = Array.from({ length: players }, (_, turn) => given.filter((_, n) => n % players === turn));
    return { table: shuffled.slice(0, FIRST_CARDS), hands, stock: deck.slice(players * HAND) };
  },

  isPlayable: () => true,

  view: tablicView,

  ownPlay(view, seat, action) {
    const { card, taken } = readAction(action);
    if (![card, ...taken].every(isFrenchCard)) return undefined;
    const laid = { cards: [card], from: `hand:${seat}`, to: 'table' };
    if (taken.length === 0) return { game: 'tablic', type: 'laid', seat, card, moves: [laid] };
    const moves = [laid, { cards: [...taken, card], from: 'table', to: `pile:${seat}` }];
    return { game: 'tablic', type: 'captured', seat, card, taken, tabla: taken.length === view.cards.length, moves };
  },

  cardsOut: (_, seen) => ranksWithout([...seen]),
  undealt: ({ deck }) => deck,

  lay({ view, taking, counted }, sort) {
    // The card that takes lies at the end, so that no other moves.
    const lying = taking && counted !== undefined ? [...view.cards, ...taking.cards] : view.cards;
    return [
      ['stock', { cards: [], hidden: view.deck }],
      ['table', { cards: [...sort(lying), ...(taking?.card === undefined ? [] : [taking.card])], hidden: 0 }],
    ];
  },

  seat: (view, seat) => ({ captured: capturedBy(view, seat), ofGame: tablicSeat(view, seat) }),
  tally: ({ seats }) => seats.map(({ score }, seat) => ({ seat, amount: score, thirds: false })),
  written: ({ seats }) => seats.map(({ score }) => score),
  figure: String,
  sides: ({ options }, result, won) => tablicSides(options, result, won),
  partner: partnerOf,
};
