import { describe, expect, test } from 'vitest';
import type { GameEvent, TableEventOf } from '../../../lib/protocol';
import { soundsIn } from '../../../lib/state/cues';
import { queue, showNow, step, TIMES, type Presentation } from '../../../lib/state/presenter';
import { ownStep, stepsOf, withPlayed } from '../../../lib/state/steps';
import { applyEvent, fromSnapshot, type TableState } from '../../../lib/state/table';
import { deal, snapshot } from '../../../lib/state/testing';
import { tablicSides, tablicTable } from './result';
import { capturedBy } from './seats';
import { cardsOut } from '../../../lib/state/game';
import type { TablicGameView } from '../view';
import { lastCapture } from '../../../lib/state/capture/taking';

function view(more: Partial<TablicGameView> = {}): TablicGameView {
  return {
    game: 'tablic',
    zones: {},
    options: { players: 2 },
    dealer: 1,
    current_player: 0,
    observer: 0,
    hand: ['S10', 'H4'],
    cards: ['C10', 'D7', 'H3'],
    deck: 24,
    hand_sizes: [2, 2],
    tricks: [0, 0],
    piles: [[], []],
    tablas: [0, 0],
    known: [[], []],
    trick: undefined,
    last_trick: null,
    ...more,
  };
}

function table(more: Partial<TablicGameView> = {}): TableState {
  const legal = ['S10', 'S10xC10', 'S10xD7+H3', 'S10xC10+D7+H3', 'H4'];
  const config = { game: { name: 'tablic', options: { players: 2 } } } as const;
  return fromSnapshot(snapshot({ config, deal: deal({ view: view(more), turn: { seat: 0, legal, move_ms: 1, bank_ms: 1 } }) }), 0);
}

function moved(seat: number, action: string, events: GameEvent[]): TableEventOf<'moved'> {
  return { type: 'moved', seat, action, by: 'player', thinking_ms: 1, events, turn: null };
}

function captured(seat: number, card: string, taken: string[], tabla: boolean): GameEvent {
  const moves = [
    { cards: [card], from: `hand:${seat}`, to: 'table' },
    { cards: [...taken, card], from: 'table', to: `pile:${seat}` },
  ];
  return { game: 'tablic', type: 'captured', seat, card, taken, tabla, moves };
}

const TABLA = moved(0, 'S10xC10+D7+H3', [captured(0, 'S10', ['C10', 'D7', 'H3'], true)]);

function next(state: TableState, event: TableEventOf<'moved'>): TableState {
  const applied = applyEvent(state, state.seq + 1, event, 0);
  if (applied.kind !== 'next') throw new Error(applied.kind);
  return applied.state;
}

function seen(now: Presentation): TablicGameView {
  const shown = now.shown.deal?.view;
  if (shown?.game !== 'tablic') throw new Error('this is no deal of tablić');
  return shown;
}

test('cards that are still out come by rank', () => {
  const seen = table({ piles: [['HK', 'SK'], []] }).deal?.view;
  const out = seen ? cardsOut(seen) : [];
  expect(out[0]).toEqual(['CK', 'DK']);
  expect(out.flat()).toHaveLength(52 - 2 - 3 - 2);
});

