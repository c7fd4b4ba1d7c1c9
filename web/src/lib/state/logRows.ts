/** The log as rows to look at: a trick, a capture or a card that was laid in each, and the other entries. */
import type { GameEvent, Seat } from '../protocol';
import type { LogEntry } from './log';

/** The cards of a seat in a row of a trick. */
export interface Cell {
  played: string | undefined;
  /** Cards drawn after the trick. */
  drawn: readonly string[];
}

export interface TrickRow {
  kind: 'trick';
  id: number;
  entries: LogEntry[];
  cells: Map<Seat, Cell>;
  leader: Seat;
  /** The seat that took it, once it is complete. */
  taker: Seat | undefined;
  /** The value of the trick, where it is public. */
  thirds: number | undefined;
  /** The card of the talon that went with it. */
  gift: string | undefined;
}

export type LogRow =
  | TrickRow
  /** A card that takes others, or is laid down. */
  | { kind: 'capture'; id: number; entries: LogEntry[]; seat: Seat; card: string; taken: readonly string[]; tabla: boolean }
  | { kind: 'words'; id: number; entries: LogEntry[] };

/** Returns the rows of a log. Every line of it is in exactly one. */
export function rowsOf(log: readonly LogEntry[]): LogRow[] {
  const rows: LogRow[] = [];
  let trick: TrickRow | undefined;
  for (const entry of log) {
    const { id, fact } = entry;
    const event = fact.kind === 'game' ? fact.event : undefined;
    if (event?.type === 'played' && (!trick || trick.taker !== undefined)) {
      trick = {
        kind: 'trick',
        id,
        entries: [],
        cells: new Map(),
        leader: event.seat,
        taker: undefined,
        thirds: undefined,
        gift: undefined,
      };
      rows.push(trick);
    }
    if (event && trick && join(trick, event)) trick.entries.push(entry);
    else if (event && follows(rows.at(-1), event)) rows.at(-1)?.entries.push(entry);
    else rows.push(rowOf(entry, event));
  }
  return rows;
}

/** True if the event stands in the row before it: those who pass one after the other share a row. */
function follows(row: LogRow | undefined, { type }: GameEvent): boolean {
  const last = row?.kind === 'words' ? row.entries.at(-1)?.fact : undefined;
  return type === 'passed' && last?.kind === 'game' && last.event.type === 'passed';
}

/** Takes the event into the row if it belongs to that trick. */
function join(trick: TrickRow, event: GameEvent): boolean {
  switch (event.type) {
    case 'played':
      trick.cells.set(event.seat, { played: event.card, drawn: [] });
      return true;
    case 'drew': {
      const cell = trick.cells.get(event.seat);
      trick.cells.set(event.seat, { played: cell?.played, drawn: [...(cell?.drawn ?? []), event.card] });
      return true;
    }
    case 'trick_taken':
      trick.taker = event.seat;
      if ('thirds' in event) trick.thirds = event.thirds;
      if ('gift' in event) trick.gift = event.gift;
      return true;
    default:
      return false;
  }
}

function rowOf(entry: LogEntry, event: GameEvent | undefined): LogRow {
  const { id } = entry;
  if (event?.type === 'laid') return { kind: 'capture', id, entries: [entry], seat: event.seat, card: event.card, taken: [], tabla: false };
  if (event?.type === 'captured') {
    const { seat, card, taken, tabla } = event;
    return { kind: 'capture', id, entries: [entry], seat, card, taken, tabla };
  }
  return { kind: 'words', id, entries: [entry] };
}
