/** A finished deal, step by step, with all cards open. */
import type { GameRecord, GameStep, GameView, Seat } from '../protocol';
import { gather, isTablicEvent, lastTrickOf, leavesStock, moveCards, observeAll, trickOf, type Trick } from './game';
import { extend, factsOfMove, type LogEntry, type LogFact } from './log';
import { takingOf, type Taking } from './tablic/view';

/** The deal after so many actions. */
export interface Position {
  /** The number of actions taken. */
  step: number;
  view: GameView;
  /** Each player's cards. */
  hands: string[][];
  /** The cards still to be drawn, the next one first. */
  stock: string[];
  /** The cards that were put away, in games in which one does. */
  put: string[];
  /** The action that led here. */
  last: GameStep | undefined;
  /** The trick on the table, or the one that the last action completed. */
  trick: Trick | undefined;
  /** The seat that took the trick that lies there, if it is complete, or captured cards. */
  taker: Seat | undefined;
  /** The cards that the last action took from the table, in tablić. */
  taking: Taking | undefined;
  /** The facts of the last action. */
  said: readonly LogFact[];
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
    hands: record.cards.hands.map((hand) => gather(record.start.game, hand, [])),
    stock: record.cards.stock,
    put: [],
    last: undefined,
    trick: trickOf(record.start),
    taker: undefined,
    taking: undefined,
    said: [],
    log: extend([], [{ kind: 'deal', number: record.number }]),
  };
  const positions = [start];
  for (const step of record.steps) {
    positions.push(after(positions[positions.length - 1] ?? start, step));
  }
  const end = positions[positions.length - 1] ?? start;
  if (end.view.current_player === null) {
    if (end.view.game === 'trset' && record.result.game === 'trset') {
      const { seats, cappotto } = record.result;
      end.view = { ...end.view, result: { seats, cappotto } };
    }
    const over: LogFact = { kind: 'over' };
    end.log = extend(end.log, [over]);
    end.said = [...end.said, over];
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

/** The step at which the trick before (`-1`) or after (`1`) this one is complete; in tablić a capture. */
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
  const [first] = step.events;
  const taking = first && isTablicEvent(first) ? takingOf(first) : undefined;
  const said = factsOfMove(step);
  return {
    step: before.step + 1,
    view,
    hands: step.events.reduce((hands, event) => moveCards(view.game, hands, event), before.hands),
    stock: before.stock.slice(step.events.reduce((sum, event) => sum + leavesStock(event), 0)),
    put: [...before.put, ...step.events.flatMap((event) => (event.type === 'discarded' ? (event.card ?? []) : []))],
    last: step,
    trick: taken ? (lastTrickOf(view) ?? undefined) : trickOf(view),
    taker: taken?.seat ?? taking?.seat,
    taking,
    said,
    log: extend(before.log, said),
  };
}
