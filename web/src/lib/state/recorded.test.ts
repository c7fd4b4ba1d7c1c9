/**
 * The messages of a real server to one seat. The snapshots were asked for in between: the events must make of
 * the first one exactly what the server shows.
 */
import { describe, expect, test } from 'vitest';
import type { GameRecord, GameResult, GameView, TableEvent, TableSnapshot } from '../protocol';
import { buildReplay, nextTrick, positionAt, type Position } from './replay';
import { resultTable } from './result';
import { applyEvent, fromSnapshot, type TableState } from './table';
import { pointsOf } from './tablic/cards';
import { choiceOf, readCaptures } from './tablic/choice';
import { tablicTable } from './tablic/result';
import { sumsOf, targetOf } from './tablic/sums';
import { sumOf, tarokTable } from './tarok/result';
import { takenOf, undertakingOf } from './tarok/view';
import { trset } from './testing';

interface Recorded {
  first: TableSnapshot;
  steps: { events: { seq: number; event: TableEvent }[]; snapshot: TableSnapshot }[];
}

const TABLES = import.meta.glob<unknown>('./recorded/*.json', { eager: true, import: 'default' });

function table(name: string): Recorded {
  return TABLES[`./recorded/${name}.json`] as Recorded;
}

function game(name: string): GameRecord {
  return TABLES[`./recorded/${name}.game.json`] as GameRecord;
}

function trsetResult(result: GameResult): Extract<GameResult, { game: 'trset' }> {
  if (result.game !== 'trset') throw new Error('this is no result of tršet');
  return result;
}

/** The view without what the page does not follow. */
function followed(view: GameView): unknown {
  return view.game === 'tarok' ? { ...view, denied: [] } : view;
}

/** The state that the server sends, without the page's own parts and the clocks. */
function told(state: TableSnapshot): unknown {
  const { id, epoch, seq, config, phase, seats, you, deal, score, spectators } = state;
  return {
    ...{ id, epoch, seq, config, phase, you, score, spectators },
    seats: seats.map((seat) => ({ ...seat, bank_ms: 0 })),
    deal: deal && {
      ...deal,
      view: followed(deal.view),
      turn: deal.turn && { seat: deal.turn.seat, legal: deal.turn.legal },
    },
  };
}

const TRSET = ['two', 'three', 'four'];
const TAROK = ['tarok-three', 'tarok-klop', 'tarok-berac'];
const TABLIC = ['tablic-two', 'tablic-three'];

describe.each([...TRSET, ...TAROK, ...TABLIC])('a table of %s', (name) => {
  test('events bring a snapshot forward to the next one', () => {
    const { first, steps } = table(name);
    let state: TableState = fromSnapshot(first, 0);
    for (const { events, snapshot } of steps) {
      for (const { seq, event } of events) {
        const applied = applyEvent(state, seq, event, 0);
        if (applied.kind !== 'next') throw new Error(`event ${seq} is a ${applied.kind}`);
        state = applied.state;
      }
      expect(told(state)).toEqual(told(snapshot));
    }
    expect(state.phase).toBe('finished');
  });

  test('whoever loads the page again finds the log as it was', () => {
    const { first, steps } = table(name);
    let state: TableState = fromSnapshot(first, 0);
    for (const { events, snapshot } of steps) {
      for (const { seq, event } of events) {
        const applied = applyEvent(state, seq, event, 0);
        if (applied.kind === 'next') state = applied.state;
      }
      // Events of the players themselves are not part of the deal.
      const inDeal = ({ log }: TableState): unknown[] =>
        log.map(({ fact }) => fact).filter(({ kind }) => ['deal', 'game', 'over'].includes(kind));
      expect(inDeal(fromSnapshot(snapshot, 0))).toEqual(inDeal(state));
    }
  });

});

describe.each(TRSET)('a table of %s', (name) => {
  test('the replay ends where the deal ended', () => {
    const replay = buildReplay(game(name));
    const end = positionAt(replay, replay.positions.length);
    expect(end.step).toBe(replay.record.steps.length);
    expect(end.hands.flat()).toEqual([]);
    expect(end.stock).toEqual([]);
    const { seats } = trsetResult(replay.record.result);
    expect(trset(end.view).thirds).toEqual(seats.map((seat) => seat.thirds));
    const pack = trset(end.view).options.players === 3 ? 39 : 40;
    for (const { hands, stock, view } of replay.positions) {
      const cards = [...hands.flat(), ...stock, ...trset(view).trick.cards, ...trset(view).piles.flat()];
      expect(new Set(cards).size).toBe(pack);
      expect(cards).toHaveLength(pack);
      expect(hands.map((hand) => hand.length)).toEqual(view.hand_sizes);
    }
  });

  test('the result adds up', () => {
    const last = table(name).steps.at(-1)?.snapshot.deal;
    const result = last && resultTable(trset(last.view), last.finish?.won);
    if (!result) throw new Error('the deal is not over');
    const lines = result.sides.flatMap((side) => side.lines);
    expect(lines.reduce((sum, line) => sum + line.cards, 0)).toBe(32);
    expect(lines.reduce((sum, line) => sum + line.last, 0)).toBe(3);
    for (const side of result.sides) {
      expect(side.lines.reduce((sum, line) => sum + line.own, 0)).toBe(side.thirds);
    }
  });
});

