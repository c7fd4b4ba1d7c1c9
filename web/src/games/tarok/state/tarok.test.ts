import { describe, expect, test } from 'vitest';
import type { GameEvent, TableEventOf, TarokScoredDeal, TarokSide } from '../../../lib/protocol';
import { cuesOf, soundsIn } from '../../../lib/state/cues';
import { extend, factsOfMove } from '../../../lib/state/log';
import { rowsOf, type Note } from '../../../lib/state/logRows';
import { tarokNote } from '../words/events';
import { speakAll } from '../../testing';
import { cardsOut, ownPlay } from '../../../lib/state/game';
import { stepsOf } from '../../../lib/state/steps';
import { applyEvent, fromSnapshot, type TableState } from '../../../lib/state/table';
import { deal, seat, snapshot } from '../../../lib/state/testing';
import { readLegal } from './actions';
import { awayOf } from './discards';
import { lastGift } from './gift';
import type { TarokGameView } from '../view';
import { signed } from '../../../lib/state/numbers';
import { paidRadelci } from './radelci';
import { cellsOf, columnsOf, tarokTable, type TarokTable } from './result';
import { isAloneUnseen, partnerOf, tarokSeat } from './seats';
import { view } from './testing';

/** Returns the sum of a seat's lines: it must be its score. */
function sumOf(table: TarokTable, seat: number): number {
  return table.lines.reduce((sum, line) => sum + (line.counts ? (line.values[seat] ?? 0) : 0), 0);
}

function table(more: Partial<TarokGameView> = {}): TableState {
  const config = { game: { name: 'tarok', options: {} } } as const;
  return fromSnapshot(snapshot({ config, seats: [seat(), seat(), seat()], deal: deal({ view: view(more) }) }), 0);
}

describe('what the server allows', () => {
  test('is sorted by what it is for', () => {
    expect(readLegal(['pass', 'bid:two', 'bid:solo'])).toMatchObject({ pass: true, bids: ['two', 'solo'], cards: [] });
    expect(readLegal(['take:0', 'take:1']).groups).toEqual([0, 1]);
    expect(readLegal(['T5', 'HK'])).toMatchObject({ pass: false, cards: ['T5', 'HK'], discards: [] });
    expect(readLegal(['discard:H4']).discards).toEqual(['H4']);
    expect(readLegal(['call:HK', 'call:SK'])).toMatchObject({ kings: ['HK', 'SK'], cards: [] });
  });
});

describe('at the seats', () => {
  const score = { game: 'tarok' as const, points: [0, 0, 0], radelci: [0, 2, 0], deals: 1 };

  test('it is said who bid and passed', () => {
    const at = (n: number): unknown => tarokSeat(view(), score, n);
    expect(at(0)).toMatchObject({ bid: 'three', passed: false, forehand: true, declarer: false, side: undefined, radelci: 0 });
    expect(at(1)).toMatchObject({ bid: undefined, passed: true, forehand: false, declarer: false, radelci: 2 });
  });

  test('nobody declares in klop', () => {
    const undertaking = { declarer: null, contract: 'klop' as const, stakes: [] };
    const klop = view({ phase: { name: 'playing', undertaking, leader: 0, tricks: [0, 0, 0] } });
    expect([0, 1, 2].map((n) => tarokSeat(klop, score, n).declarer)).toEqual([false, false, false]);
  });
});

