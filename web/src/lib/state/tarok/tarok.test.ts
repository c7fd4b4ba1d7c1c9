import { describe, expect, test } from 'vitest';
import type { TarokDoubling, TarokEvent, TarokScoredDeal, TarokView } from '../../protocol';
import { cuesBetween } from '../cues';
import { motionsBetween } from '../motions';
import { extend } from '../log';
import { fromSnapshot } from '../table';
import { deal, seat, snapshot } from '../testing';
import { readLegal, toggle } from './actions';
import { sortTarokHand, tarokUnion } from './cards';
import { lastGift } from './gift';
import { tarokOut } from './out';
import { cellsOf, columnsOf, signed, sumOf, tarokTable } from './result';
import { tarokSeat } from './seats';
import { groupsOf, observeTarok, toDiscard } from './view';

function view(more: Partial<TarokView> = {}): TarokView {
  return {
    observer: 0,
    current_player: 1,
    hand: ['T20', 'H4'],
    discards: [],
    options: {},
    dealer: 2,
    hand_sizes: [16, 16, 16],
    known: [[], [], []],
    denied: [[], [], []],
    played: [[], [], []],
    talon: 6,
    phase: {
      name: 'bidding',
      to_bid: 1,
      forehand: 0,
      standing: 'three',
      bidder: 0,
      bids: ['three', null, null],
      passed: [false, false, false],
    },
    ...more,
  };
}

function after(start: TarokView, ...events: TarokEvent[]): TarokView {
  return events.reduce(observeTarok, start);
}

const TALON = ['T5', 'H1', 'SK', 'T21', 'C7', 'D2'];

describe('cards', () => {
  test('taroks are held first, then red and black by turns', () => {
    const hand = ['C7', 'H4', 'T1', 'HK', 'SQ', 'T22', 'D1', 'nonsense'];
    expect(sortTarokHand(hand)).toEqual(['T22', 'T1', 'HK', 'H4', 'SQ', 'D1', 'C7']);
    expect(sortTarokHand(hand, 'weak')).toEqual(['T1', 'T22', 'H4', 'HK', 'SQ', 'D1', 'C7']);
    expect(sortTarokHand(hand, 'rank')).toEqual(['T22', 'T1', 'HK', 'SQ', 'D1', 'H4', 'C7']);
  });

  test('sets keep the order of the server', () => {
    expect(tarokUnion(['H4', 'T1'], ['CK', 'S7', 'T22', 'T1'])).toEqual(['T22', 'T1', 'CK', 'S7', 'H4']);
  });
});

describe('what the server allows', () => {
  test('is sorted by what it is for', () => {
    expect(readLegal(['pass', 'bid:two', 'bid:solo'])).toMatchObject({ pass: true, bids: ['two', 'solo'], cards: [] });
    expect(readLegal(['take:0', 'take:1']).groups).toEqual([0, 1]);
    expect(readLegal(['T5', 'HK'])).toMatchObject({ pass: false, cards: ['T5', 'HK'], discards: [] });
    expect(readLegal(['discard:H4']).discards).toEqual(['H4']);
  });

  test('picks are dropped again, and never too many', () => {
    expect(toggle([], 'H4', 2)).toEqual(['H4']);
    expect(toggle(['H4', 'S7'], 'H4', 2)).toEqual(['S7']);
    expect(toggle(['H4', 'S7'], 'D1', 2)).toEqual(['S7', 'D1']);
  });
});