describe.each(TAROK)('a deal of %s', (name) => {
  const replay = buildReplay(game(name));
  const last = table(name).steps.at(-1)?.snapshot.deal?.finish?.result;
  if (last?.game !== 'tarok') throw new Error('the deal is not over');

  test('every card is somewhere at every step of the replay', () => {
    for (const { hands, stock, put, view } of replay.positions) {
      if (view.game !== 'tarok') throw new Error('this is no deal of tarok');
      const { phase } = view;
      const open = phase.name === 'taking' ? phase.talon : (undertakingOf(phase)?.exchange?.left ?? []);
      const played = [...view.played.flat(), ...gifts(replay.positions, view)];
      const cards = [...hands.flat(), ...stock, ...put, ...open, ...played];
      expect(new Set(cards).size, phase.name).toBe(54);
      expect(cards).toHaveLength(54);
      expect(hands.map((hand) => hand.length)).toEqual(view.hand_sizes);
    }
  });

  test('the lines of the score add up to what is written down', () => {
    const scored = tarokTable(last);
    for (const seat of [0, 1, 2]) expect(sumOf(scored, seat), `seat ${seat}`).toBe(last.scores[seat]);
  });
});

describe.each(TABLIC)('a deal of %s', (name) => {
  const replay = buildReplay(game(name));

  test('every card is somewhere at every step of the replay', () => {
    for (const { hands, stock, view } of replay.positions) {
      if (view.game !== 'tablic') throw new Error('this is no deal of tablić');
      const cards = [...hands.flat(), ...stock, ...view.cards, ...view.piles.flat()];
      expect(new Set(cards).size).toBe(52);
      expect(cards).toHaveLength(52);
      expect(hands.map((hand) => hand.length)).toEqual(view.hand_sizes);
      expect(stock).toHaveLength(view.deck);
    }
  });

  test('each capture is a step to go to, and shows what was taken', () => {
    const captures = replay.positions.filter(({ taking }) => taking !== undefined);
    expect(captures.length).toBeGreaterThan(5);
    const visited = [];
    for (let step = nextTrick(replay, 0, 1); step < replay.positions.length - 1; step = nextTrick(replay, step, 1)) visited.push(step);
    const steps = captures.map(({ step }) => step).filter((step) => step < replay.positions.length - 1);
    expect(visited).toEqual(steps);
  });

  test('the lines of the score add up, and are the piles and tablas of the end', () => {
    const { result } = replay.record;
    const end = positionAt(replay, replay.positions.length).view;
    if (result.game !== 'tablic' || end.game !== 'tablic') throw new Error('this is no deal of tablić');
    for (const line of tablicTable(result)) {
      expect(line.points + line.most + line.tablas).toBe(line.score);
      expect(line.cards).toBe(end.piles[line.seat]?.length);
      expect(line.points).toBe(pointsOf(end.piles[line.seat] ?? []));
      expect(line.tablas).toBe(end.tablas[line.seat]);
    }
  });

  test('the richest capture that is offered is one of the server’s, and the page adds up all of them', () => {
    let looked = 0;
    for (const { snapshot } of table(name).steps) {
      const { deal } = snapshot;
      if (deal?.view.game !== 'tablic' || !deal.turn?.legal) continue;
      const captures = readCaptures(deal.turn.legal);
      for (const [card, lists] of captures) {
        for (const taken of lists) expect(sumsOf(targetOf(card), taken).rest, `${card} takes ${taken.join()}`).toEqual([]);
        const choice = choiceOf({ table: deal.view.cards, captures, cut: false, card, picked: [] });
        expect(choice.richest === undefined).toBe(lists.length === 0);
        if (choice.richest) expect(deal.turn.legal).toContain(choice.richest.action);
        looked += 1;
      }
    }
    expect(looked).toBeGreaterThan(5);
  });
});

/** The talon's cards that went with the tricks taken so far. */
function gifts(positions: Position[], view: GameView): string[] {
  if (view.game !== 'tarok') return [];
  return (takenOf(view.phase)?.piles.flat() ?? []).filter((card) => positions[0]?.stock.includes(card) && !view.played.flat().includes(card));
}
