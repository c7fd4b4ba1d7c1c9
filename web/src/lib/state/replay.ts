/** A finished deal, step by step, with all cards open. */
import type { GameRecord, GameStep, Seat, TrsetEvent, TrsetTrick, TrsetView } from '../protocol';
import { extend, type LogEntry, type LogFact } from './log';
import { union, without } from './cards';
import { observeAll } from './trset';

/** The deal after so many actions. */
export interface Position {
  /** How many actions were taken. */
  step: number;
  view: TrsetView;
  /** Each player's cards. */
  hands: string[][];
  /** What is still to be drawn, the next card first. */
  stock: string[];
  /** The action that led here. */
  last: GameStep | undefined;
  /** What lies on the table: the trick, or the one that the last action completed. */
  trick: TrsetTrick;
  /** Who took the trick that lies there, if it is complete. */
  taker: Seat | undefined;
  log: LogEntry[];
}

export interface Replay {
  record: GameRecord;
  positions: Position[];
}

export function buildReplay(record: GameRecord): Replay {
  const start: Position = {
    step: 0,
    view: record.start,
    hands: record.cards.hands.map((hand) => union(hand, [])),
    stock: record.cards.stock,
    last: undefined,
    trick: record.start.trick,
    taker: undefined,
    log: extend([], [{ kind: 'deal', number: record.number }]),
  };
  const positions = [start];
  for (const step of record.steps) {
    positions.push(after(positions[positions.length - 1] ?? start, step));
  }
  const end = positions[positions.length - 1] ?? start;
  if (end.view.current_player === null) {
    const { seats, cappotto } = record.result;
    end.view = { ...end.view, result: { seats, cappotto } };
    end.log = extend(end.log, [{ kind: 'over' }]);
  }
  return { record, positions };
}

/** The position after so many actions; out of range, the nearest. */
export function positionAt(replay: Replay, step: number): Position {
  const last = replay.positions.length - 1;
  const wanted = Number.isFinite(step) ? Math.trunc(step) : 0;
  const position = replay.positions[Math.min(Math.max(wanted, 0), last)];
  if (!position) throw new Error('a replay has at least its start');
  return position;
}

/** The step at which the trick before (`-1`) or after (`1`) this one is complete. */
export function nextTrick(replay: Replay, from: number, direction: 1 | -1): number {
  const last = replay.positions.length - 1;
  for (let step = from + direction; step > 0 && step < last; step += direction) {
    if (replay.positions[step]?.taker !== undefined) return step;
  }
  return direction > 0 ? last : 0;
}

function after(before: Position, step: GameStep): Position {
  const view = observeAll(before.view, step.events);
  const taken = step.events.find((event) => event.type === 'trick_taken');
  return {
    step: before.step + 1,
    view,
    hands: step.events.reduce(moveCards, before.hands),
    stock: before.stock.slice(step.events.filter((event) => event.type === 'drew').length),
    last: step,
    trick: taken && view.last_trick ? view.last_trick : view.trick,
    taker: taken?.seat,
    log: extend(before.log, step.events.map((event): LogFact => ({ kind: 'game', event, by: step.by }))),
  };
}

function moveCards(hands: string[][], event: TrsetEvent): string[][] {
  if (event.type === 'played') {
    return hands.map((hand, seat) => (seat === event.seat ? without(hand, event.card) : hand));
  }
  if (event.type === 'drew') {
    return hands.map((hand, seat) => (seat === event.seat ? union(hand, [event.card]) : hand));
  }
  return hands;
}