describe('of four, one calls a king', () => {
  /** Seat 1 plays a three and has called the king of spades. */
  function called(
    observer: number | null,
    hand: string[] | null,
    sides: (TarokSide | null)[] = [null, 'declarer', null, null],
    more: Partial<TarokGameView> = {},
  ): TarokGameView {
    const undertaking = { declarer: 1, contract: 'three' as const, stakes: [], called: { king: 'SK', sides } };
    const phase = { name: 'playing' as const, undertaking, leader: 2, tricks: [0, 0, 0, 0] };
    return view({ observer, hand, options: { players: 4 }, dealer: 1, hand_sizes: [12, 12, 12, 12], phase, ...more });
  }
  const sidesIn = (seen: TarokGameView): unknown[] => [0, 1, 2, 3].map((seat) => tarokSeat(seen, undefined, seat).side);

  test('whoever holds it knows the own side, and nobody else does', () => {
    expect(sidesIn(called(3, ['SK', 'H4']))).toEqual([undefined, 'declarer', undefined, 'declarer']);
    expect(partnerOf(called(3, ['SK', 'H4']))).toBe(3);
    expect(sidesIn(called(0, ['T20', 'H4']))).toEqual(['defenders', 'declarer', undefined, undefined]);
    expect(sidesIn(called(1, ['T20', 'H4']))).toEqual([undefined, 'declarer', undefined, undefined]);
    expect(sidesIn(called(null, null))).toEqual([undefined, 'declarer', undefined, undefined]);
    expect([partnerOf(called(0, ['T20'])), partnerOf(called(null, null))]).toEqual([undefined, undefined]);
  });

  test('a side is everybody’s knowledge once it is shown', () => {
    const settled: TarokSide[] = ['defenders', 'declarer', 'defenders', 'declarer'];
    for (const observer of [0, 1, 3, null]) {
      const seen = called(observer, observer === null ? null : ['H4'], settled);
      expect([sidesIn(seen), partnerOf(seen)]).toEqual([settled, 3]);
    }
    // A defender has shown a side, the partner has not.
    expect(partnerOf(called(null, null, ['defenders', 'declarer', null, null]))).toBeUndefined();
  });

  test('the king is still the partner’s while it is on its way to the table', () => {
    const played = called(3, ['H4'], undefined, { zones: { 'trick:3': { n: 1, cards: ['SK'] } } });
    expect(partnerOf(played)).toBe(3);
  });

  test('a declarer who holds it alone knows that there is no partner', () => {
    expect(isAloneUnseen(called(1, ['SK', 'H4']))).toBe(true);
    expect(isAloneUnseen(called(1, ['H4']))).toBe(false);
    expect(isAloneUnseen(called(3, ['SK']))).toBe(false);
    expect(isAloneUnseen(called(1, ['SK'], ['defenders', 'declarer', 'defenders', 'defenders']))).toBe(false);
  });

  test('without a called king there are no sides', () => {
    const undertaking = { declarer: 1, contract: 'solo_without' as const, stakes: [] };
    const solo = called(0, ['H4'], undefined, { phase: { name: 'playing', undertaking, leader: 1, tricks: [0, 0, 0, 0] } });
    expect(sidesIn(solo)).toEqual([undefined, undefined, undefined, undefined]);
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
      status: {
        game: 'tarok',
        phase: 'taking',
        undertaking,
        groups: [
          ['T5', 'SK', 'H1'],
          ['T21', 'C7', 'D2'],
        ],
      },
    };
    const applied = applyEvent(start, start.seq + 1, event, 0);
    const shown = applied.kind === 'next' ? applied.state.deal?.view : undefined;
    if (shown?.game !== 'tarok') throw new Error('this is no deal of tarok');
    expect(shown.talon).toBe(0);
    expect(shown.phase).toMatchObject({
      name: 'taking',
      groups: [
        ['T5', 'SK', 'H1'],
        ['T21', 'C7', 'D2'],
      ],
    });
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
    const event: TableEventOf<'moved'> = {
      type: 'moved',
      seat: 2,
      action: 'T3',
      by: 'player',
      thinking_ms: 1,
      events: [taken],
      turn: null,
    };
    const applied = applyEvent(full, full.seq + 1, event, 0);
    if (applied.kind !== 'next') throw new Error(applied.kind);
    const later = applied.state;
    expect(later.deal?.view).toMatchObject({ talon: 5, piles: [[], ['T21', 'T22', 'T3', 'HK'], []], trick: { leader: 0, cards: [] } });
    const steps = stepsOf(full, event, later);
    expect(steps.map(({ hold, cues }) => [hold, soundsIn(cues)])).toEqual([
      ['trick', []],
      ['card', ['take']],
    ]);
    expect(steps[0]?.state.closing).toBe(taken);
    expect(lastGift(later.log)).toEqual({ seat: 1, card: 'HK' });
    expect(
      soundsIn(cuesOf([{ kind: 'game', event: { game: 'tarok', type: 'raised', seat: 1, item: 'game', multiplier: 2 }, by: 'player' }])),
    ).toEqual(['knock']);
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
    seats: [{ points: 42, result: 24, kontra: 0, mond: -21, won: true }, { ...none, kontra: 17 }, none],
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
    const seats = [
      { ...none, points: 40 },
      { ...none, points: 30 },
      { ...none, points: 40 },
    ];
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
    const lost = tarokTable({
      ...three,
      items,
      seats: [{ ...none, points: 27, result: -18 }, none, none],
      doubled: null,
      scores: [-18, 0, 0],
    });
    expect(lost.lines[1]?.why).toMatchObject({ base: -10, beyond: -8 });
    expect(sumOf(lost, 0)).toBe(-18);
  });

  test('a berač has its value alone, a klop what everybody took', () => {
    const berac = tarokTable({
      ...three,
      contract: 'berac',
      items: [{ item: 'game', made: true, silent: false, multiplier: 4, value: 280 }],
      seats: [
        { ...none, points: null, result: 280, won: true },
        { ...none, points: null, kontra: 210 },
        { ...none, points: null },
      ],
      doubled: null,
      scores: [280, 210, 0],
    });
    expect(berac.lines[0]?.why).toEqual({ kind: 'berac', contract: 'berac', made: true, base: 70, multiplier: 4 });
    expect(sumOf(berac, 1)).toBe(210);
    const seats = [12, 35, 23].map((points) => ({ ...none, points, result: points >= 35 ? -70 : -points }));
    const klop = tarokTable({ ...three, contract: 'klop', declarer: null, items: [], seats, doubled: null, scores: [-12, -70, -23] }, [
      true,
      false,
      false,
    ]);
    expect(klop.won).toEqual([true, false, false]);
    expect([0, 1, 2].map((n) => sumOf(klop, n))).toEqual([-12, -70, -23]);
  });

  describe('of four', () => {
    const ours = { points: 42, result: 64, kontra: 0, mond: 0, won: true };
    const theirs = { points: 28, result: 0, kontra: 0, mond: 0, won: false };
    const both: TarokScoredDeal = {
      contract: 'three',
      declarer: 2,
      partner: 0,
      items: [
        { item: 'game', made: true, silent: false, multiplier: 2, value: 34 },
        { item: 'trula', made: true, silent: false, multiplier: 1, value: 20 },
        { item: 'kings', made: true, silent: true, multiplier: 1, value: 10 },
      ],
      seats: [ours, theirs, ours, theirs],
      radelci: false,
      doubled: null,
      scores: [64, 0, 64, 0],
    };

    test('declarer and partner write the same, side by side', () => {
      const table = tarokTable(both);
      expect([0, 1, 2, 3].map((n) => sumOf(table, n))).toEqual(both.scores);
      expect(columnsOf(table)).toEqual([2, 0, 3, 1]);
      expect(table.lines[0] && cellsOf(table, table.lines[0])).toEqual([
        { seats: [2, 0], value: 42 },
        { seats: [3, 1], value: 28 },
      ]);
    });

    test('a radelc doubles for both, and the mond is personal', () => {
      const seats = [{ ...ours, result: 30, mond: -21 }, theirs, { ...ours, result: 30 }, theirs];
      const items = [{ item: 'game', made: true, silent: false, multiplier: 1, value: 30 }];
      const table = tarokTable({ ...both, contract: 'two', items, seats, doubled: 2, scores: [39, 0, 60, 0] });
      expect([0, 1, 2, 3].map((n) => sumOf(table, n))).toEqual([39, 0, 60, 0]);
    });

    test('what the defenders made, announced or lost says so', () => {
      const items = [
        { item: 'game', made: true, silent: false, multiplier: 1, value: 45 },
        { item: 'trula', made: false, silent: false, multiplier: 2, value: -40, side: 'defenders' as const },
        { item: 'kings', made: false, silent: true, multiplier: 1, value: -10, side: 'defenders' as const },
        { item: 'pagat_ultimo', made: true, silent: true, multiplier: 1, value: 25, side: 'defenders' as const },
        { item: 'king_ultimo', made: false, silent: true, multiplier: 1, value: -10 },
      ];
      const whys = tarokTable({ ...both, items })
        .lines.slice(2)
        .map(({ why }) => why);
      expect(whys).toEqual([
        { kind: 'announced', item: 'trula', made: false, base: -20, multiplier: 2, side: 'defenders' },
        { kind: 'silent', item: 'kings', made: true, multiplier: 1, side: 'defenders' },
        { kind: 'silent', item: 'pagat_ultimo', made: false, multiplier: 1, side: 'defenders' },
        { kind: 'silent', item: 'king_ultimo', made: false, multiplier: 1, side: 'declarer' },
      ]);
    });

    test('a solo without counts its points for winning alone, and rounding stays within the difference', () => {
      const alone = { ...both, contract: 'solo_without' as const, partner: undefined };
      const { partner: _, ...solo } = alone;
      const items = [{ item: 'game', made: true, silent: false, multiplier: 4, value: 320 }];
      expect(tarokTable({ ...solo, items }).lines[1]?.why).toMatchObject({ kind: 'berac', base: 80, multiplier: 4 });
      const rounded = [{ item: 'game', made: true, silent: false, multiplier: 1, value: 15 }];
      expect(tarokTable({ ...both, items: rounded }).lines[1]?.why).toMatchObject({ kind: 'game', base: 10, beyond: 5 });
    });
  });

  test('numbers carry their sign', () => {
    expect([17, 0, -21].map(signed)).toEqual(['+17', '0', '−21']);
  });
});

