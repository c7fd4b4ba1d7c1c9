import { describe, expect, test } from 'vitest';
import { delays } from './dealing';
import { place, type Piece } from './pieces';
import type { Lying, Zone, Zones } from './zones';

function zones(of: Record<string, string[] | number | Lying>): Zones {
  return new Map(
    Object.entries(of).map(([zone, lying]): [Zone, Lying] => [
      zone as Zone,
      typeof lying === 'number' ? { cards: [], hidden: lying } : Array.isArray(lying) ? { cards: lying, hidden: 0 } : lying,
    ]),
  );
}

function find(pieces: readonly Piece[], card: string): Piece {
  const found = pieces.find((piece) => piece.card === card && piece.up);
  if (!found) throw new Error(`${card} is not seen`);
  return found;
}

function ids(pieces: readonly Piece[], zone: Zone): number[] {
  return pieces.filter((piece) => piece.zone === zone).map(({ id }) => id);
}

const PACK = zones({ stock: 8 });
const DEALT = zones({ stock: 2, 'hand:0': ['D3', 'C4', 'SA'], 'hand:1': 3, 'pile:0': 0, 'pile:1': 0 });

describe('cards stay the same things', () => {
  test('the pack that lies there is dealt: own cards turn, others do not', () => {
    const pack = place([], PACK);
    const dealt = place(pack, DEALT);
    expect(dealt.map(({ id }) => id)).toEqual(pack.map(({ id }) => id));
    expect(find(dealt, 'D3')).toMatchObject({ from: 'stock', turned: true });
    expect(dealt.filter(({ zone }) => zone === 'hand:1').every(({ up, card }) => !up && card === undefined)).toBe(true);
  });

  test('another player’s card comes out of that hand, and goes with the trick to the pile', () => {
    const dealt = place(place([], PACK), DEALT);
    const hand = ids(dealt, 'hand:1');
    const led = place(dealt, zones({ stock: 2, 'hand:0': ['D3', 'C4', 'SA'], 'hand:1': 2, 'trick:1': ['DK'] }));
    expect(hand).toContain(find(led, 'DK').id);
    const full = place(led, zones({ stock: 2, 'hand:0': ['C4', 'SA'], 'hand:1': 2, 'trick:1': ['DK'], 'trick:0': ['D3'] }));
    expect(find(full, 'D3')).toMatchObject({ id: find(led, 'D3').id, from: 'hand:0', zone: 'trick:0' });
    const taken = place(full, zones({ stock: 2, 'hand:0': ['C4', 'SA'], 'hand:1': 2, 'pile:0': 2 }));
    expect(ids(taken, 'pile:0').sort()).toEqual([find(full, 'DK').id, find(full, 'D3').id].sort());
    expect(taken.filter(({ zone }) => zone === 'pile:0').every(({ up }) => !up)).toBe(true);
    expect(taken).toHaveLength(8);
  });

  test('a drawn card is held up, then joins the hand, and may be played from there', () => {
    const start = place(place([], PACK), DEALT);
    const drawn = place(start, zones({ stock: 1, 'hand:0': ['D3', 'C4', 'SA'], 'hand:1': 3, 'shown:1': ['B7'] }));
    const up = find(drawn, 'B7');
    expect(up).toMatchObject({ from: 'stock', zone: 'shown:1' });
    const joined = place(drawn, zones({ stock: 1, 'hand:0': ['D3', 'C4', 'SA'], 'hand:1': 4 }));
    expect(joined.find(({ id }) => id === up.id)).toMatchObject({ zone: 'hand:1', up: false });
    const straight = place(drawn, zones({ stock: 1, 'hand:0': ['D3', 'C4', 'SA'], 'hand:1': 3, 'trick:1': ['B7'] }));
    expect(find(straight, 'B7').id).toBe(up.id);
  });

  test('put away, own cards lie hidden in the pile; others’ come from their hand', () => {
    const held = place([], zones({ 'hand:0': ['T1', 'HK', 'S8'], 'hand:1': 3, 'pile:0': 0, 'pile:1': 0 }));
    const picked = place(held, zones({ 'hand:0': ['T1', 'HK'], put: { cards: ['S8'], hidden: 0, group: 1 }, 'hand:1': 3 }));
    expect(find(picked, 'S8')).toMatchObject({ zone: 'put', id: find(held, 'S8').id });
    const away = place(picked, zones({ 'hand:0': ['T1', 'HK'], 'hand:1': 2, 'pile:0': 1, 'pile:1': 1 }));
    expect(ids(away, 'pile:0')).toEqual([find(held, 'S8').id]);
    expect(ids(held, 'hand:1')).toContain(ids(away, 'pile:1')[0]);
  });

  test('after the deal all cards go back to the pack', () => {
    const end = place([], zones({ 'pile:0': 5, 'trick:0': ['D3'], 'trick:1': ['DK'], 'hand:0': [], stock: 1 }));
    const pack = place(end, PACK);
    expect(pack.map(({ id }) => id).sort()).toEqual(end.map(({ id }) => id).sort());
    expect(pack.every(({ zone, up }) => zone === 'stock' && !up)).toBe(true);
  });

  test('no card is there twice, and each has a place of its own', () => {
    const all = place(place([], PACK), DEALT);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(all.map(({ zone, n }) => `${zone} ${n}`)).size).toBe(all.length);
  });
});

test('cards are dealt round, one after the other, and never for long', () => {
  const dealt = place(place([], PACK), DEALT);
  const waits = delays(dealt);
  const order = [...waits].sort((a, b) => a[1] - b[1]).map(([id]) => dealt.find((piece) => piece.id === id)?.zone);
  expect(order).toEqual(['hand:0', 'hand:1', 'hand:0', 'hand:1', 'hand:0', 'hand:1']);
  expect(delays(place(dealt, DEALT)).size).toBe(0);
  const many = place(place([], zones({ stock: 60 })), zones({ 'hand:0': 20, 'hand:1': 20, 'hand:2': 20 }));
  expect(Math.max(...delays(many).values())).toBeLessThanOrEqual(1100);
});
