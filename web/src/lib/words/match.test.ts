import { beforeAll, expect, test } from 'vitest';
import { speak } from '../i18n/index.svelte';
import type { GamePlayer } from '../protocol';
import { player } from '../state/testing';
import { endText, ratingTitle } from './match';

beforeAll(() => speak('en'));

function part(name: string, more: Partial<GamePlayer> = {}): GamePlayer {
  return { seat: 0, player: player(name, { name }), won: false, forfeited: false, ...more };
}

test('a match that went on, or is not known, says nothing', () => {
  expect(endText({ number: 3, players: [part('Ana'), part('Bor')] })).toBe('');
});

test('a match of one deal is told by the deal', () => {
  expect(endText({ number: 1, players: [part('Ana', { match_won: true }), part('Bor', { match_won: false })] })).toBe('');
});

test('the last deal of a match names its winners', () => {
  const players = [part('Ana', { match_won: true }), part('Bor', { match_won: false, won: true })];
  expect(endText({ number: 4, players })).toBe('The match ended with this deal: Ana won it.');
  expect(endText({ number: 4, players: [part('Ana', { match_won: false })] })).toBe('The match ended with this deal, and nobody won it.');
});

test('a match that somebody left says who, and who has won it', () => {
  const left = part('Bor', { match_won: false, match_forfeited: true, won: true });
  expect(endText({ number: 1, players: [part('Ana', { match_won: true }), left] })).toBe('Forfeited by Bor: the match is won by Ana.');
  expect(endText({ number: 2, players: [part('Ana', { match_won: false }), left] })).toBe('Forfeited by Bor: nobody won the match.');
});

test('a deal that substitutes played says how it counts, also where the match goes on', () => {
  const slept = part('Bor', { forfeited: true });
  expect(endText({ number: 2, players: [part('Ana', { won: true }), slept] })).toBe(
    'Substitutes played most of it for Bor: a lost deal, whose points still count.',
  );
  const over = [part('Ana', { match_won: true }), { ...slept, match_won: false }];
  expect(endText({ number: 2, players: over })).toContain('still count. The match ended with this deal: Ana won it.');
});

test('new ratings with bots are headed as such', () => {
  const change = { before: 1500, after: 1510, settled: true };
  expect(ratingTitle([null, { ...change, ladder: 'people' }])).toBe('Rating');
  expect(ratingTitle([null, { ...change, ladder: 'bots' }])).toBe('Rating with bots');
});