describe('the bidding', () => {
  test('goes round without those who passed, to whoever is left', () => {
    const bid = after(view(), { type: 'bid', seat: 1, contract: 'two' });
    expect(bid.current_player).toBe(2);
    const passed = after(bid, { type: 'passed', seat: 2 });
    expect(passed.current_player).toBe(0);
    const held = after(passed, { type: 'bid', seat: 0, contract: 'two' });
    expect(held.current_player).toBe(1);
    const won = after(held, { type: 'passed', seat: 1 });
    expect(won.phase).toEqual({ name: 'choosing', declarer: 0, standing: 'two', may_klop: false });
  });

  test('leaves the undisturbed forehand the klop', () => {
    const won = after(view(), { type: 'passed', seat: 1 }, { type: 'passed', seat: 2 });
    expect(won.phase).toMatchObject({ name: 'choosing', may_klop: true });
    const klop = after(won, { type: 'chosen', seat: 0, contract: 'klop' });
    expect(klop).toMatchObject({ current_player: 0, talon: 6, phase: { name: 'playing', trick: { leader: 0 } } });
  });

  test('is said at the seats', () => {
    const passed = after(view(), { type: 'passed', seat: 1 });
    const score = { game: 'tarok', points: [0, 0, 0], radelci: [0, 2, 0], deals: 1 } as const;
    const at = (n: number): unknown => tarokSeat(passed, { ...score, points: [0, 0, 0], radelci: [0, 2, 0] }, n);
    expect(at(0)).toEqual({ bid: 'three', passed: false, forehand: true, declarer: false, radelci: 0 });
    expect(at(1)).toEqual({ bid: undefined, passed: true, forehand: false, declarer: false, radelci: 2 });
  });
});

describe('talon and discards', () => {
  const open = after(
    view(),
    { type: 'passed', seat: 1 },
    { type: 'passed', seat: 2 },
    { type: 'chosen', seat: 0, contract: 'three', talon: TALON },
  );
  const taken = after(open, { type: 'took_group', seat: 0, group: 0, cards: ['T5', 'SK', 'H1'] });

  test('the talon lies in groups, and one of them goes into the hand', () => {
    expect(groupsOf('three', TALON)).toEqual([['T5', 'H1', 'SK'], ['T21', 'C7', 'D2']]);
    expect(groupsOf('two', TALON)).toHaveLength(3);
    expect(open).toMatchObject({ talon: 0, current_player: 0 });
    expect(taken.hand).toEqual(['T20', 'T5', 'SK', 'H1', 'H4']);
    expect(taken.hand_sizes).toEqual([19, 16, 16]);
    expect(taken.known[0]).toEqual(['T5', 'SK', 'H1']);
  });

  test('a tarok is shown, another card is known to its owner alone', () => {
    const own = after(taken, { type: 'discarded', seat: 0, card: 'T5' }, { type: 'discarded', seat: 0, card: 'H4' });
    expect(own.phase).toMatchObject({ name: 'discarding', exchange: { shown: ['T5'], buried: 1 } });
    expect(own.discards).toEqual(['H4']);
    // It may have been the one of hearts that went.
    expect(own.known[0]).toEqual(['SK']);
    const watched = after({ ...taken, observer: null, hand: null }, { type: 'discarded', seat: 0 });
    expect(watched.discards).toEqual([]);
    expect(watched.phase.name === 'discarding' && toDiscard(watched.phase)).toBe(2);
    const done = after(own, { type: 'discarded', seat: 0, card: 'H1' });
    expect(done.phase.name).toBe('announcing');
  });

  test('what lies open is no longer out', () => {
    expect(tarokOut(open)).toHaveLength(54 - 2 - 6);
    expect(tarokOut(taken)).toHaveLength(54 - 2 - 6);
  });
});

