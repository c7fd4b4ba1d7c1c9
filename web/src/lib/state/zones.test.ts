import { expect, test } from 'vitest';
import { cardsIn, countIn, follow, seenIn, type Zones } from './zones';

const START: Zones = { 'hand:0': { n: 2, cards: ['D3', 'C4'] }, 'hand:1': { n: 2 }, stock: { n: 2 } };

test('a trick is played, taken and drawn after', () => {
  const half = follow(START, [
    { cards: ['D3'], from: 'hand:0', to: 'trick:0' },
    { cards: ['SK'], from: 'hand:1', to: 'trick:1' },
  ]);
  expect(half).toEqual({
    'hand:0': { n: 1, cards: ['C4'] },
    'hand:1': { n: 1 },
    'trick:0': { n: 1, cards: ['D3'] },
    'trick:1': { n: 1, cards: ['SK'] },
    stock: { n: 2 },
  });
  const end = follow(half, [
    { from: 'trick', to: 'pile:0' },
    { cards: ['C2'], from: 'stock', to: 'hand:0' },
    { cards: ['DA'], from: 'stock', to: 'hand:1' },
  ]);
  expect(end).toEqual({
    'hand:0': { n: 2, cards: ['C4', 'C2'] },
    'hand:1': { n: 2, cards: ['DA'] },
    'pile:0': { n: 2, cards: ['D3', 'SK'] },
  });
  expect(START['hand:0']).toEqual({ n: 2, cards: ['D3', 'C4'] });
});

test('cards that are shown stay where they lie', () => {
  const shown = follow(START, [{ cards: ['DA', 'BA'], from: 'hand:1', to: 'hand:1' }]);
  expect(shown['hand:1']).toEqual({ n: 2, cards: ['DA', 'BA'] });
  const turned = follow({ talon: { n: 2 } }, [{ cards: ['T5', 'SK'], from: 'talon', to: 'talon' }]);
  expect(turned).toEqual({ talon: { n: 2, cards: ['T5', 'SK'] } });
});

test('a hidden card leaves only what is certain', () => {
  const hand: Zones = { 'hand:1': { n: 3, cards: ['T5', 'H1'] } };
  const told = follow(hand, [{ n: 1, from: 'hand:1', to: 'away', face: 'down', unsure: ['H1'] }]);
  expect(told).toEqual({ 'hand:1': { n: 2, cards: ['T5'] }, away: { n: 1 } });
  const dealt = follow({ stock: { n: 4 } }, [
    { cards: ['DK', 'S2'], from: 'stock', to: 'hand:0', face: 'down' },
    { n: 2, from: 'stock', to: 'hand:1', face: 'down' },
  ]);
  expect(dealt).toEqual({ 'hand:0': { n: 2, cards: ['DK', 'S2'] }, 'hand:1': { n: 2 } });
});

test('an event that moves nothing changes nothing', () => {
  expect(follow(START, undefined)).toBe(START);
});

test('zones tell how many cards they have, and which are known', () => {
  expect(countIn(START, 'hand:1')).toBe(2);
  expect(cardsIn(START, 'hand:1')).toEqual([]);
  expect(countIn(START, 'table')).toBe(0);
  expect([...seenIn(START)]).toEqual(['D3', 'C4']);
});
