import { expect, test } from 'vitest';
import type { DealFinish, DroppedPromise, MatchScore, PlayedMove, TableConfig, TableEvent } from '../protocol';
import { dealNumber } from './kind';
import { leftSeat, seatName } from './seats';
import { deal, dealLed, drew, played, player, seat, snapshot, takes, trickTaken, trset } from './testing';
import { partway, withPlayed } from './steps';
import { applyEvent, factsAdded, fromSnapshot, type TableState } from './table';

function play(state: TableState, ...events: TableEvent[]): TableState {
  return events.reduce((now, event) => {
    const applied = applyEvent(now, now.seq + 1, event, 5000);
    if (applied.kind !== 'next') throw new Error(applied.kind);
    return applied.state;
  }, state);
}

const start = fromSnapshot(snapshot(), 1000);

test('numbers have no gaps: known events are dropped, missing ones noticed', () => {
  const event: TableEvent = { type: 'spectators', count: 3 };
  expect(applyEvent(start, 10, event, 0)).toEqual({ kind: 'known' });
  expect(applyEvent(start, 9, event, 0)).toEqual({ kind: 'known' });
  expect(applyEvent(start, 12, event, 0)).toEqual({ kind: 'gap' });
  expect(applyEvent(start, 11, event, 0)).toMatchObject({ kind: 'next', state: { seq: 11, spectators: 3 } });
});

test('a move changes the view, the turn, the clock and the log', () => {
  const next = play(start, {
    type: 'moved',
    seat: 0,
    action: 'D3',
    by: 'player',
    thinking_ms: 900,
    events: [played(0, 'D3')],
    turn: { seat: 1, move_ms: 20_000, bank_ms: 41_000 },
  });
  expect(trset(next.deal?.view).trick.cards).toEqual(['D3']);
  expect(next.deal?.turn).toEqual({ seat: 1, move_ms: 20_000, bank_ms: 41_000 });
  expect(next.deal?.moves).toEqual([{ seat: 0, action: 'D3', by: 'player', thinking_ms: 900, events: [played(0, 'D3')] }]);
  expect(next.seats[1]?.bank_ms).toBe(41_000);
  expect(next.turnAt).toBe(5000);
  expect(next.log.at(-1)?.fact).toEqual({ kind: 'game', by: 'player', event: played(0, 'D3') });
});

test('between the last card of a trick and its taking there is a moment to look', () => {
  const half = fromSnapshot(snapshot({ deal: dealLed() }), 0);
  const event = takes('C2', 'C5');
  const moment = partway(half, event, 1);
  expect(trset(moment.deal?.view).trick).toEqual({ leader: 1, cards: ['DK', 'D3'] });
  expect(trset(moment.deal?.view).stock).toBe(2);
  expect(moment.deal?.turn).toBeNull();
  expect(trset(play(half, event).deal?.view).trick).toEqual({ leader: 0, cards: [] });
  expect(partway(half, event, 2).deal?.view).toMatchObject({ stock: 2, tricks: [1, 0], trick: { cards: [] } });
  expect(partway(half, event, 3).deal?.view).toMatchObject({ stock: 1, known: [['C4', 'C2'], []] });
});

test('a deal from the promise to the result', () => {
  const finish: DealFinish = {
    game: 'g1',
    result: { game: 'trset', seats: [], cappotto: false },
    won: [true, false],
    forfeited: [false, false],
    score: { game: 'trset', points: [6, 5], deals: 1 },
    match_won: [true, false],
    ratings: [
      { ladder: 'people', before: 1500, after: 1520, settled: true },
      { ladder: 'bots', before: 1500, after: 1480, settled: false },
    ],
    secret: 's',
    nonce_hashes: [null, null],
    nonces: ['', ''],
  };
  const waiting = fromSnapshot(snapshot({ phase: 'finished', deal: null }), 0);
  const promised = play(waiting, { type: 'committed', number: 2, dealer: 1, commitment: 'abc', nonce_ms: 500, barred: [], dropped: [] });
  expect(promised).toMatchObject({ phase: 'shuffling', promised: { number: 2, dealer: 1, commitment: 'abc' } });
  const dealt = play(promised, { type: 'dealt', deal: deal({ number: 2 }) });
  expect(dealt).toMatchObject({ phase: 'playing', promised: null });
  expect(dealt.log.map((entry) => entry.fact)).toEqual([{ kind: 'deal', number: 2 }]);
  const over = play(dealt, { type: 'deal_over', finish });
  expect(over).toMatchObject({ phase: 'finished', score: { points: [6, 5] } });
  expect(over.deal?.finish).toEqual(finish);
  expect(over.deal?.turn).toBeNull();
  // The rating with bots is not the one beside a person's name.
  expect(over.seats.map((one) => [one.player?.rating, one.player?.settled])).toEqual([
    [1520, true],
    [undefined, undefined],
  ]);
  const left = play(over, { type: 'deal_over', finish }, { type: 'left', seat: 1 });
  expect(left.log.slice(-3).map((entry) => entry.fact.kind)).toEqual(['over', 'matchOver', 'left']);
  const again = play(over, { type: 'ready', seat: 1 }, { type: 'match_started', score: { game: 'trset', points: [0, 0], deals: 0 } });
  expect(again.seats[1]?.ready).toBe(true);
  expect(again.score.points).toEqual([0, 0]);
});

