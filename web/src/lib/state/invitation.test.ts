import { expect, test } from 'vitest';
import type { Phase, SeatState } from '../protocol';
import { chairsOf, invitedTo } from './invitation';
import type { TableState } from './table';
import { player } from './testing';

const seat = (who: SeatState['player']): SeatState => ({ player: who, connected: true, substitute: null, ready: true, bank_ms: 0 });
const ana = seat(player('ana'));
const robot = seat(player('robot', { kind: 'bot' }));
const free = seat(null);

function table(seats: SeatState[], phase: Phase, more: object = {}): TableState {
  return { you: null, closed: null, phase, seats, config: { game: { name: 'trset', options: { players: 2 } } }, ...more } as TableState;
}

test('whoever comes to a table with a free seat between deals is asked to sit down', () => {
  expect(invitedTo(table([ana, free], 'waiting'), false, 'eva')).toBe('free');
  expect(invitedTo(table([ana, free], 'finished'), true, 'eva')).toBe('free');
});

test('a full table says so to those who were sent its word, and is watched by others', () => {
  expect(invitedTo(table([ana, ana], 'playing'), true, 'eva')).toBe('full');
  expect(invitedTo(table([ana, ana], 'playing'), false, 'eva')).toBeNull();
});

test('a player who has left and may return finds the table', () => {
  const left = { ...ana, substitute: { player: player('robot'), since: '' } };
  expect(invitedTo(table([left, robot], 'playing'), true, 'ana')).toBeNull();
  expect(invitedTo(table([left, robot], 'playing'), true, 'eva')).toBe('full');
  expect(invitedTo(table([left, robot], 'playing'), true, undefined)).toBe('full');
});

test('those who sit there, and closed tables, are no matter of invitations', () => {
  expect(invitedTo(table([ana, free], 'waiting', { you: 0 }), true, 'eva')).toBeNull();
  expect(invitedTo(table([ana, free], 'waiting', { closed: 'idle' }), true, 'eva')).toBeNull();
  expect(invitedTo(table([ana, free], 'closed'), true, 'eva')).toBeNull();
});

test('nobody is asked to a table at which bots play for show', () => {
  const config = { game: { name: 'trset', options: { players: 2 } }, bots: 'strong' };
  expect(invitedTo(table([robot, free], 'waiting', { config }), false, 'eva')).toBeNull();
  expect(invitedTo(table([ana, free], 'waiting', { config }), false, 'eva')).toBe('free');
});

test('where partners play, a friend chooses beside whom', () => {
  const pairs = { config: { game: { name: 'trset', options: { players: 4 } } } };
  expect(chairsOf(table([ana, free, free, free], 'waiting', pairs))).toEqual([
    { seat: 2, partner: 0 },
    { seat: 1, partner: undefined },
  ]);
  expect(chairsOf(table([ana, ana, free, free], 'waiting', pairs))).toEqual([
    { seat: 2, partner: 0 },
    { seat: 3, partner: 1 },
  ]);
  // Bots give their seats up between deals of a private table.
  const bot = seat(player('robot', { kind: 'bot', level: 'easy' }));
  const friends = { config: { ...pairs.config, private: true } };
  expect(chairsOf(table([ana, bot, bot, bot], 'finished', friends))).toEqual([
    { seat: 2, partner: 0 },
    { seat: 1, partner: undefined },
  ]);
  expect(chairsOf(table([ana, bot, bot, bot], 'playing', friends))).toEqual([]);
  expect(chairsOf(table([ana, bot, bot, bot], 'finished', pairs))).toEqual([]);
  // There is nothing to choose.
  expect(chairsOf(table([ana, ana, ana, free], 'waiting', pairs))).toEqual([]);
  expect(chairsOf(table([ana, free], 'waiting'))).toEqual([]);
});
