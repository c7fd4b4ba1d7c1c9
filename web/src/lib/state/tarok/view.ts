/**
 * A deal of tarok as one observer knows it, brought forward event by event.
 * Mirrors `Table::observe` of the rules, bookkeeping only: what is legal and
 * what a deal is worth, the server says. `denied` stays as it was told: what a
 * card proves about the others of a hand follows from rules, and is shown nowhere.
 */
import type {
  Seat,
  TarokBidding,
  TarokContract,
  TarokDoubling,
  TarokEvent,
  TarokPhase,
  TarokPlaying,
  TarokStake,
  TarokUndertaking,
  TarokView,
} from '../../protocol';
import { without } from '../cards';
import { isTarok, tarokUnion } from './cards';

type Of<T extends TarokEvent['type']> = Extract<TarokEvent, { type: T }>;

const SEATS = 3;
const GROUP: Partial<Record<TarokContract, number>> = { three: 3, two: 2, one: 1 };
/** Kontra, re, sub, mort. */
const MOST_RAISES = 4;

export function observeTarok(view: TarokView, event: TarokEvent): TarokView {
  const next = follow(view, event);
  return { ...next, current_player: actor(next.phase) };
}

/** Returns the declarer's undertaking, once it is known. */
export function undertakingOf(phase: TarokPhase): TarokUndertaking | undefined {
  switch (phase.name) {
    case 'bidding':
    case 'choosing':
      return undefined;
    case 'discarding':
    case 'announcing':
      return phase;
    default:
      return phase.undertaking;
  }
}

/** Returns the cards and tricks taken, once cards are played. */
export function takenOf(phase: TarokPhase): TarokPlaying['taken'] | undefined {
  return phase.name === 'playing' || phase.name === 'finished' ? phase.taken : undefined;
}

/** The talon as it lies open: stretches of as many cards as the contract takes. */
export function groupsOf(contract: TarokContract, talon: readonly string[]): string[][] {
  const size = GROUP[contract] ?? talon.length;
  return Array.from({ length: Math.ceil(talon.length / size) }, (_, n) => talon.slice(n * size, (n + 1) * size));
}

/** Returns the number of cards the declarer has still to put away. */
export function toDiscard({ exchange }: TarokUndertaking): number {
  return exchange ? exchange.taken.length - exchange.shown.length - exchange.buried : 0;
}

/** Returns the factor by which a stake counts. */
export function multiplierOf(stake: TarokStake): number {
  return 2 ** stake.raises.length;
}

/** Returns the seat to the left. */
function leftOf(seat: Seat): Seat {
  return (seat + 1) % SEATS;
}

function actor(phase: TarokPhase): Seat | null {
  switch (phase.name) {
    case 'bidding':
      return phase.to_bid;
    case 'choosing':
    case 'discarding':
    case 'announcing':
      return phase.declarer;
    case 'taking':
      return phase.undertaking.declarer;
    case 'doubling':
      return phase.speaker;
    case 'playing':
      return (phase.trick.leader + phase.trick.cards.length) % SEATS;
    case 'finished':
      return null;
  }
}

function at<T>(list: readonly T[], index: number, change: (value: T) => T): T[] {
  return list.map((value, i) => (i === index ? change(value) : value));
}

function follow(view: TarokView, event: TarokEvent): TarokView {
  const { phase } = view;
  switch (event.type) {
    case 'bid':
      return phase.name === 'bidding' ? { ...view, phase: bid(phase, event) } : view;
    case 'passed':
      return { ...view, phase: pass(view, phase) };
    case 'chosen':
      return choose(view, event);
    case 'took_group':
      return phase.name === 'taking' ? takeGroup(view, phase, event) : view;
    case 'discarded':
      return phase.name === 'discarding' ? discard(view, phase, event) : view;
    case 'announced':
      return phase.name === 'announcing'
        ? { ...view, phase: { ...phase, stakes: [...phase.stakes, { item: event.announcement, raises: [] }] } }
        : view;
    case 'raised':
      return { ...view, phase: raise(phase, event) };
    case 'hand_shown':
      return { ...view, known: at(view.known, event.seat, () => event.cards) };
    case 'played':
      return phase.name === 'playing' ? play(view, phase, event) : view;
    case 'trick_taken':
      return phase.name === 'playing' ? takeTrick(view, phase, event) : view;
    case 'finished':
      return phase.name === 'playing'
        ? { ...view, phase: { name: 'finished', undertaking: phase.undertaking, taken: phase.taken, result: event.result } }
        : view;
  }
}

