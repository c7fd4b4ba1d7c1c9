/** The log as rows to look at: a trick, a capture, a round of calls or a decision in each, and the other entries. */
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

/** An event in short: words and cards, a card that is not seen without a name. */
export interface Note {
  seat: Seat;
  /** True if the players speak in turn. */
  round: boolean;
  /** True if the player has no more to say: after something said in the same breath it goes without words. */
  ends?: boolean;
  parts: readonly (string | { card: string | undefined })[];
}

export type LogRow =
  | TrickRow
  /** What each player said in a round. */
  | { kind: 'round'; id: number; entries: LogEntry[]; said: Map<Seat, readonly Note['parts'][number][]> }
  /** A decision of one player. */
  | { kind: 'note'; id: number; entries: LogEntry[]; seat: Seat; parts: readonly Note['parts'][number][] }
  /** A card that takes others, or is laid down. */
  | { kind: 'capture'; id: number; entries: LogEntry[]; seat: Seat; card: string; taken: readonly string[]; tabla: boolean }
  | { kind: 'words'; id: number; entries: LogEntry[] };

/** Returns the rows of a log; `noted` puts an event in short. Every line of the log is in exactly one row. */
export function rowsOf(log: readonly LogEntry[], noted: (event: GameEvent) => Note | undefined): LogRow[] {
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
    if (event && trick && join(trick, event)) {
      trick.entries.push(entry);
      continue;
    }
    const note = event && noted(event);
    if (!joinNote(rows.at(-1), entry, note)) rows.push(rowOf(entry, event, note));
  }
  return rows;
}

/** Takes a note into the row before it, if it goes on with that round or with the same decision. */
function joinNote(row: LogRow | undefined, entry: LogEntry, note: Note | undefined): boolean {
  if (!row || !note) return false;
  if (note.round) {
    if (row.kind !== 'round') return false;
    // A player says several things in a breath; a second turn begins another round.
    const before = row.said.get(note.seat);
    if (before && [...row.said.keys()].at(-1) !== note.seat) return false;
    row.said.set(note.seat, [...(before ?? []), ...(before && note.ends ? [] : note.parts)]);
  } else {
    if (row.kind !== 'note' || row.seat !== note.seat || row.parts[0] !== note.parts[0]) return false;
    row.parts = [...row.parts, ...note.parts.slice(1)];
  }
  row.entries.push(entry);
  return true;
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

function rowOf(entry: LogEntry, event: GameEvent | undefined, note: Note | undefined): LogRow {
  const { id } = entry;
  if (note?.round) return { kind: 'round', id, entries: [entry], said: new Map([[note.seat, note.parts]]) };
  if (note) return { kind: 'note', id, entries: [entry], seat: note.seat, parts: note.parts };
  if (event?.type === 'laid') return { kind: 'capture', id, entries: [entry], seat: event.seat, card: event.card, taken: [], tabla: false };
  if (event?.type === 'captured') {
    const { seat, card, taken, tabla } = event;
    return { kind: 'capture', id, entries: [entry], seat, card, taken, tabla };
  }
  return { kind: 'words', id, entries: [entry] };
}
