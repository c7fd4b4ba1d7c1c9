import { expect, test } from 'vitest';
import type { SeatState, TableEvent } from '../protocol';
import { between, dayOf } from './between';
import { seatChange } from './seats';
import { applyEvent, fromSnapshot, type TableState } from './table';
import { player, seat, snapshot } from './testing';

const bot = player('burja', { kind: 'bot', level: 'easy' });

/** A table for four that waits: the reader, Bor, a bot and nobody. */
function waiting(more: readonly Partial<SeatState>[] = []): TableState {
  const players = [player('ana'), player('bor'), bot, null];
  const { config } = snapshot();
  const game = { name: 'trset' as const, options: { players: 4 } };
  const seats = players.map((one, n) => seat({ player: one, connected: true, ...more[n] }));
  return fromSnapshot(snapshot({ config: { ...config, game }, phase: 'waiting', deal: null, seats, you: 0 }), 0);
}

function after(state: TableState, event: TableEvent): TableState {
  const applied = applyEvent(state, state.seq + 1, event, 0);
  if (applied.kind !== 'next') throw new Error(applied.kind);
  return applied.state;
}

const ids = (state: TableState): string[] => state.seats.map((one) => one.player?.id ?? '-');

test('before a match every other seat can be had in its way', () => {
  const table = waiting();
  expect([0, 1, 2, 3].map((at) => seatChange(table, at))).toEqual([undefined, 'ask', 'swap', 'move']);
  expect(seatChange(waiting([{ wants: 1 }]), 1)).toBe('asked');
  expect(seatChange(waiting([{}, { wants: 0 }]), 1)).toBe('agree');
  expect(seatChange({ ...table, phase: 'playing' }, 3)).toBeUndefined();
  expect(seatChange({ ...table, you: null }, 3)).toBeUndefined();
});

test('after a deal seats are fixed while a match, or the score of an evening, goes on', () => {
  const four = waiting();
  const over = (game: TableState['config']['game'], match_won: boolean[] | null): TableState => {
    const players = four.seats.map((one) => ({ id: one.player?.id ?? '', name: '' }));
    const finish = { match_won, players } as never;
    return { ...four, config: { ...four.config, game }, phase: 'finished', deal: { finish } as never };
  };
  const match = { name: 'trset' as const, options: { players: 4, target: 21 } };
  expect(seatChange(over(match, null), 2)).toBeUndefined();
  expect(seatChange(over(match, [true, false, true, false]), 2)).toBe('swap');
  const evening = { name: 'tarok' as const, options: { players: 4 } };
  const ended = over(evening as never, [true, false, false, false]);
  // With another player the score begins again anyway.
  expect(seatChange(ended, 2)).toBe('swap');
  const full = { ...ended, seats: ended.seats.map((one, at) => (at === 3 ? { ...one, player: player('') } : one)) };
  expect(seatChange(full, 2)).toBeUndefined();
});

test('two seats change with everything that belongs to their players', () => {
  const table = after(waiting([{ ready: true }, { wants: 0 }]), { type: 'seats_changed', seats: [0, 3] });
  expect(ids(table)).toEqual(['-', 'bor', 'burja', 'ana']);
  expect(table.you).toBe(3);
  expect(table.names[3]).toBe('ANA');
  expect(table.seats[3]?.ready).toBe(true);
  expect(table.seats[1]?.wants).toBeUndefined();
  expect(table.log.at(-1)?.fact).toEqual({ kind: 'seatsChanged', names: ['ANA'] });
});

test('a wish stands until it is taken back or its seat has another player', () => {
  const wished = after(waiting(), { type: 'seat_wanted', seat: 1, wants: 0 });
  expect(wished.seats[1]?.wants).toBe(0);
  expect(wished.log.at(-1)?.fact).toEqual({ kind: 'seatWanted', name: 'BOR', other: 'ANA' });
  expect(after(wished, { type: 'seat_wanted', seat: 1, wants: null }).seats[1]?.wants).toBeUndefined();
  expect(after(wished, { type: 'left', seat: 0 }).seats[1]?.wants).toBeUndefined();
  expect(after(wished, { type: 'seated', seat: 3, player: player('eva') }).seats[1]?.wants).toBe(0);
});

test('deals between two players are counted by who won alone', () => {
  const game = (...won: [string, boolean][]): never =>
    ({ players: won.map(([id, wins], at) => ({ seat: at, player: player(id), won: wins, forfeited: false })) }) as never;
  const games = [
    game(['me', true], ['bor', false]),
    game(['me', false], ['bor', true], ['eva', false]),
    game(['me', true], ['bor', true], ['eva', false]),
    game(['me', true], ['eva', false]),
  ];
  expect(between(games, 'me', 'bor')).toEqual({ own: 1, theirs: 1 });
  expect(between(games, 'me', 'eva')).toEqual({ own: 2, theirs: 0 });
  expect(dayOf(new Date(2026, 0, 5, 23))).toBe('2026-01-05');
});
