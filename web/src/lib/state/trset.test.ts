import { expect, test } from 'vitest';
import type { TrsetEvent } from '../protocol';
import { view } from './testing';
import { observe, observeAll, partnerOf, playerOf, removedCard, stillOut } from './trset';

test('a trick of two, taken and drawn after', () => {
  const events: TrsetEvent[] = [
    { type: 'played', seat: 0, card: 'D3' },
    { type: 'played', seat: 1, card: 'SK' },
    { type: 'trick_taken', seat: 0, thirds: 2 },
    { type: 'drew', seat: 0, card: 'C2' },
    { type: 'drew', seat: 1, card: 'DA' },
  ];
  const start = view();
  const half = observeAll(start, events.slice(0, 2));
  expect(half.trick).toEqual({ leader: 0, cards: ['D3', 'SK'] });
  expect(half.hand).toEqual(['C4']);
  expect(half.hand_sizes).toEqual([1, 1]);
  // A player who does not follow shows to hold nothing of the suit.
  expect(half.denied[1]).toEqual(['D3', 'D2', 'DA', 'DK', 'DC', 'DJ', 'D7', 'D6', 'D5', 'D4']);

  const end = observeAll(half, events.slice(2));
  expect(end).toMatchObject({
    current_player: 0,
    trick: { leader: 0, cards: [] },
    last_trick: { leader: 0, cards: ['D3', 'SK'] },
    tricks: [1, 0],
    thirds: [2, 0],
    piles: [['D3', 'SK'], []],
    stock: 0,
    hand: ['C2', 'C4'],
    hand_sizes: [2, 2],
    known: [['C2'], ['DA']],
    result: null,
  });
  expect(start.hand).toEqual(['D3', 'C4']);
});

test('after the last trick it is nobody’s turn', () => {
  const last = view({ stock: 0, hand: ['C4'], hand_sizes: [1, 1] });
  const end = observeAll(last, [
    { type: 'played', seat: 0, card: 'C4' },
    { type: 'played', seat: 1, card: 'C7' },
    { type: 'trick_taken', seat: 1, thirds: 3 },
  ]);
  expect(end.current_player).toBeNull();
  expect(end.trick.leader).toBe(1);
});

test('declarations tell what is held and what is not; the turn stays', () => {
  const after = observe(view(), { type: 'declared', seat: 1, declaration: 'three:A/C' });
  expect(after.declared).toEqual([[], ['three:A/C']]);
  expect(after.known[1]).toEqual(['DA', 'BA', 'SA']);
  expect(after.denied[1]).toEqual(['CA']);
  expect(after.current_player).toBe(0);
});

test('the public never gets a hand', () => {
  const watched = view({ observer: null, hand: null });
  const after = observeAll(watched, [
    { type: 'played', seat: 0, card: 'D3' },
    { type: 'drew', seat: 0, card: 'C2' },
  ]);
  expect(after.hand).toBeNull();
});

test('cards still out are those whose place nobody here knows', () => {
  const three = view({
    options: { players: 3 },
    hand: ['C3'],
    known: [[], ['C2'], []],
    piles: [['CA'], [], []],
    trick: { leader: 0, cards: ['CK'] },
  });
  const out = stillOut(three);
  expect(out).toHaveLength(35);
  for (const seen of ['C3', 'C2', 'CA', 'CK', 'D4']) expect(out).not.toContain(seen);
  expect(removedCard({ players: 3, removed_four: 'S' })).toBe('S4');
  expect(removedCard({ players: 2 })).toBeUndefined();
});

test('seats go round', () => {
  expect([0, 1, 2].map((n) => playerOf({ leader: 2, cards: [] }, n, 3))).toEqual([2, 0, 1]);
  expect(partnerOf({ players: 4 }, 3)).toBe(1);
  expect(partnerOf({ players: 3 }, 1)).toBeUndefined();
});