test.each([
  ['without an end counts all deals, and begins once', {}, 7, []],
  ['of three deals counts its own', { deals: 3 }, 1, ['match']],
])('tarok %s', (_, options, number, begun) => {
  const config: TableConfig = { ...start.config, game: { name: 'tarok', options } };
  const score: MatchScore = { game: 'tarok', points: [12, 0, -3], radelci: [0, 1, 0], deals: 6 };
  const waiting = fromSnapshot(snapshot({ config, score, phase: 'finished', deal: null }), 0);
  const begin: TableEvent = { type: 'match_started', score };
  expect(factsAdded(waiting, begin).map(({ kind }) => kind)).toEqual(begun);
  expect(factsAdded(waiting, { ...begin, score: { ...score, deals: 0 } })).toHaveLength(1);
  expect(factsAdded(waiting, { type: 'dealt', deal: deal() })).toEqual([{ kind: 'deal', number }]);
  // The score of a deal that is over has it; between deals the number is that of the next.
  const over = { number: 1, finish: {} as DealFinish };
  expect([dealNumber(waiting, over), dealNumber(waiting, null)]).toEqual([number === 7 ? 6 : 1, number]);
});

test('whoever left a deal that goes on finds the seat again, and nobody else does', () => {
  const substitute = { player: player('robot'), since: '' };
  const seats = [seat({ player: player('ana'), substitute }), seat({ player: player('bor') })];
  const left = fromSnapshot(snapshot({ you: null, seats }), 0);
  expect(leftSeat(left, 'ana')?.substitute).toEqual(substitute);
  expect([leftSeat(left, 'bor'), leftSeat(left, 'eva'), leftSeat(left, undefined)]).toEqual([undefined, undefined, undefined]);
  expect(leftSeat({ ...left, you: 0 }, 'ana')).toBeUndefined();
  expect(leftSeat({ ...left, phase: 'finished' }, 'ana')).toBeUndefined();
});

test('a promise that came to nothing stands in the log of the deal', () => {
  const waiting = fromSnapshot(snapshot({ phase: 'finished', deal: null }), 0);
  const dropped: DroppedPromise = {
    ...{ number: 2, dealer: 1, commitment: 'abc', secret: 's', nonce_hashes: ['h', null], nonces: ['', ''] },
    ...{ reason: 'withheld', seats: [0], at: '' },
  };
  const told = { kind: 'dropped', reason: 'withheld', seats: [0] };
  const committed = (commitment: string, ...before: DroppedPromise[]): TableEvent => ({
    ...{ type: 'committed', number: 2, dealer: 1, commitment, nonce_ms: 500, barred: [0], dropped: before },
  });
  const first = play(waiting, committed('abc'), { type: 'nonces_committed', hashes: ['h', null], reveal_ms: 500 });
  expect(first.promised).toMatchObject({ commitment: 'abc', hashes: ['h', null] });
  const second = play(first, committed('def', dropped));
  expect(second.promised).toMatchObject({ commitment: 'def', barred: [0], hashes: null });
  expect(second.log.map((entry) => entry.fact)).toEqual([told]);
  // Told again, it is no other one.
  expect(play(second, committed('ghi', dropped)).log).toHaveLength(1);
  const dealt = play(second, { type: 'dealt', deal: deal({ number: 2 }) });
  expect(dealt.log.map((entry) => entry.fact)).toEqual([told, { kind: 'deal', number: 2 }]);
  expect(dealt.dropped).toEqual([]);
});

test('a guest who registers keeps the seat, by another name', () => {
  const before = play(start, { type: 'connection', seat: 1, connected: false });
  const after = play(before, { type: 'renamed', seat: 1, player: player('bor', { name: 'Borut', kind: 'person' }) });
  expect(after.seats[1]).toEqual({ ...before.seats[1], player: player('bor', { name: 'Borut', kind: 'person' }) });
  expect(seatName(after.names, 1, 'nobody')).toBe('Borut');
  expect(after.log).toEqual(before.log);
});