describe('kontra', () => {
  const start: TarokDoubling = {
    undertaking: { declarer: 1, contract: 'solo', exchange: null, stakes: [{ item: 'game', raises: [] }, { item: 'trula', raises: [] }] },
    speaker: 2,
    to_ask: 2,
  };
  const doubling = view({ phase: { name: 'doubling', ...start } });
  const speaker = (now: TarokView): number | null => (now.phase.name === 'doubling' ? now.current_player : null);

  test('a round without a raise ends it, and the declarer leads', () => {
    const second = after(doubling, { type: 'passed', seat: 2 });
    expect(speaker(second)).toBe(0);
    expect(after(second, { type: 'passed', seat: 0 }).phase).toMatchObject({ name: 'playing', trick: { leader: 1 } });
    const forehand = after({ ...doubling, options: { forehand_leads: true } }, { type: 'passed', seat: 2 }, { type: 'passed', seat: 0 });
    expect(forehand.phase).toMatchObject({ trick: { leader: 0 } });
  });

  test('raises go from side to side', () => {
    const raised = after(doubling, { type: 'raised', seat: 2, item: 'game', multiplier: 2 }, { type: 'passed', seat: 2 }, { type: 'passed', seat: 0 });
    expect(speaker(raised)).toBe(1);
    const answered = after(raised, { type: 'raised', seat: 1, item: 'game', multiplier: 4 }, { type: 'passed', seat: 1 });
    expect(speaker(answered)).toBe(2);
    const over = after(answered, { type: 'passed', seat: 2 }, { type: 'passed', seat: 0 });
    expect(over.phase).toMatchObject({ name: 'playing', undertaking: { stakes: [{ item: 'game', raises: [2, 1] }, { raises: [] }] } });
  });

  test('nobody is asked again when nothing was raised since', () => {
    const kontra = after(doubling, { type: 'raised', seat: 2, item: 'game', multiplier: 2 }, { type: 'passed', seat: 2 }, { type: 'passed', seat: 0 });
    expect(after(kontra, { type: 'passed', seat: 1 }).phase).toMatchObject({ name: 'playing', trick: { leader: 1 } });
    const later = after(doubling, { type: 'passed', seat: 2 }, { type: 'raised', seat: 0, item: 'game', multiplier: 2 }, { type: 'passed', seat: 0 }, { type: 'passed', seat: 1 });
    expect(speaker(later)).toBe(2);
    expect(after(later, { type: 'passed', seat: 2 }).phase.name).toBe('playing');
  });

  test('a deal recorded when everybody was asked again is followed', () => {
    const kontra = after(doubling, { type: 'raised', seat: 2, item: 'game', multiplier: 2 }, { type: 'passed', seat: 2 }, { type: 'passed', seat: 0 }, { type: 'passed', seat: 1 });
    const again = after(kontra, { type: 'passed', seat: 2 }, { type: 'raised', seat: 0, item: 'trula', multiplier: 2 }, { type: 'passed', seat: 0 });
    expect(again.phase).toMatchObject({ name: 'playing', undertaking: { stakes: [{ raises: [2] }, { item: 'trula', raises: [0] }] } });
  });
});

describe('tricks', () => {
  const klop = after(view(), { type: 'passed', seat: 1 }, { type: 'passed', seat: 2 }, { type: 'chosen', seat: 0, contract: 'klop' });
  const full = after(klop, { type: 'played', seat: 0, card: 'T21' }, { type: 'played', seat: 1, card: 'T22' }, { type: 'played', seat: 2, card: 'T3' });
  const gift: TarokEvent = { type: 'trick_taken', seat: 1, gift: 'HK' };

  test('go to the taker with the talon’s card, and tell of the mond', () => {
    const taken = after(full, gift);
    expect(taken).toMatchObject({ talon: 5, current_player: 1, hand: ['T20', 'H4'], hand_sizes: [15, 15, 15] });
    expect(taken.phase).toMatchObject({ taken: { piles: [[], ['T22', 'T21', 'T3', 'HK'], []], tricks: [0, 1, 0], mond_lost: 0 } });
  });

  test('are seen and heard to go there', () => {
    const table = fromSnapshot(
      snapshot({
        config: { game: { name: 'tarok', options: {} } },
        seats: [seat(), seat(), seat()],
        deal: deal({ view: { game: 'tarok', ...after(full, gift) } }),
      }),
      0,
    );
    const log = extend(table.log, [{ kind: 'game', event: { game: 'tarok', ...gift }, by: 'player' }]);
    const later = { ...table, log };
    expect(motionsBetween(table, later)).toEqual([
      { kind: 'take', seat: 1, cards: ['T21', 'T22', 'T3'] },
      { kind: 'gift', seat: 1, card: 'HK' },
    ]);
    expect(cuesBetween(table, later)).toEqual(['take']);
    expect(lastGift(log)).toEqual({ seat: 1, card: 'HK' });
    const raised = extend(table.log, [{ kind: 'game', event: { game: 'tarok', type: 'raised', seat: 1, item: 'game', multiplier: 2 }, by: 'player' }]);
    expect(cuesBetween(table, { ...table, log: raised })).toEqual(['knock']);
  });
});

