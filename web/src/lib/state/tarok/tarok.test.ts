import { describe, expect, test } from 'vitest';
import type { GameEvent, TableEventOf, TarokScoredDeal, TarokView } from '../../protocol';
import { cuesOf, soundsIn } from '../cues';
import { cardsOut } from '../game';
import { stepsOf } from '../steps';
import { applyEvent, fromSnapshot, type TableState } from '../table';
import { deal, seat, snapshot } from '../testing';
import { readLegal, toggle } from './actions';
import { awayOf } from './away';
import { sortTarokHand } from './cards';
import { lastGift } from './gift';
import type { TarokGameView } from '../view';
import { cellsOf, columnsOf, signed, sumOf, tarokTable } from './result';
import { tarokSeat } from './seats';

const BIDDING: TarokView['phase'] = {
  name: 'bidding',
  standing: 'three',
  bidder: 0,
  bids: ['three', null, null],
  passed: [false, true, false],
};

function view(more: Partial<TarokGameView> = {}): TarokGameView {
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

function table(more: Partial<TarokGameView> = {}): TableState {
  const config = { game: { name: 'tarok', options: {} } } as const;
  return fromSnapshot(snapshot({ config, seats: [seat(), seat(), seat()], deal: deal({ view: view(more) }) }), 0);
}

describe('cards', () => {
  test('taroks are held first, then red and black by turns', () => {
    const hand = ['C7', 'H4', 'T1', 'HK', 'SQ', 'T22', 'D1', 'nonsense'];
    expect(sortTarokHand(hand)).toEqual(['T22', 'T1', 'HK', 'H4', 'SQ', 'D1', 'C7']);
    expect(sortTarokHand(hand, 'weak')).toEqual(['T1', 'T22', 'H4', 'HK', 'SQ', 'D1', 'C7']);
    expect(sortTarokHand(hand, 'rank')).toEqual(['T22', 'T1', 'HK', 'SQ', 'D1', 'H4', 'C7']);
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

describe('at the seats', () => {
  const score = { game: 'tarok' as const, points: [0, 0, 0], radelci: [0, 2, 0], deals: 1 };

  test('it is said who bid and passed', () => {
    const at = (n: number): unknown => tarokSeat(view(), score, n);
    expect(at(0)).toEqual({ bid: 'three', passed: false, forehand: true, declarer: false, radelci: 0 });
    expect(at(1)).toEqual({ bid: undefined, passed: true, forehand: false, declarer: false, radelci: 2 });
  });

  test('nobody declares in klop', () => {
    const undertaking = { declarer: null, contract: 'klop' as const, stakes: [] };
    const klop = view({ phase: { name: 'playing', undertaking, leader: 0, tricks: [0, 0, 0] } });
    expect([0, 1, 2].map((n) => tarokSeat(klop, score, n).declarer)).toEqual([false, false, false]);
  });
});

describe('what was put away', () => {
  test('taroks lie open, others are their owner’s or only counted', () => {
    expect(awayOf({ away: { n: 3, cards: ['T5', 'H4'] } })).toEqual({ shown: ['T5'], own: ['H4'], hidden: 1 });
  });

  test('a talon that lies open counts as face up', () => {
    const start = table();
    const talon = ['T5', 'H1', 'SK', 'T21', 'C7', 'D2'];
    const undertaking = { declarer: 0, contract: 'three' as const, stakes: [{ item: 'game', multiplier: 1 }] };
    const event: TableEventOf<'moved'> = {
      ...{ type: 'moved', seat: 0, action: 'contract:three', by: 'player', thinking_ms: 1, turn: null },
      events: [{ game: 'tarok', type: 'chosen', seat: 0, contract: 'three', talon, moves: [{ cards: talon, from: 'talon', to: 'talon' }] }],
      status: { game: 'tarok', phase: 'taking', undertaking, groups: [['T5', 'SK', 'H1'], ['T21', 'C7', 'D2']] },
    };
    const applied = applyEvent(start, start.seq + 1, event, 0);
    const shown = applied.kind === 'next' ? applied.state.deal?.view : undefined;
    if (shown?.game !== 'tarok') throw new Error('this is no deal of tarok');
    expect(shown.talon).toBe(0);
    expect(shown.phase).toMatchObject({ name: 'taking', groups: [['T5', 'SK', 'H1'], ['T21', 'C7', 'D2']] });
    expect(cardsOut(shown).flat()).toHaveLength(54 - 2 - 6);
  });
});

describe('tricks', () => {
  test('are seen and heard to go to the taker with the talon’s card', () => {
    const undertaking = { declarer: null, contract: 'klop' as const, stakes: [] };
    const full = table({
      phase: { name: 'playing', undertaking, leader: 0, tricks: [0, 0, 0] },
      trick: { leader: 0, cards: ['T21', 'T22', 'T3'] },
    });
    const taken: GameEvent = {
      ...{ game: 'tarok', type: 'trick_taken', seat: 1, gift: 'HK' },
      moves: [
        { from: 'trick', to: 'pile:1' },
        { cards: ['HK'], from: 'talon', to: 'pile:1' },
      ],
    };
    const event: TableEventOf<'moved'> = { type: 'moved', seat: 2, action: 'T3', by: 'player', thinking_ms: 1, events: [taken], turn: null };
    const applied = applyEvent(full, full.seq + 1, event, 0);
    if (applied.kind !== 'next') throw new Error(applied.kind);
    const later = applied.state;
    expect(later.deal?.view).toMatchObject({ talon: 5, piles: [[], ['T21', 'T22', 'T3', 'HK'], []], trick: { leader: 0, cards: [] } });
    const steps = stepsOf(full, event, later);
    expect(steps.map(({ hold, cues }) => [hold, soundsIn(cues)])).toEqual([['trick', []], ['card', ['take']]]);
    expect(steps[0]?.state.closing).toBe(taken);
    expect(lastGift(later.log)).toEqual({ seat: 1, card: 'HK' });
    expect(soundsIn(cuesOf([{ kind: 'game', event: { game: 'tarok', type: 'raised', seat: 1, item: 'game', multiplier: 2 }, by: 'player' }]))).toEqual(['knock']);
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
