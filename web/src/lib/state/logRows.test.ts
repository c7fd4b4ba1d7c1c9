/** Tests of the log as rows, on what real servers told. */
import { expect, test } from 'vitest';
import type { GameRecord } from '../protocol';
import { WORDS } from '../../games/words';
import type { GameEvent } from '../protocol';
import { rowsOf as rows, type LogRow, type Note } from './logRows';
import type { LogEntry } from './log';
import { buildReplay } from './replay';

const noted = (event: GameEvent): Note | undefined => WORDS[event.game].noted?.(event);
const rowsOf = (log: readonly LogEntry[]): LogRow[] => rows(log, noted);

const GAMES = import.meta.glob<unknown>('./recorded/*.game.json', { eager: true, import: 'default' });

test.each(Object.keys(GAMES))('each line of %s is in one row, in the order in which it was told', (name) => {
  const replay = buildReplay(GAMES[name] as GameRecord);
  for (const { log } of replay.positions) {
    const rows = rowsOf(log);
    expect(rows.flatMap(({ entries }) => entries.map(({ id }) => id)).sort((a, b) => a - b)).toEqual(log.map(({ id }) => id));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  }
});

test.each(Object.keys(GAMES).filter((name) => !name.includes('tablic')))('each trick of %s is a row with all its cards', (name) => {
  const { log, view, hands } = buildReplay(GAMES[name] as GameRecord).positions.at(-1) ?? fail();
  const tricks = rowsOf(log).filter((row) => row.kind === 'trick');
  expect(tricks.map(({ cells }) => [...cells.values()].filter(({ played }) => played !== undefined).length)).toEqual(
    tricks.map(() => hands.length),
  );
  const won = 'tricks' in view ? view.tricks : [];
  expect(hands.map((_, seat) => tricks.filter(({ taker }) => taker === seat).length)).toEqual(won);
  const drawn = tricks.flatMap(({ cells }) => [...cells.values()].flatMap((cell) => cell.drawn));
  expect(drawn).toHaveLength(log.filter(({ fact }) => fact.kind === 'game' && fact.event.type === 'drew').length);
});

test.each(Object.keys(GAMES).filter((name) => name.includes('tablic')))('each card of %s is a row, with what it takes', (name) => {
  const { log } = buildReplay(GAMES[name] as GameRecord).positions.at(-1) ?? fail();
  const rows = rowsOf(log).filter((row): row is Extract<LogRow, { kind: 'capture' }> => row.kind === 'capture');
  expect(new Set(rows.map(({ card }) => card)).size).toBe(52 - 4);
  expect(rows.some(({ taken }) => taken.length > 1)).toBe(true);
});

test('a pass that ends what a player says is no word of its own', () => {
  const say = (id: number, seat: number, text: string): LogEntry =>
    ({ id, fact: { kind: 'game', event: { type: 'passed', seat, text } } }) as unknown as LogEntry;
  const log = [say(1, 0, 'trula'), say(2, 0, 'pass'), say(3, 1, 'pass')];
  const [row] = rows(log, (event) => {
    const { seat, text } = event as unknown as { seat: number; text: string };
    return { seat, round: true, ends: text === 'pass', parts: [text] };
  });
  if (row?.kind !== 'round') throw new Error('no round');
  expect([...row.said]).toEqual([
    [0, ['trula']],
    [1, ['pass']],
  ]);
  expect(row.entries).toHaveLength(3);
});

function fail(): never {
  throw new Error('a replay has at least its start');
}
