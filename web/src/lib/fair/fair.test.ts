import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import vectors from '../../../../crates/game/tests/it/fair.json';
import { GAMES } from '../../games';
import { PREPARED, type GameOptions, type GameRecord, type TableEvent } from '../protocol';
import { deal, snapshot } from '../state/testing';
import tablic from '../state/recorded/tablic-three.game.json';
import tarok from '../state/recorded/tarok-three.game.json';
import { checkDeal } from './check';
import { hashOf, type Promised } from './promises';
import { sha256, sha256Here } from './sha256';
import { fromHex, seedInput, shuffle, toHex } from './shuffle';

const document = (name: string): string => readFileSync(join(import.meta.dirname, '../../../../docs/protocol', name), 'utf8');
/** The record that docs/protocol/trset.md shows: a real deal. */
const written = /```json GameRecord\n([\s\S]*?)```/.exec(document('trset.md'))?.[1] ?? '';
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
    expect(shuffle(pack, await sha256(seedInput(secret, vector.nonces, vector.attempt)))).toEqual(vector.order);
  });

  test('has the seed that the document names', async () => {
    const secret = Uint8Array.from({ length: 32 }, (_, i) => i);
    const seed = toHex(await sha256(seedInput(secret, ['', 'burja'])));
    expect(document('fair-deals.md')).toContain(seed);
  });
});

describe('a finished deal', () => {
  test('is what was promised', async () => {
    const check = await checkDeal(record, { commitment: record.commitment });
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
    const hands = [
      [...first.slice(1), second[0] ?? ''],
      [...second.slice(1), first[0] ?? ''],
    ];
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
    expect(await checkDeal(record, { commitment: 'f'.repeat(64) })).toMatchObject({ kept: true, promisedKept: false, fair: false });
  });
});

describe('a deal of tarok', () => {
  test('is what was promised: sixteen each, and the talon', async () => {
    const check = await checkDeal(tarok as unknown as GameRecord, { commitment: tarok.commitment });
    expect(check).toMatchObject({ fair: true, attempt: 0 });
    expect(check.hands.map((hand) => [hand.computed.length, hand.same])).toEqual([
      [16, true],
      [16, true],
      [16, true],
    ]);
    expect(check.stock.computed).toEqual(tarok.cards.stock);
    const talon = [...tarok.cards.stock].reverse();
    expect(await checkDeal({ ...(tarok as unknown as GameRecord), cards: { ...tarok.cards, stock: talon } })).toMatchObject({
      fair: false,
    });
  });

  test.each([3, 4])('that was prepared for %i is one of those that are, and no other', async (players) => {
    const options: GameOptions = { name: 'tarok', options: { players, prepared: true } };
    const seats = Array.from({ length: players }, (_, seat) => seat);
    const packs = new Set<string>();
    for (let byte = 0; byte < 16; byte++) {
      const secret = byte.toString(16).padStart(2, '0').repeat(32);
      const commitment = toHex(await sha256(fromHex(secret)));
      const bare = {
        ...(tarok as unknown as GameRecord),
        options,
        secret,
        commitment,
        nonces: seats.map(() => ''),
        nonce_hashes: null,
        dropped: [],
        cards: { hands: seats.map(() => []), stock: [] },
      };
      const { shuffled } = await checkDeal(bare);
      const { hands, stock } = GAMES.tarok.dealt(shuffled, players);
      const dealt = seats.map((seat) => hands[(seat + 2 * players - 1 - bare.dealer) % players] ?? []);
      const record = { ...bare, cards: { stock, hands: dealt } };
      expect(await checkDeal(record)).toMatchObject({ prepared: true, fair: true });
      expect(PREPARED[players]).toContain(shuffled.join(' '));
      packs.add(shuffled.join());
      const [first = [], ...rest] = record.cards.hands;
      const turned = { ...record, cards: { stock, hands: [...rest, first] } };
      expect(await checkDeal(turned)).toMatchObject({ prepared: true, fair: false });
      expect(await checkDeal({ ...record, options: { name: 'tarok', options: { players } } })).toMatchObject({
        prepared: false,
        fair: false,
      });
    }
    expect(packs.size).toBe(PREPARED[players]?.length);
  });

  test('without taroks for somebody is shuffled again from the same secret', async () => {
    // Its first shuffle leaves somebody without a tarok.
    const secret = '0d0c'.padEnd(64, '0');
    const nonces = ['', '', ''];
    const pack = GAMES.tarok.freshPack({});
    const hands = (cards: string[]): string[][] => [0, 1, 2].map((n) => cards.slice(n * 16, n * 16 + 16));
    const without = (cards: string[]): boolean => hands(cards).some((hand) => !hand.some((card) => card.startsWith('T')));
    expect(without(shuffle(pack, await sha256(seedInput(fromHex(secret), nonces))))).toBe(true);
    const second = shuffle(pack, await sha256(seedInput(fromHex(secret), nonces, 1)));
    expect(without(second)).toBe(false);
    const dealt = {
      ...(tarok as unknown as GameRecord),
      secret,
      nonces,
      nonce_hashes: [null, null, null],
      commitment: toHex(await sha256(fromHex(secret))),
      dealer: 2,
      cards: { hands: hands(second), stock: second.slice(48) },
    };
    expect(await checkDeal(dealt)).toMatchObject({ fair: true, attempt: 1 });
  });

  test('has the pack of fifty-four in the order of the protocol', () => {
    const pack = GAMES.tarok.freshPack({});
    expect(new Set(pack).size).toBe(54);
    expect(pack.slice(0, 9)).toEqual(['H4', 'H3', 'H2', 'H1', 'HJ', 'HC', 'HQ', 'HK', 'D4']);
    expect(pack.slice(16, 26)).toEqual(['S7', 'S8', 'S9', 'S10', 'SJ', 'SC', 'SQ', 'SK', 'C7', 'C8']);
    expect(pack.slice(-2)).toEqual(['T21', 'T22']);
  });
});