describe('the score', () => {
  const none = { points: 28, result: 0, kontra: 0, mond: 0, won: false };
  const three: TarokScoredDeal = {
    contract: 'three',
    declarer: 0,
    items: [
      { item: 'game', made: true, silent: false, multiplier: 2, value: 34 },
      { item: 'trula', made: false, silent: false, multiplier: 1, value: -20 },
      { item: 'kings', made: true, silent: true, multiplier: 1, value: 10 },
    ],
    seats: [
      { points: 42, result: 24, kontra: 0, mond: -21, won: true },
      { ...none, kontra: 17 },
      none,
    ],
    radelci: false,
    doubled: 0,
    scores: [27, 17, 0],
  };

  test('every item has a line, and the lines add up', () => {
    const table = tarokTable(three);
    expect(table.lines.map((line) => line.why.kind)).toEqual(['cards', 'game', 'announced', 'silent', 'radelc', 'kontra', 'mond']);
    expect(table.lines[1]?.why).toMatchObject({ base: 10, beyond: 7, multiplier: 2 });
    expect([0, 1, 2].map((n) => sumOf(table, n))).toEqual(three.scores);
  });

  test('the cards of the defenders are one figure, beside the declarer’s', () => {
    const seats = [{ ...none, points: 40 }, { ...none, points: 30 }, { ...none, points: 40 }];
    const table = tarokTable({ ...three, declarer: 1, seats });
    expect(columnsOf(table)).toEqual([1, 2, 0]);
    const [cards, game] = table.lines;
    expect(cards && cellsOf(table, cards)).toEqual([
      { seats: [1], value: 30 },
      { seats: [2, 0], value: 40 },
    ]);
    expect(game && cellsOf(table, game).map((cell) => cell.seats)).toEqual([[1], [2], [0]]);
    const klop = tarokTable({ ...three, contract: 'klop', declarer: null, items: [], seats, doubled: null });
    expect(klop.lines[0] && cellsOf(klop, klop.lines[0]).map((cell) => cell.value)).toEqual([40, 30, 40]);
  });

  test('a lost game takes value and difference off', () => {
    const items = [{ item: 'game', made: false, silent: false, multiplier: 1, value: -18 }];
    const lost = tarokTable({ ...three, items, seats: [{ ...none, points: 27, result: -18 }, none, none], doubled: null, scores: [-18, 0, 0] });
    expect(lost.lines[1]?.why).toMatchObject({ base: -10, beyond: -8 });
    expect(sumOf(lost, 0)).toBe(-18);
  });

  test('a berač has its value alone, a klop what everybody took', () => {
    const berac = tarokTable({
      ...three,
      contract: 'berac',
      items: [{ item: 'game', made: true, silent: false, multiplier: 4, value: 280 }],
      seats: [{ ...none, points: null, result: 280, won: true }, { ...none, points: null, kontra: 210 }, { ...none, points: null }],
      doubled: null,
      scores: [280, 210, 0],
    });
    expect(berac.lines[0]?.why).toEqual({ kind: 'berac', contract: 'berac', made: true, base: 70, multiplier: 4 });
    expect(sumOf(berac, 1)).toBe(210);
    const seats = [12, 35, 23].map((points) => ({ ...none, points, result: points >= 35 ? -70 : -points }));
    const klop = tarokTable({ ...three, contract: 'klop', declarer: null, items: [], seats, doubled: null, scores: [-12, -70, -23] }, [true, false, false]);
    expect(klop.won).toEqual([true, false, false]);
    expect([0, 1, 2].map((n) => sumOf(klop, n))).toEqual([-12, -70, -23]);
  });

  test('numbers carry their sign', () => {
    expect([17, 0, -21].map(signed)).toEqual(['+17', '0', '−21']);
  });
});
