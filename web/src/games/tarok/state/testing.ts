/** For tests only: a deal of tarok for three, as its first player sees it. */
import type { TarokGameView, TarokView } from '../view';

export const BIDDING: TarokView['phase'] = {
  name: 'bidding',
  standing: 'three',
  bidder: 0,
  bids: ['three', null, null],
  passed: [false, true, false],
};

export function view(more: Partial<TarokGameView> = {}): TarokGameView {
  return {
    game: 'tarok',
    zones: {},
    observer: 0,
    current_player: 1,
    hand: ['T20', 'H4'],
    options: {},
    dealer: 2,
    hand_sizes: [16, 16, 16],
    known: [[], [], []],
    cards: [],
    piles: [[], [], []],
    trick: undefined,
    last_trick: null,
    tricks: [0, 0, 0],
    talon: 6,
    left: [],
    away: { n: 0, cards: [] },
    phase: BIDDING,
    ...more,
  };
}