describe('a deal of tablić', () => {
  test('as the server dealt it is fair, and a card on the table that is another one is found', async () => {
    const check = await checkDeal(tablic as unknown as GameRecord);
    expect(check).toMatchObject({ fair: true, attempt: 0, table: { same: true } });
    expect(check.table.computed).toHaveLength(4);
    expect(check.hands.map((hand) => [hand.computed.length, hand.same])).toEqual([
      [6, true],
      [6, true],
      [6, true],
    ]);
    expect(check.stock.computed).toEqual(tablic.cards.stock);
    const zones = { ...tablic.zones, table: { n: 4, cards: ['HA', 'SA', 'DA', 'CA'] } } as unknown as GameRecord['zones'];
    expect(await checkDeal({ ...(tablic as unknown as GameRecord), zones })).toMatchObject({
      fair: false,
      table: { same: false },
      stock: { same: true },
    });
  });

  test('gives one card at a time, four first to the table, from the pack in the order of the protocol', () => {
    const game = { name: 'tablic', options: { players: 2 } } as const;
    const pack = GAMES.tablic.freshPack(game.options);
    expect(new Set(pack).size).toBe(52);
    expect([pack.slice(0, 5), pack.slice(-2)]).toEqual([
      ['HA', 'SA', 'DA', 'CA', 'H2'],
      ['DK', 'CK'],
    ]);
    const { table, hands, stock } = GAMES.tablic.dealt(pack, 2);
    expect(table).toEqual(['HA', 'SA', 'DA', 'CA']);
    expect(hands).toEqual([
      ['H2', 'D2', 'H3', 'D3', 'H4', 'D4'],
      ['S2', 'C2', 'S3', 'C3', 'S4', 'C4'],
    ]);
    expect([stock.length, stock[0]]).toEqual([36, 'H5']);
  });
});

