import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import vectors from '../../../../crates/game/tests/fair.json';
import type { GameRecord } from '../protocol';
import { deal, snapshot } from '../state/testing';
import tablic from '../state/recorded/tablic-three.game.json';
import tarok from '../state/recorded/tarok-three.game.json';
import { checkDeal } from './check';
import { dealOf, freshPack } from './packs';
import { notePromise, promiseOf } from './promises';
import { sha256, sha256Here } from './sha256';
import { fromHex, seedOf, shuffle, toHex } from './shuffle';

const protocol = readFileSync(join(import.meta.dirname, '../../../../docs/PROTOCOL.md'), 'utf8');
/** The record that docs/PROTOCOL.md shows: a real deal. */
const written = /```json GameRecord\n([\s\S]*?)```/.exec(protocol)?.[1] ?? '';
const record = JSON.parse(written) as GameRecord;

describe('SHA-256, written out', () => {
  test('is the standard’s', () => {
    const hash = (text: string): string => toHex(sha256Here(new TextEncoder().encode(text)));
    expect(hash('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(hash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  test('is the browser’s for every length about a block', async () => {
    for (let length = 0; length < 140; length++) {
      const message = Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 255);
      expect(toHex(sha256Here(message)), `${length} bytes`).toBe(toHex(await sha256(message)));
    }
  });
});

describe('the shuffle', () => {
  test.each(vectors)('is the rules’ for $nonces, attempt $attempt', async (vector) => {
    const secret = fromHex(vector.secret);
    expect(toHex(await sha256(secret))).toBe(vector.commitment);
    const pack = Array.from({ length: vector.order.length }, (_, i) => i);
    expect(shuffle(pack, await seedOf(secret, vector.nonces, vector.attempt))).toEqual(vector.order);
  });

  test('has the seed that the document names', async () => {
    const secret = Uint8Array.from({ length: 32 }, (_, i) => i);
    const seed = toHex(await seedOf(secret, ['', 'burja']));
    expect(protocol).toContain(seed);
  });
});

describe('a finished deal', () => {
  test('is what was promised', async () => {
    const check = await checkDeal(record, record.commitment);
    expect(check.fair).toBe(true);
    expect(check.hands.map((hand) => hand.same)).toEqual([true, true]);
    expect(check.stock.computed).toEqual(record.cards.stock);
  });

  test('with another secret keeps no promise and deals other cards', async () => {
    const check = await checkDeal({ ...record, secret: record.secret.replace('7', '8') });
    expect(check).toMatchObject({ kept: false, fair: false });
    expect(check.hands.some((hand) => !hand.same)).toBe(true);
  });

  test('with another nonce deals other cards', async () => {
    const check = await checkDeal({ ...record, nonces: ['', 'burja ž 8'] });
    expect(check).toMatchObject({ kept: true, fair: false });
  });

  test('with a card elsewhere shows where', async () => {
    const [first = [], second = []] = record.cards.hands;
    const hands = [[...first.slice(1), second[0] ?? ''], [...second.slice(1), first[0] ?? '']];
    const check = await checkDeal({ ...record, cards: { ...record.cards, hands } });
    expect(check.hands.map((hand) => hand.same)).toEqual([false, false]);
    expect(check).toMatchObject({ kept: true, stock: { same: true }, fair: false });
  });

  test('drawn in another order is another one', async () => {
    const stock = [...record.cards.stock].reverse();
    const check = await checkDeal({ ...record, cards: { ...record.cards, stock } });
    expect(check).toMatchObject({ stock: { same: false }, fair: false });
  });

  test('that promised something else before is not fair', async () => {
    expect(await checkDeal(record, 'f'.repeat(64))).toMatchObject({ kept: true, promisedKept: false, fair: false });
  });
});

describe('a deal of tarok', () => {
  test('is what was promised: sixteen each, and the talon', async () => {
    const check = await checkDeal(tarok as GameRecord, tarok.commitment);
    expect(check).toMatchObject({ fair: true, attempt: 0 });
    expect(check.hands.map((hand) => [hand.computed.length, hand.same])).toEqual([[16, true], [16, true], [16, true]]);
    expect(check.stock.computed).toEqual(tarok.cards.stock);
    const talon = [...tarok.cards.stock].reverse();
    expect(await checkDeal({ ...(tarok as GameRecord), cards: { ...tarok.cards, stock: talon } })).toMatchObject({ fair: false });
  });

  test('without taroks for somebody is shuffled again from the same secret', async () => {
    // Its first shuffle leaves somebody without a tarok.
    const secret = '0d0c'.padEnd(64, '0');
    const nonces = ['', '', ''];
    const pack = freshPack({ name: 'tarok', options: {} });
    const hands = (cards: string[]): string[][] => [0, 1, 2].map((n) => cards.slice(n * 16, n * 16 + 16));
    const without = (cards: string[]): boolean => hands(cards).some((hand) => !hand.some((card) => card.startsWith('T')));
    expect(without(shuffle(pack, await seedOf(fromHex(secret), nonces)))).toBe(true);
    const second = shuffle(pack, await seedOf(fromHex(secret), nonces, 1));
    expect(without(second)).toBe(false);
    const dealt = {
      ...(tarok as GameRecord),
      secret,
      nonces,
      commitment: toHex(await sha256(fromHex(secret))),
      dealer: 2,
      cards: { hands: hands(second), stock: second.slice(48) },
    };
    expect(await checkDeal(dealt)).toMatchObject({ fair: true, attempt: 1 });
  });

  test('has the pack of fifty-four in the order of the protocol', () => {
    const pack = freshPack({ name: 'tarok', options: {} });
    expect(new Set(pack).size).toBe(54);
    expect(pack.slice(0, 9)).toEqual(['H4', 'H3', 'H2', 'H1', 'HJ', 'HC', 'HQ', 'HK', 'D4']);
    expect(pack.slice(16, 26)).toEqual(['S7', 'S8', 'S9', 'S10', 'SJ', 'SC', 'SQ', 'SK', 'C7', 'C8']);
    expect(pack.slice(-2)).toEqual(['T21', 'T22']);
  });
});

describe('a deal of tablić', () => {
  test('as the server dealt it is fair, and a card on the table that is another one is found', async () => {
    const check = await checkDeal(tablic as GameRecord);
    expect(check).toMatchObject({ fair: true, attempt: 0, table: { same: true } });
    expect(check.table.computed).toHaveLength(4);
    expect(check.hands.map((hand) => [hand.computed.length, hand.same])).toEqual([[6, true], [6, true], [6, true]]);
    expect(check.stock.computed).toEqual(tablic.cards.stock);
    const start = { ...tablic.start, cards: ['HA', 'SA', 'DA', 'CA'] } as GameRecord['start'];
    expect(await checkDeal({ ...(tablic as GameRecord), start })).toMatchObject({ fair: false, table: { same: false }, stock: { same: true } });
  });

  test('gives one card at a time, four first to the table, from the pack in the order of the protocol', () => {
    const game = { name: 'tablic', options: { players: 2 } } as const;
    const pack = freshPack(game);
    expect(new Set(pack).size).toBe(52);
    expect([pack.slice(0, 5), pack.slice(-2)]).toEqual([['HA', 'SA', 'DA', 'CA', 'H2'], ['DK', 'CK']]);
    const { table, hands, stock } = dealOf(game.name, pack, 2);
    expect(table).toEqual(['HA', 'SA', 'DA', 'CA']);
    expect(hands).toEqual([['H2', 'D2', 'H3', 'D3', 'H4', 'D4'], ['S2', 'C2', 'S3', 'C3', 'S4', 'C4']]);
    expect([stock.length, stock[0]]).toEqual([36, 'H5']);
  });
});

describe('promises', () => {
  beforeEach(() => {
    window.localStorage.clear();
  });

  const dealt = (commitment: string): Parameters<typeof notePromise>[0] => ({
    type: 'event',
    table: 't1',
    seq: 1,
    event: { type: 'dealt', deal: deal({ game: 'g9', commitment }) },
  });

  test('are kept in mind as first heard', () => {
    notePromise(dealt('first'));
    notePromise(dealt('second'));
    expect(promiseOf('g9')).toBe('first');
    expect(promiseOf('g1')).toBeUndefined();
    notePromise({ type: 'snapshot', snapshot: snapshot() });
    expect(promiseOf('g1')).toBe('c0ffee');
  });

  test('are worth nothing once the deal is over', () => {
    const over = deal({ finish: {} as never });
    notePromise({ type: 'snapshot', snapshot: snapshot({ deal: over }) });
    expect(promiseOf('g1')).toBeUndefined();
  });

  test('do not pile up', () => {
    for (let n = 0; n < 250; n++) {
      notePromise({ type: 'snapshot', snapshot: snapshot({ deal: deal({ game: `game ${n}` }) }) });
    }
    expect(promiseOf('game 49')).toBeUndefined();
    expect(promiseOf('game 50')).toBe('c0ffee');
  });
});
