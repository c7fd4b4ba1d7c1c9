/** A finished deal, step by step, with all cards open. */
import type { GameRecord, GameStatus, GameStep, GameView, Seat, Transfer } from '../protocol';
import { cuesOf, heard, type Cue } from './cues';
import { lastTrickIn } from './deal';
import { extend, factsOfMove, type LogEntry } from './log';
import { takingOf, type Taking } from './capture/taking';
import { viewOf, type Trick } from './view';
import { cardsIn, countIn, follow, type Zones } from './zones';

/** The deal after the first `n` actions. */
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
  /** The cards that the last action took from the table, where cards are captured. */
  taking: Taking | undefined;
  /** The cues of the last action. */
  cues: readonly Cue[];
  log: LogEntry[];
}

export interface Replay {
  record: GameRecord;
  positions: Position[];
}

/** The deal between two actions. */
interface Standing {
  /** Every card. */
  open: Zones;
  /** The cards as all who looked on knew them. */
  seen: Zones;
  status: GameStatus;
}

export function buildReplay(record: GameRecord): Replay {
  let at: Standing = { open: record.zones, seen: hidden(record.zones), status: record.status };
  let log = extend([], [{ kind: 'deal', number: record.number }]);
  const positions: Position[] = [{ ...position(record, 0, at), cues: [], log }];
  for (const [n, step] of record.steps.entries()) {
    at = after(at, step);
    const over = n === record.steps.length - 1 ? [{ kind: 'over' } as const] : [];
    const facts = [...factsOfMove(step), ...over];
    log = extend(log, facts);
    // The cards that lay there go as the next one comes.
    const gone = positions[n]?.taker === undefined ? [] : [heard('take')];
    positions.push({ ...position(record, n + 1, at), cues: [...gone, ...cuesOf(facts)], log });
  }
  return { record, positions };
}

/** Returns the cards as they lie face down at the start; those on the table lie open. */
function hidden(zones: Zones): Zones {
  const closed = Object.keys(zones).filter((zone) => zone !== 'table');
  return { ...zones, ...Object.fromEntries(closed.map((zone) => [zone, { n: countIn(zones, zone) }])) };
}

function after({ open, seen, status }: Standing, { events, status: next }: GameStep): Standing {
  const moves = events.flatMap((event) => event.moves ?? []);
  return {
    open: follow(
      open,
      moves.map(({ unsure: _, ...told }) => told),
    ),
    seen: follow(seen, moves.map(asSeen)),
    status: next ?? status,
  };
}

/** Returns a transfer as spectators received it. */
function asSeen(transfer: Transfer): Transfer {
  if (transfer.face !== 'down') return transfer;
  const { cards = [], n = 0, ...told } = transfer;
  return { ...told, n: n + cards.length };
}

function position(record: GameRecord, n: number, { open, seen, status }: Standing): Omit<Position, 'cues' | 'log'> {
  const { dealer, options: game, cards, steps } = record;
  const last = steps[n - 1];
  const lastTrick = lastTrickIn(steps.slice(0, n));
  const current = steps[n]?.seat ?? null;
  const result = current === null ? record.result : null;
  const frame = { game, dealer, observer: null, seats: cards.hands.length };
  const view = viewOf(frame, { zones: seen, status, lastTrick, current, result });
  const taken = last?.events.find((event) => event.type === 'trick_taken');
  const [happened] = last?.events ?? [];
  const taking = happened && takingOf(happened);
  const undealt = new Set([...cardsIn(open, 'stock'), ...cardsIn(open, 'talon')]);
  return {
    step: n,
    view,
    hands: cards.hands.map((_, seat) => [...cardsIn(open, `hand:${seat}`)]),
    stock: cards.stock.filter((card) => undealt.has(card)),
    put: [...cardsIn(open, 'away')],
    last,
    trick: taken ? (view.last_trick ?? undefined) : view.trick,
    taker: taken?.seat ?? taking?.seat,
    taking,
  };
}

/** The position after a number of actions; out of range, the nearest. */
export function positionAt(replay: Replay, step: number): Position {
  const last = replay.positions.length - 1;
  const wanted = Number.isFinite(step) ? Math.trunc(step) : 0;
  const position = replay.positions[Math.min(Math.max(wanted, 0), last)];
  if (!position) throw new Error('a replay has at least its start');
  return position;
}

/** The step at which the trick before (`-1`) or after (`1`) this one is complete, or a capture is made. */
export function nextTrick(replay: Replay, from: number, direction: 1 | -1): number {
  const last = replay.positions.length - 1;
  for (let step = from + direction; step > 0 && step < last; step += direction) {
    if (replay.positions[step]?.taker !== undefined) return step;
  }
  return direction > 0 ? last : 0;
}