describe('nonces', () => {
  const hashes = record.nonce_hashes as (string | null)[];

  test('are those that were committed to', async () => {
    const { added, fair } = await checkDeal(record, {
      commitment: record.commitment,
      hashes,
      own: { seat: 1, nonce: 'burja ž 7' },
      earlier: [],
    });
    expect(fair).toBe(true);
    expect(added).toMatchObject({ listSame: true, ownThere: true, hidden: [] });
    expect(added.nonces?.map(({ same }) => same)).toEqual([true, true]);
  });

  test('that were chosen afterwards are found, whatever cards follow from them', async () => {
    for (const nonces of [
      ['chosen last', 'burja ž 7'],
      ['', 'chosen last'],
      ['', ''],
    ]) {
      const { added, fair } = await checkDeal({ ...record, nonces });
      expect(fair).toBe(false);
      expect(added.fair).toBe(false);
    }
    expect((await checkDeal({ ...record, nonce_hashes: [null] })).added.fair).toBe(false);
  });

  test('of another list than this browser heard are not fair', async () => {
    const heard = [hashOf('another'), hashes[1] ?? null];
    const { added, fair } = await checkDeal(record, { commitment: record.commitment, hashes: heard });
    expect([added.listSame, added.ownThere, fair]).toEqual([false, false, false]);
  });

  test('without one’s own prove less, and that is said', async () => {
    const seen = { commitment: record.commitment, hashes, own: { seat: 0, nonce: 'came too late' } };
    expect((await checkDeal(record, seen)).added).toMatchObject({ ownThere: false, fair: true });
    // A spectator or a barred player heard the list and added nothing.
    expect((await checkDeal(record, { commitment: record.commitment, hashes })).added).toMatchObject({ ownThere: false, fair: true });
    expect((await checkDeal(record)).added.ownThere).toBeUndefined();
  });

  test('of an older deal are checked by the older rule', async () => {
    const { nonce_hashes, dropped, ...rest } = record;
    expect([nonce_hashes, dropped]).toEqual([hashes, []]);
    const { added, fair } = await checkDeal(rest as GameRecord, { commitment: record.commitment });
    expect(fair).toBe(true);
    expect(added).toMatchObject({ nonces: undefined, listSame: undefined, dropped: [] });
  });

  test('of what was dropped are checked too, and nothing dropped may be hidden', async () => {
    const secret = '5'.repeat(64);
    const commitment = toHex(await sha256(fromHex(secret)));
    const dropped = {
      ...{ number: 1, dealer: 1, commitment, secret, reason: 'withheld' as const, seats: [0], at: '' },
      ...{ nonce_hashes: [hashOf('kept back'), hashOf('opened')], nonces: ['', 'opened'] },
    };
    const seen = { commitment: record.commitment, earlier: [commitment] };
    expect((await checkDeal({ ...record, dropped: [dropped] }, seen)).added).toMatchObject({ fair: true, hidden: [] });
    expect((await checkDeal(record, seen)).added).toMatchObject({ fair: false, hidden: [commitment] });
    for (const other of [
      { ...dropped, secret: '6'.repeat(64) },
      { ...dropped, nonces: ['', 'another'] },
    ]) {
      expect((await checkDeal({ ...record, dropped: [other] }, seen)).fair).toBe(false);
    }
  });
});

let page: typeof import('./promises');

/** Loads the page again: it remembers only what was stored. */
async function reload(): Promise<void> {
  vi.resetModules();
  page = await import('./promises');
}