describe('the called king', () => {
  const playing = (sides: (TarokSide | null)[]): TarokGameView =>
    view({
      observer: 2,
      hand: ['SK', 'S9'],
      options: { players: 4 },
      hand_sizes: [12, 12, 12, 12],
      trick: { leader: 2, cards: [] },
      phase: {
        name: 'playing',
        undertaking: { declarer: 0, contract: 'two', stakes: [], called: { king: 'SK', sides } },
        leader: 2,
        tricks: [0, 0, 0, 0],
      },
    });

  test('shows who plays together, in a line of its own', () => {
    const secret = playing(['declarer', null, null, null]);
    const king = ownPlay(secret, 2, 'SK');
    expect(king).toMatchObject({ type: 'played', called_by: 0 });
    expect(ownPlay(secret, 2, 'S9')).not.toHaveProperty('called_by');
    const shown = ownPlay(playing(['declarer', 'defenders', 'declarer', 'defenders']), 2, 'SK');
    expect(shown).not.toHaveProperty('called_by');
    if (!king) return;
    const facts = factsOfMove({ events: [king], by: 'player' });
    expect(facts.map(({ kind }) => kind)).toEqual(['game', 'shows']);
    expect(rowsOf(extend([], facts), tarokNoted).map(({ kind }) => kind)).toEqual(['trick', 'words']);
  });
});