describe('what is seen', () => {
  test('a capture lies there a while before it is gone', () => {
    const start = table();
    const after = next(start, TABLA);
    let now = queue(showNow(start), stepsOf(start, TABLA, after), 'normal');
    expect(now).toMatchObject({ hold: TIMES.normal.trick, shown: { taking: { seat: 0, card: 'S10', tabla: true } } });
    expect(seen(now)).toMatchObject({ cards: ['C10', 'D7', 'H3'], hand: ['H4'], hand_sizes: [1, 2], current_player: null });
    expect(now.shown.log).toEqual(after.log);
    now = step(now);
    expect(now.shown).toBe(after);
    expect(after.taking).toBeNull();
  });

  test('the card flies to the table, then all of them to the pile, and a tabla rings', () => {
    const start = table();
    const after = next(start, TABLA);
    expect(stepsOf(start, TABLA, after).map(({ cues }) => soundsIn(cues))).toEqual([['tabla', 'card'], ['take']]);
  });

  test('one’s own capture lies there before the server has said so, and nothing flies twice', () => {
    const start = table();
    const sent = withPlayed(start, 0, 'S10xC10+D7+H3');
    expect(sent.taking).toEqual({ seat: 0, card: 'S10', cards: ['C10', 'D7', 'H3'], tabla: true });
    expect(soundsIn(ownStep(start, 'S10xC10+D7+H3')?.cues ?? [])).toEqual(['tabla', 'card']);
    const [during] = stepsOf(start, TABLA, next(start, TABLA), 1);
    expect(during?.cues).toEqual([]);
    const laid = withPlayed(start, 0, 'H4');
    expect(laid).toMatchObject({ taking: null, deal: { view: { cards: ['C10', 'D7', 'H3', 'H4'], hand: ['S10'] } } });
    expect(withPlayed(start, 0, 'S10xfoo')).toBe(start);
  });

  test('new cards come after the last one was played, told once for all', () => {
    const start = table({ hand: ['H4'], hand_sizes: [1, 0] });
    const event = moved(0, 'H4', [
      { game: 'tablic', type: 'laid', seat: 0, card: 'H4', moves: [{ cards: ['H4'], from: 'hand:0', to: 'table' }] },
      {
        game: 'tablic',
        type: 'dealt',
        seat: 0,
        count: 2,
        cards: ['DK', 'S2'],
        moves: [{ cards: ['DK', 'S2'], from: 'stock', to: 'hand:0', face: 'down' }],
      },
      { game: 'tablic', type: 'dealt', seat: 1, count: 2, moves: [{ n: 2, from: 'stock', to: 'hand:1', face: 'down' }] },
    ]);
    const after = next(start, event);
    const first = queue(showNow(start), stepsOf(start, event, after), 'normal');
    expect(seen(first)).toMatchObject({ hand: [], cards: ['C10', 'D7', 'H3', 'H4'], hand_sizes: [0, 0] });
    const then = step(first);
    expect(seen(then)).toMatchObject({ hand: ['DK', 'S2'], hand_sizes: [2, 2], deck: 20 });
    expect(after.log.length - start.log.length).toBe(2);
  });

  test('at the end the capture is seen, then what is left goes, then the result stands', () => {
    const start = table({ hand: ['S10'], hand_sizes: [1, 0], deck: 0 });
    const event = moved(0, 'S10xC10', [
      captured(0, 'S10', ['C10'], false),
      { game: 'tablic', type: 'swept', seat: 0, cards: ['D7', 'H3'], moves: [{ cards: ['D7', 'H3'], from: 'table', to: 'pile:0' }] },
      { game: 'tablic', type: 'finished', result: { seats: [] } },
    ]);
    let now = queue(showNow(start), stepsOf(start, event, next(start, event)), 'normal');
    const told = [];
    for (let n = 0; n < 4; n += 1) {
      told.push([now.shown.taking?.card ?? null, now.shown.taking?.cards.length ?? 0, seen(now).cards.length]);
      now = step(now);
    }
    expect(told).toEqual([
      ['S10', 1, 3],
      [null, 0, 2],
      [null, 2, 2],
      [null, 0, 0],
    ]);
    expect(lastCapture(now.shown.log)).toMatchObject({ seat: 0, card: 'S10', cards: ['C10'] });
  });
});

test('the result’s lines stand in order and add up', () => {
  const seats = [
    { cards: 12, card_points: 5, most_cards: false, tablas: 0, score: 5, won: false },
    { cards: 23, card_points: 7, most_cards: true, tablas: 4, score: 14, won: true },
    { cards: 17, card_points: 10, most_cards: false, tablas: 1, score: 11, won: false },
  ];
  const lines = tablicTable({ seats }, { players: 3 });
  expect(lines.map(({ seat, won }) => [seat, won])).toEqual([
    [1, true],
    [2, false],
    [0, false],
  ]);
  for (const line of lines) expect(line.points + line.most + line.tablas).toBe(line.score);
  expect(tablicTable({ seats }, { players: 3 }, [false, false, true]).map(({ won }) => won)).toEqual([false, true, false]);
});

test('pairs stand together in the result, and count together what they captured', () => {
  const pairs = { players: 4, pairs: true };
  const line = (score: number, won: boolean): Parameters<typeof tablicTable>[0]['seats'][number] => ({
    cards: 26,
    card_points: score,
    most_cards: false,
    tablas: 0,
    score,
    won,
  });
  const seats = [line(9, false), line(13, true), line(9, false), line(13, true)];
  expect(tablicTable({ seats }, pairs).map(({ seat }) => seat)).toEqual([1, 3, 0, 2]);
  const even = seats.map(() => line(11, true));
  expect(tablicTable({ seats: even }, pairs).map(({ seat }) => seat)).toEqual([0, 2, 1, 3]);
  expect(tablicTable({ seats: even }, { players: 4 }).map(({ seat }) => seat)).toEqual([0, 1, 2, 3]);
  expect(tablicSides(pairs, { seats }, [false, true, false, true])).toEqual([
    { seats: [0, 2], points: 9, won: false },
    { seats: [1, 3], points: 13, won: true },
  ]);
  expect(tablicSides({ players: 4 }, { seats }, [false, true, false, true]).map(({ seats }) => seats)).toEqual([[0], [1], [2], [3]]);
  const piles = [['HA', 'SA'], ['H2'], ['H3'], []];
  expect([0, 1, 2, 3].map((seat) => capturedBy(view({ options: pairs, piles }), seat))).toEqual([3, 1, 3, 1]);
  expect([0, 1, 2, 3].map((seat) => capturedBy(view({ options: { players: 4 }, piles }), seat))).toEqual([2, 1, 1, 0]);
});