type Named<N extends TarokPhase['name']> = Extract<TarokPhase, { name: N }>;

function bid(phase: Named<'bidding'>, { seat, contract }: Of<'bid'>): TarokPhase {
  const bids = at(phase.bids, seat, () => contract);
  return { ...phase, standing: contract, bidder: seat, bids, to_bid: nextBidder(phase) };
}

function nextBidder({ to_bid, passed }: TarokBidding): Seat {
  const after = leftOf(to_bid);
  return passed[after] ? leftOf(after) : after;
}

function pass(view: TarokView, phase: TarokPhase): TarokPhase {
  if (phase.name === 'bidding') {
    const passed = at(phase.passed, phase.to_bid, () => true);
    if (passed.filter(Boolean).length < SEATS - 1) return { ...phase, passed, to_bid: nextBidder({ ...phase, passed }) };
    const alone = phase.bids.filter((one) => one !== null).length === 1;
    return { name: 'choosing', declarer: phase.bidder, standing: phase.standing, may_klop: alone };
  }
  if (phase.name === 'announcing') return doubling(phase);
  if (phase.name !== 'doubling') return phase;
  const speaker = nextSpeaker(phase);
  if (speaker) return { ...phase, ...speaker };
  const { undertaking } = phase;
  return playing(undertaking, view.options.forehand_leads ? leftOf(view.dealer) : undertaking.declarer);
}

function doubling({ declarer, contract, exchange, stakes }: TarokUndertaking): TarokPhase {
  return { name: 'doubling', undertaking: { declarer, contract, exchange, stakes }, speaker: leftOf(declarer), to_ask: SEATS - 1 };
}

/** The next player who can raise something and has not spoken since the last raise; undefined if there is none. */
function nextSpeaker({ undertaking, speaker, to_ask }: TarokDoubling): Pick<TarokDoubling, 'speaker' | 'to_ask'> | undefined {
  const { declarer, stakes } = undertaking;
  let seat = speaker;
  for (let left = to_ask - 1; left >= 0; left -= 1) {
    seat = leftOf(seat);
    const defends = seat !== declarer;
    const can = stakes.some(({ raises }) => raises.length < MOST_RAISES && (raises.length % 2 === 0) === defends);
    if (can) return { speaker: seat, to_ask: left };
  }
  return undefined;
}

/** Adds a raise, in the phase of playing too: by earlier rules, which records may follow, the raising went on longer. */
function raise(phase: TarokPhase, { seat, item }: Of<'raised'>): TarokPhase {
  if (phase.name !== 'doubling' && phase.name !== 'playing') return phase;
  const stakes = phase.undertaking.stakes.map((stake) =>
    stake.item === item ? { ...stake, raises: [...stake.raises, seat] } : stake,
  );
  const undertaking = { ...phase.undertaking, stakes };
  return phase.name === 'doubling' ? { ...phase, undertaking, to_ask: SEATS - 1 } : { ...phase, undertaking };
}

function playing(undertaking: TarokUndertaking, leader: Seat): TarokPhase {
  const none = Array.from({ length: SEATS });
  const taken = { last_trick: null, piles: none.map(() => []), tricks: none.map(() => 0), mond_lost: null };
  return { name: 'playing', undertaking, trick: { leader, cards: [] }, taken };
}