describe('one’s own part in a shuffle', () => {
  beforeEach(async () => {
    window.localStorage.clear();
    await reload();
  });

  const promised = (commitment: string, more: Partial<Promised> = {}): Promised => ({ commitment, barred: [], hashes: null, ...more });
  function commit(table: string, commitment: string): string {
    const said = page.answer(table, 0, promised(commitment));
    if (said?.type !== 'nonce_hash') throw new Error('nothing was committed to');
    return said.hash;
  }

  test('is a hash, and then the nonce, for a list with that hash in it', () => {
    const hash = commit('t1', 'c1');
    expect(commit('t1', 'c1')).toBe(hash);
    expect(page.answer('t1', 0, promised('c1', { hashes: [null, hash] }))).toBeNull();
    // The first list counts.
    expect(page.answer('t1', 0, promised('c1', { hashes: [hash, null] }))).toBeNull();
    const second = commit('t1', 'c2');
    expect(second).not.toBe(hash);
    const said = page.answer('t1', 0, promised('c2', { hashes: [second, null] }));
    expect(said?.type === 'nonce' && hashOf(said.nonce)).toBe(second);
    // Now the nonce is known: for another list of the same promise there is none.
    expect(page.answer('t1', 0, promised('c2'))?.type).not.toBe('nonce_hash');
  });

  test('outlives a reload, and is none for who withheld one', async () => {
    const hash = commit('t1', 'c1');
    await reload();
    const said = page.answer('t1', 0, promised('c1', { hashes: [hash, null] }));
    expect(said?.type === 'nonce' && hashOf(said.nonce)).toBe(hash);
    expect(page.answer('t2', 0, promised('c3', { barred: [0] }))).toBeNull();
  });

  test('is remembered with what was told before it was opened', () => {
    const tell = (event: TableEvent): void => {
      page.notePromise({ type: 'event', table: 't1', seq: 1, event });
    };
    const committed = (commitment: string): TableEvent => ({
      type: 'committed',
      number: 1,
      dealer: 0,
      commitment,
      nonce_ms: 1,
      barred: [],
      dropped: [],
    });
    tell(committed('c1'));
    tell(committed('c2'));
    const hash = commit('t1', 'c2');
    tell({ type: 'nonces_committed', hashes: [hash, null], reveal_ms: 1 });
    const said = page.answer('t1', 0, promised('c2', { hashes: [hash, null] }));
    const nonce = said?.type === 'nonce' ? said.nonce : '';
    tell({ type: 'dealt', deal: deal({ game: 'g9', commitment: 'c2' }) });
    expect(page.seenOf('g9')).toEqual({ commitment: 'c2', hashes: [hash, null], own: { seat: 0, nonce }, earlier: ['c1'] });
    // The next deal begins anew.
    tell(committed('c3'));
    tell({ type: 'dealt', deal: deal({ game: 'g10', commitment: 'c3' }) });
    expect(page.seenOf('g10')).toEqual({ commitment: 'c3', earlier: [] });
  });
});

describe('promises', () => {
  beforeEach(async () => {
    window.localStorage.clear();
    await reload();
  });

  const dealt = (commitment: string): Parameters<typeof page.notePromise>[0] => ({
    type: 'event',
    table: 't1',
    seq: 1,
    event: { type: 'dealt', deal: deal({ game: 'g9', commitment }) },
  });

  test('are kept in mind as first heard', () => {
    page.notePromise(dealt('first'));
    page.notePromise(dealt('second'));
    expect(page.seenOf('g9')).toEqual({ commitment: 'first' });
    expect(page.seenOf('g1')).toBeUndefined();
    page.notePromise({ type: 'snapshot', snapshot: snapshot() });
    expect(page.seenOf('g1')).toEqual({ commitment: 'c0ffee' });
  });

  test('are worth nothing once the deal is over', () => {
    const over = deal({ finish: {} as never });
    page.notePromise({ type: 'snapshot', snapshot: snapshot({ deal: over }) });
    expect(page.seenOf('g1')).toBeUndefined();
  });

  test('do not pile up', () => {
    for (let n = 0; n < 250; n++) {
      page.notePromise({ type: 'snapshot', snapshot: snapshot({ deal: deal({ game: `game ${n}` }) }) });
    }
    expect(page.seenOf('game 49')).toBeUndefined();
    expect(page.seenOf('game 50')).toEqual({ commitment: 'c0ffee' });
  });
});
