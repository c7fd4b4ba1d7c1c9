/** The places of all cards of a table, by zone. */
import { GAMES } from '../../games';
import type { GameView, Seat } from '../protocol';
import { lastTrickOf, playerOf, trickOf, type Trick } from '../state/game';
import { justDrawn } from '../state/log';
import type { TableState } from '../state/table';
import type { Taking } from '../state/capture/taking';

/** Of each seat the hand, the card in the trick, the pile and the cards held up; of all the undealt and the open cards. */
export type Zone = `${'hand' | 'trick' | 'pile' | 'shown'}:${number}` | 'stock' | 'talon' | 'table' | 'put';

export interface Lying {
  /** Cards that are seen, in their order. */
  cards: readonly string[];
  /** The number of cards besides whose faces are not seen. */
  hidden: number;
  /** The size of the groups in which the cards lie; a hand that is laid open is one. */
  group?: number;
}

export type Zones = ReadonlyMap<Zone, Lying>;

/** The parts of a table's state that say where cards lie. */
export interface Placed {
  view: GameView;
  /** The trick that lies on the table. */
  trick: Trick | null | undefined;
  /** The seat to whose pile the view counts already what lies on the table still. */
  counted: Seat | undefined;
  taking: Taking | null;
  /** The card of the talon that goes with the trick that is being taken. */
  gift?: string | undefined;
  /** Cards that were drawn just now, by seat: they are held up. */
  drawn: (seat: Seat) => readonly string[];
  /** All cards of a hand, where they are seen. */
  hands?: readonly (readonly string[])[] | undefined;
  /** The reader's own cards that are picked to be put away. */
  picked: readonly string[];
  /** The number of cards that are to be put away. */
  must: number;
}

export type Sort = (cards: readonly string[]) => string[];

/** Returns the zones of a table. Between deals the whole pack lies there. */
export function zonesOf(state: TableState, picked: readonly string[], must: number, sort: Sort): Zones {
  const { deal, closing } = state;
  if (!deal || (state.phase !== 'playing' && state.phase !== 'finished')) {
    return new Map<Zone, Lying>([['stock', { cards: [], hidden: GAMES[state.config.game.name].pack }]]);
  }
  const gift = closing?.type === 'trick_taken' && 'gift' in closing ? closing.gift : undefined;
  const { view } = deal;
  // The last trick stays when the deal is over.
  const last = state.phase === 'finished' ? lastTrickOf(view) : null;
  return zonesOfDeal(
    {
      view,
      trick: last ?? trickOf(view),
      counted: last ? takerOf(view, last) : undefined,
      taking: state.taking,
      gift,
      drawn: (seat) => justDrawn(state.log, seat),
      picked,
      must,
    },
    sort,
  );
}

/** Returns the zones of a deal. */
export function zonesOfDeal(placed: Placed, sort: Sort): Zones {
  const zones = new Map<Zone, Lying>();
  const { view, trick, counted, taking } = placed;
  view.hand_sizes.forEach((size, seat) => {
    layHand(zones, placed, seat, size, sort);
  });
  if (trick) layTrick(zones, trick, view.hand_sizes.length);
  for (const [zone, lying] of GAMES[view.game].lay(placed, sort)) zones.set(zone, lying);
  const lying = trick ? trick.cards.length : taking ? taking.cards.length + (taking.card === undefined ? 0 : 1) : 0;
  view.hand_sizes.forEach((_, seat) => {
    zones.set(`pile:${seat}`, { cards: [], hidden: Math.max(0, piled(view, seat) - (seat === counted ? lying : 0)) });
  });
  return zones;
}

function layHand(zones: Map<Zone, Lying>, { view, drawn, hands, picked, must }: Placed, seat: Seat, size: number, sort: Sort): void {
  const own = view.observer === seat && !hands ? view.hand : undefined;
  const laid = !hands && !own && GAMES[view.game].isLaidOpen?.(view, seat) ? view.known[seat] : undefined;
  const seen = hands?.[seat] ?? own ?? laid;
  if (own && must > 0) {
    const put = picked.filter((card) => own.includes(card));
    zones.set('put', { cards: put, hidden: 0, group: must });
    zones.set(`hand:${seat}`, { cards: sort(own.filter((card) => !put.includes(card))), hidden: 0 });
    return;
  }
  if (seen) {
    zones.set(`hand:${seat}`, { cards: sort(seen), hidden: Math.max(0, size - seen.length), ...(laid ? { group: size } : {}) });
    return;
  }
  const up = drawn(seat);
  zones.set(`hand:${seat}`, { cards: [], hidden: Math.max(0, size - up.length) });
  zones.set(`shown:${seat}`, { cards: up, hidden: 0 });
}

function layTrick(zones: Map<Zone, Lying>, trick: Trick, seats: number): void {
  trick.cards.forEach((card, n) => zones.set(`trick:${playerOf(trick, n, seats)}`, { cards: [card], hidden: 0 }));
}

/** Returns the seat in whose pile the trick is. */
function takerOf(view: GameView, trick: Trick): Seat | undefined {
  const taker = view.piles.findIndex((pile) => trick.cards.every((card) => pile.includes(card)));
  return taker < 0 ? undefined : taker;
}

/** Returns the number of cards in a pile: those taken, and those put away. */
function piled(view: GameView, seat: Seat): number {
  const taken = view.piles[seat]?.length ?? 0;
  return taken + (GAMES[view.game].putAway?.(view, seat) ?? 0);
}