function choose(view: TarokView, { seat, contract, talon = [] }: Of<'chosen'>): TarokView {
  const stakes = contract === 'klop' ? [] : [{ item: 'game', raises: [] }];
  const undertaking: TarokUndertaking = { declarer: seat, contract, exchange: null, stakes };
  return { ...view, talon: view.talon - talon.length, phase: begin(view, undertaking, talon) };
}

function begin(view: TarokView, undertaking: TarokUndertaking, talon: string[]): TarokPhase {
  switch (undertaking.contract) {
    case 'klop':
      return playing(undertaking, leftOf(view.dealer));
    case 'solo':
      return { name: 'announcing', ...undertaking };
    case 'berac':
    case 'open_berac':
      return doubling(undertaking);
    default:
      return { name: 'taking', undertaking, talon };
  }
}

function takeGroup(view: TarokView, { undertaking, talon }: Named<'taking'>, { seat, cards }: Of<'took_group'>): TarokView {
  const left = tarokUnion(
    talon.filter((card) => !cards.includes(card)),
    [],
  );
  const exchange = { taken: cards, left, shown: [], buried: 0 };
  return {
    ...view,
    hand: view.hand && view.observer === seat ? tarokUnion(view.hand, cards) : view.hand,
    hand_sizes: at(view.hand_sizes, seat, (size) => size + cards.length),
    known: at(view.known, seat, (set) => tarokUnion(set, cards)),
    phase: { name: 'discarding', ...undertaking, exchange },
  };
}

function discard(view: TarokView, phase: Named<'discarding'>, { seat, card }: Of<'discarded'>): TarokView {
  const { exchange } = phase;
  if (!exchange) return view;
  const open = card !== undefined && isTarok(card);
  const put = open
    ? { ...exchange, shown: tarokUnion(exchange.shown, [card]) }
    : { ...exchange, buried: exchange.buried + 1 };
  const after = { ...phase, exchange: put };
  // Any plain card that was taken may be the one that is gone.
  const known = (set: readonly string[]): string[] =>
    open ? without(set, card) : set.filter((held) => isTarok(held) || held.endsWith('K'));
  const own = view.observer === seat && card !== undefined;
  return {
    ...view,
    hand: own && view.hand ? without(view.hand, card) : view.hand,
    discards: own && !open ? tarokUnion(view.discards, [card]) : view.discards,
    hand_sizes: at(view.hand_sizes, seat, (size) => size - 1),
    known: at(view.known, seat, known),
    phase: toDiscard(after) > 0 ? after : { ...after, name: 'announcing' },
  };
}

function play(view: TarokView, phase: Named<'playing'>, { seat, card }: Of<'played'>): TarokView {
  return {
    ...view,
    hand: view.hand && view.observer === seat ? without(view.hand, card) : view.hand,
    hand_sizes: at(view.hand_sizes, seat, (size) => size - 1),
    known: at(view.known, seat, (set) => without(set, card)),
    played: at(view.played, seat, (set) => tarokUnion(set, [card])),
    phase: { ...phase, trick: { ...phase.trick, cards: [...phase.trick.cards, card] } },
  };
}

const MOND = 'T21';

function takeTrick(view: TarokView, { undertaking, trick, taken }: Named<'playing'>, { seat, gift }: Of<'trick_taken'>): TarokView {
  const mond = trick.cards.indexOf(MOND);
  const loser = (trick.leader + mond) % SEATS;
  const lost = mond >= 0 && loser !== seat ? loser : null;
  const gifts = gift === undefined ? [] : [gift];
  return {
    ...view,
    talon: view.talon - gifts.length,
    phase: {
      name: 'playing',
      undertaking,
      trick: { leader: seat, cards: [] },
      taken: {
        last_trick: trick,
        piles: at(taken.piles, seat, (pile) => tarokUnion(pile, [...trick.cards, ...gifts])),
        tricks: at(taken.tricks, seat, (count) => count + 1),
        mond_lost: taken.mond_lost ?? lost,
      },
    },
  };
}