const tarokNoted = (event: GameEvent): Note | undefined => (event.game === 'tarok' ? tarokNote(event) : undefined);

test('the log has a row for each round of bids, and the cards of the talon in small', async () => {
  await speakAll('en');
  const events: GameEvent[] = [
    { game: 'tarok', type: 'passed', seat: 1 },
    { game: 'tarok', type: 'bid', seat: 2, contract: 'two' },
    { game: 'tarok', type: 'passed', seat: 3 },
    { game: 'tarok', type: 'passed', seat: 0 },
    { game: 'tarok', type: 'passed', seat: 1 },
    { game: 'tarok', type: 'chosen', seat: 2, contract: 'two', talon: ['T14', 'HQ'] },
    { game: 'tarok', type: 'took_group', seat: 2, group: 1, cards: ['HQ'] },
    { game: 'tarok', type: 'discarded', seat: 2 },
    { game: 'tarok', type: 'discarded', seat: 2 },
  ];
  const rows = rowsOf(extend([], factsOfMove({ events, by: 'player' })), tarokNoted);
  expect(rows.map(({ entries }) => entries.length)).toEqual([4, 1, 1, 1, 2]);
  expect(rows.map((row) => (row.kind === 'round' ? [...row.said] : row.kind === 'note' ? row.parts : row.kind))).toEqual([
    [
      [1, ['pass']],
      [2, ['two']],
      [3, ['pass']],
      [0, ['pass']],
    ],
    [[1, ['pass']]],
    ['two', 'talon', { card: 'T14' }, { card: 'HQ' }],
    ['takes', { card: 'HQ' }],
    ['discards', { card: undefined }, { card: undefined }],
  ]);
});

test('open radelci are paid at the end of a match, where they cost something', () => {
  const score = (deals: number) => ({ game: 'tarok', points: [10, 0, -70, 0], radelci: [1, 0, 2, 1], deals }) as const;
  const options = { players: 4, deals: 8, open_radelci: 40 };
  const paid = (deals: number, own = options): number[] | undefined =>
    paidRadelci(own, { ...score(deals), points: [...score(deals).points], radelci: [...score(deals).radelci] });
  expect(paid(8)).toEqual([40, 0, 80, 40]);
  expect(paid(7)).toBeUndefined();
  expect(paid(8, { ...options, open_radelci: 0 })).toBeUndefined();
});