test('people come, go, are played for and return', () => {
  const open = fromSnapshot(snapshot({ phase: 'waiting', deal: null, you: null, seats: [seat(), seat()] }), 0);
  const seated = play(open, { type: 'seated', seat: 1, player: player('bor') });
  expect(seated.seats[1]).toMatchObject({ player: { id: 'bor' }, connected: true, ready: true });
  const empty = play(seated, { type: 'left', seat: 1 });
  expect(empty.seats[1]?.player).toBeNull();
  expect(empty.log.at(-1)?.fact, 'the one who left, not another who sat there in the deal').toEqual({ kind: 'left', name: 'BOR' });
  expect(seatName(empty.names, 1, 'nobody')).toBe('BOR');
  expect(seatName(empty.names, 0, 'nobody')).toBe('nobody');

  const away = play(start, { type: 'connection', seat: 1, connected: false });
  expect(away.seats[1]?.connected).toBe(false);
  expect(away.log.at(-1)?.fact).toEqual({ kind: 'connection', name: start.seats[1]?.player?.name, connected: false });
  const self = play(start, { type: 'connection', seat: 0, connected: true });
  expect(self.log).toEqual(start.log);
  const substitute = { player: player('bot', { kind: 'bot' }), since: '2030-01-01T10:00:00Z' };
  const turn = { seat: 1, move_ms: 1000, bank_ms: 0 };
  const replaced = play(away, { type: 'substituted', seat: 1, substitute, turn });
  expect(replaced.seats[1]?.substitute).toEqual(substitute);
  expect(replaced.deal?.turn).toEqual(turn);
  const gone = play(start, { type: 'substituted', seat: 1, substitute: { ...substitute, left: true }, turn: null });
  expect(gone.log.at(-1)?.fact).toMatchObject({ kind: 'substituted', left: true });
  // Who has left has lost no connection.
  expect(play(gone, { type: 'connection', seat: 1, connected: false }).log).toEqual(gone.log);
  const back = play(replaced, { type: 'returned', seat: 1, turn: null });
  expect(back.seats[1]?.substitute).toBeNull();
  expect(back.deal?.turn).toEqual(turn);
});

test('whoever leaves the table has no seat there any more', () => {
  const gone = play(fromSnapshot(snapshot({ phase: 'shuffling', deal: null }), 0), { type: 'left', seat: 0 });
  expect(gone).toMatchObject({ you: null, phase: 'waiting' });
});

test('chat keeps the newest lines, and a closed table is closed', () => {
  let state = start;
  for (let n = 0; n < 120; n++) {
    state = play(state, { type: 'chat', line: { from: player('ana'), text: String(n), at: '' } });
  }
  expect(state.chat).toHaveLength(100);
  expect(state.chat.at(-1)?.text).toBe('119');
  expect(play({ ...state, deal: start.deal }, { type: 'closed', reason: 'idle' })).toMatchObject({
    phase: 'closed',
    closed: 'idle',
    deal: { turn: null },
  });
});

test('a snapshot after a restart brings the moves so far into the log', () => {
  const moves = [
    {
      seat: 0,
      action: 'napola:C',
      by: 'player',
      thinking_ms: 1,
      events: [{ game: 'trset', type: 'declared', seat: 0, declaration: 'napola:C' }],
    },
    {
      seat: 0,
      action: 'C3',
      by: 'substitute',
      thinking_ms: 1,
      events: [played(0, 'C3'), trickTaken(0, 1), drew(0, 'DA')],
    },
  ] satisfies PlayedMove[];
  const state = fromSnapshot(snapshot({ epoch: 'e2', deal: deal({ moves }) }), 0, start);
  expect(state.log.map((entry) => entry.fact)).toEqual([
    { kind: 'deal', number: 1 },
    { kind: 'game', by: 'player', event: { game: 'trset', type: 'declared', seat: 0, declaration: 'napola:C' } },
    { kind: 'game', by: 'substitute', event: played(0, 'C3') },
    { kind: 'game', by: 'substitute', event: trickTaken(0, 1) },
    { kind: 'game', by: 'substitute', event: drew(0, 'DA') },
  ]);
});

test('a card on its way lies on the table already, and what comes makes the same of it', () => {
  const ahead = withPlayed(start, 0, 'D3');
  const after = play(start, {
    type: 'moved',
    seat: 0,
    action: 'D3',
    by: 'player',
    thinking_ms: 900,
    events: [played(0, 'D3')],
    turn: { seat: 1, move_ms: 20_000, bank_ms: 41_000 },
  });
  // Only the server says who is next.
  expect({ ...ahead.deal?.view, current_player: 1 }).toEqual(after.deal?.view);
  expect(ahead.log).toEqual(after.log);
  expect(withPlayed(start, 0, 'napola:C')).toBe(start);
});
