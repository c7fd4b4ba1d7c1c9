/**
 * What a real server told one seat. The snapshots were asked for in between:
 * the events must make of the first one exactly what the server shows.
 */
import { describe, expect, test } from 'vitest';
import type { GameRecord, TableEvent, TableSnapshot } from '../protocol';
import { buildReplay, positionAt } from './replay';
import { resultTable } from './result';
import { applyEvent, fromSnapshot, type TableState } from './table';

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

/** What the server sends, without what is ours and what ticks. */
function told(state: TableSnapshot): unknown {
  const { id, epoch, seq, config, phase, seats, you, deal, score, spectators } = state;
  return {
    ...{ id, epoch, seq, config, phase, you, score, spectators },
    seats: seats.map((seat) => ({ ...seat, bank_ms: 0 })),
    deal: deal && {
      ...deal,
      view: { ...deal.view, game: 'trset' },
      turn: deal.turn && { seat: deal.turn.seat, legal: deal.turn.legal },
    },
  };
}

describe.each(['two', 'three', 'four'])('a table of %s', (name) => {
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
      // What the players themselves did meanwhile is not part of the deal.
      const inDeal = ({ log }: TableState): unknown[] =>
        log.map(({ fact }) => fact).filter(({ kind }) => ['deal', 'game', 'over'].includes(kind));
      expect(inDeal(fromSnapshot(snapshot, 0))).toEqual(inDeal(state));
    }
  });

  test('the replay ends where the deal ended', () => {
    const replay = buildReplay(game(name));
    const end = positionAt(replay, replay.positions.length);
    expect(end.step).toBe(replay.record.steps.length);
    expect(end.hands.flat()).toEqual([]);
    expect(end.stock).toEqual([]);
    expect(end.view.thirds).toEqual(replay.record.result.seats.map((seat) => seat.thirds));
    const pack = end.view.options.players === 3 ? 39 : 40;
    for (const { hands, stock, view } of replay.positions) {
      const cards = [...hands.flat(), ...stock, ...view.trick.cards, ...view.piles.flat()];
      expect(new Set(cards).size).toBe(pack);
      expect(cards).toHaveLength(pack);
      expect(hands.map((hand) => hand.length)).toEqual(view.hand_sizes);
    }
  });

  test('the result adds up', () => {
    const last = table(name).steps.at(-1)?.snapshot.deal;
    const result = last && resultTable(last.view, last.finish?.won);
    if (!result) throw new Error('the deal is not over');
    const lines = result.sides.flatMap((side) => side.lines);
    expect(lines.reduce((sum, line) => sum + line.cards, 0)).toBe(32);
    expect(lines.reduce((sum, line) => sum + line.last, 0)).toBe(3);
    for (const side of result.sides) {
      expect(side.lines.reduce((sum, line) => sum + line.own, 0)).toBe(side.thirds);
    }
  });
});
