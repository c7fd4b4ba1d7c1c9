/**
 * The messages of a real server to one seat. The snapshots were asked for in between: the events must make of
 * the first one exactly what the server shows.
 */
import { describe, expect, test } from 'vitest';
import type { GameRecord, GameResult, TableEvent, TableSnapshot } from '../lib/protocol';
import { buildReplay, nextTrick, positionAt } from '../lib/state/replay';
import { soundsIn, toldIn } from '../lib/state/cues';
import { resultTable } from './trset/state/result';
import { stepsOf } from '../lib/state/steps';
import { applyEvent, fromSnapshot, type TableState } from '../lib/state/table';
import { TABLIC_CAPTURING } from './tablic/state/capturing';
import { pointsOf } from './tablic/state/cards';
import { readCaptures } from '../lib/state/capture/actions';
import { choiceOf } from '../lib/state/capture/choice';
import { tablicTable } from './tablic/state/result';
import { sumsOf, targetOf } from '../lib/state/capture/sums';
import { tarokTable } from './tarok/state/result';
import { trset } from '../lib/state/testing';
import type { Zones } from '../lib/state/zones';

interface Recorded {
  first: TableSnapshot;
  steps: { events: { seq: number; event: TableEvent }[]; snapshot: TableSnapshot }[];
}

const TABLES = import.meta.glob<unknown>('../lib/state/recorded/*.json', { eager: true, import: 'default' });

function table(name: string): Recorded {
  return TABLES[`../lib/state/recorded/${name}.json`] as Recorded;
}

function game(name: string): GameRecord {
  return TABLES[`../lib/state/recorded/${name}.game.json`] as GameRecord;
}

function trsetResult(result: GameResult): Extract<GameResult, { game: 'trset' }> {
  if (result.game !== 'trset') throw new Error('this is no result of tršet');
  return result;
}

/** The cards of each zone in one order. */
function sorted(zones: Zones): Zones {
  return Object.fromEntries(
    Object.entries(zones).map(([zone, lying]) => [zone, { ...lying, cards: [...(lying?.cards ?? [])].sort() }]),
  ) as Zones;
}

/** The state that the server sends, without the page’s own parts, the clocks, and the view that programs follow. */
function told(state: Omit<TableSnapshot, 'deal'> & { deal: TableState['deal'] | TableSnapshot['deal'] }): unknown {
  const { id, epoch, seq, config, phase, seats, you, deal, score, spectators } = state;
  if (!deal) return { id, epoch, seq };
  const { game, number, commitment, dealer, zones, status, turn, moves, finish } = deal;
  return {
    ...{ id, epoch, seq, config, phase, you, score, spectators },
    seats: seats.map((seat) => ({ ...seat, bank_ms: 0 })),
    deal: {
      game,
      number,
      commitment,
      dealer,
      zones: sorted(zones ?? {}),
      status,
      moves,
      finish,
      turn: turn && { seat: turn.seat, legal: turn.legal },
    },
  };
}

/** Returns the number of cards that were taken. */
function pilesOf({ deal }: TableState): number {
  return (deal?.view.piles ?? []).reduce((sum, pile) => sum + pile.length, 0);
}

/** Returns the figure of a seat as its result has it. */
function figureOf(result: GameResult, seat: number): number | null | undefined {
  if (result.game === 'trset') return (result.seats[seat]?.thirds ?? 0) + (result.seats[seat]?.declared ?? 0);
  return result.game === 'tablic' ? result.seats[seat]?.score : result.seats[seat]?.points;
}

const TRSET = ['two', 'three', 'four'];
const TAROK = ['tarok-three', 'tarok-klop', 'tarok-berac'];
const TABLIC = ['tablic-two', 'tablic-three'];

describe.each([...TRSET, ...TAROK, ...TABLIC])('a table of %s', (name) => {
  test('events bring a snapshot forward to the next one', () => {
    const { first, steps } = table(name);
    let state: TableState = fromSnapshot(first, 0);
    for (const { events, snapshot } of steps) {
      for (const { seq, event } of events) {
        const applied = applyEvent(state, seq, event, 0);
        if (applied.kind !== 'next') throw new Error(`event ${seq} is a ${applied.kind}`);
        state = applied.state;
      }
      expect(told(state)).toEqual(told(snapshot));
      expect(state.deal?.lastTrick).toEqual(fromSnapshot(snapshot, 0).deal?.lastTrick);
    }
    expect(state.phase).toBe('finished');
  });

  test('each event is a list of steps that leads to its state, tells every line once, and moves no card twice', () => {
    const { first, steps } = table(name);
    let state: TableState = fromSnapshot(first, 0);
    for (const { seq, event } of steps.flatMap(({ events }) => events)) {
      const applied = applyEvent(state, seq, event, 0);
      if (applied.kind !== 'next') throw new Error(`event ${seq} is a ${applied.kind}`);
      const list = stepsOf(state, event, applied.state);
      expect(list.at(-1)?.state).toBe(applied.state);
      const fresh = applied.state.log.filter(({ id }) => id > (state.log.at(-1)?.id ?? 0));
      expect(list.flatMap(({ cues }) => toldIn(cues))).toEqual(fresh.map(({ fact }) => fact));
      const taken = event.type === 'moved' ? event.events.filter(({ type }) => ['trick_taken', 'captured', 'swept'].includes(type)) : [];
      expect(list.filter(({ hold }) => hold === 'trick')).toHaveLength(taken.length);
      expect(list.flatMap(({ cues }) => soundsIn(cues)).filter((sound) => sound === 'take')).toHaveLength(taken.length);
      let piled = pilesOf(state);
      for (const { state: shown } of list) {
        expect(pilesOf(shown)).toBeGreaterThanOrEqual(piled);
        piled = pilesOf(shown);
      }
      state = applied.state;
    }
  });

  test('at the end the piles are counted up, as the result has it, before those who have won celebrate', () => {
    const { first, steps } = table(name);
    let state: TableState = fromSnapshot(first, 0);
    let ended = 0;
    for (const { seq, event } of steps.flatMap(({ events }) => events)) {
      const applied = applyEvent(state, seq, event, 0);
      if (applied.kind !== 'next') throw new Error(`event ${seq} is a ${applied.kind}`);
      if (event.type === 'deal_over') {
        ended += 1;
        const list = stepsOf(state, event, applied.state);
        const { result, won } = event.finish;
        const counts = result.game !== 'tarok' || result.seats.some(({ points }) => points !== null);
        expect(list.map(({ hold }) => hold)).toEqual(counts ? ['count', 'none'] : ['none']);
        const tally = counts ? (list[0]?.state.tally ?? []) : [];
        expect(tally.every(({ seat, amount }) => amount === figureOf(result, seat))).toBe(true);
        expect(applied.state.tally).toBeNull();
        const seats = won.flatMap((one, seat) => (one ? [seat] : []));
        for (const you of [null, ...won.keys()]) {
          const cues = stepsOf(state, event, { ...applied.state, you }).at(-1)?.cues ?? [];
          const celebrated = cues.filter(({ kind }) => kind === 'celebrated');
          expect(celebrated).toEqual(you === null || won[you] ? [{ kind: 'celebrated', seats }] : []);
        }
        expect(list.slice(0, -1).flatMap(({ cues }) => cues)).toEqual([]);
      }
      state = applied.state;
    }
    expect(ended).toBe(1);
  });

  test('whoever loads the page again finds the log as it was', () => {
    const { first, steps } = table(name);
    let state: TableState = fromSnapshot(first, 0);
    for (const { events, snapshot } of steps) {
      for (const { seq, event } of events) {
        const applied = applyEvent(state, seq, event, 0);
        if (applied.kind === 'next') state = applied.state;
      }
      // Events of the players themselves are not part of the deal.
      const inDeal = ({ log }: TableState): unknown[] =>
        log.map(({ fact }) => fact).filter(({ kind }) => ['deal', 'game', 'over'].includes(kind));
      expect(inDeal(fromSnapshot(snapshot, 0))).toEqual(inDeal(state));
    }
  });
});

describe.each(TRSET)('a table of %s', (name) => {
  test('the replay ends where the deal ended', () => {
    const replay = buildReplay(game(name));
    const end = positionAt(replay, replay.positions.length);
    expect(end.step).toBe(replay.record.steps.length);
    expect(end.hands.flat()).toEqual([]);
    expect(end.stock).toEqual([]);
    const { seats } = trsetResult(replay.record.result);
    expect(trset(end.view).thirds).toEqual(seats.map((seat) => seat.thirds));
    const pack = trset(end.view).options.players === 3 ? 39 : 40;
    for (const { hands, stock, view } of replay.positions) {
      const cards = [...hands.flat(), ...stock, ...trset(view).trick.cards, ...view.piles.flat()];
      expect(new Set(cards).size).toBe(pack);
      expect(cards).toHaveLength(pack);
      expect(hands.map((hand) => hand.length)).toEqual(view.hand_sizes);
    }
  });

  test('the result adds up', () => {
    const snapshot = table(name).steps.at(-1)?.snapshot;
    const last = snapshot && fromSnapshot(snapshot, 0).deal;
    const result = last && resultTable(trset(last.view), last.finish?.won);
    if (!result) throw new Error('the deal is not over');
    const lines = result.sides.flatMap((side) => side.lines);
    expect(lines.reduce((sum, line) => sum + line.cards, 0)).toBe(32);
    expect(lines.reduce((sum, line) => sum + line.last, 0)).toBe(3);
    for (const side of result.sides) {
      expect(side.lines.reduce((sum, line) => sum + line.own, 0)).toBe(side.thirds);
    }
  });
});

describe.each(TAROK)('a deal of %s', (name) => {
  const replay = buildReplay(game(name));
  const last = table(name).steps.at(-1)?.snapshot.deal?.finish?.result;
  if (last?.game !== 'tarok') throw new Error('the deal is not over');

  test('every card is somewhere at every step of the replay', () => {
    for (const { hands, stock, put, view } of replay.positions) {
      if (view.game !== 'tarok') throw new Error('this is no deal of tarok');
      const cards = [...hands.flat(), ...stock, ...put, ...view.left, ...view.piles.flat(), ...(view.trick?.cards ?? [])];
      expect(new Set(cards).size, view.phase.name).toBe(54);
      expect(cards).toHaveLength(54);
      expect(hands.map((hand) => hand.length)).toEqual(view.hand_sizes);
    }
  });

  test('the lines of the score add up to what is written down', () => {
    const scored = tarokTable(last);
    for (const seat of [0, 1, 2]) {
      const sum = scored.lines.reduce((all, line) => all + (line.counts ? (line.values[seat] ?? 0) : 0), 0);
      expect(sum, `seat ${seat}`).toBe(last.scores[seat]);
    }
  });
});

describe.each(TABLIC)('a deal of %s', (name) => {
  const replay = buildReplay(game(name));

  test('every card is somewhere at every step of the replay', () => {
    for (const { hands, stock, view } of replay.positions) {
      if (view.game !== 'tablic') throw new Error('this is no deal of tablić');
      const cards = [...hands.flat(), ...stock, ...view.cards, ...view.piles.flat()];
      expect(new Set(cards).size).toBe(52);
      expect(cards).toHaveLength(52);
      expect(hands.map((hand) => hand.length)).toEqual(view.hand_sizes);
      expect(stock).toHaveLength(view.deck);
    }
  });

  test('each capture is a step to go to, and shows what was taken', () => {
    const captures = replay.positions.filter(({ taking }) => taking !== undefined);
    expect(captures.length).toBeGreaterThan(5);
    const visited = [];
    for (let step = nextTrick(replay, 0, 1); step < replay.positions.length - 1; step = nextTrick(replay, step, 1)) visited.push(step);
    const steps = captures.map(({ step }) => step).filter((step) => step < replay.positions.length - 1);
    expect(visited).toEqual(steps);
  });

  test('the lines of the score add up, and are the piles and tablas of the end', () => {
    const { result } = replay.record;
    const end = positionAt(replay, replay.positions.length).view;
    if (result.game !== 'tablic' || end.game !== 'tablic') throw new Error('this is no deal of tablić');
    for (const line of tablicTable(result, end.options)) {
      expect(line.points + line.most + line.tablas).toBe(line.score);
      expect(line.cards).toBe(end.piles[line.seat]?.length);
      expect(line.points).toBe(pointsOf(end.piles[line.seat] ?? []));
      expect(line.tablas).toBe(end.tablas[line.seat]);
    }
  });

  test('the richest capture that is offered is one of the server’s, and the page adds up all of them', () => {
    let looked = 0;
    for (const { snapshot } of table(name).steps) {
      const { deal } = fromSnapshot(snapshot, 0);
      if (deal?.view.game !== 'tablic' || !deal.turn?.legal) continue;
      const captures = readCaptures(deal.turn.legal);
      for (const [card, lists] of captures) {
        for (const taken of lists)
          expect(sumsOf(TABLIC_CAPTURING, targetOf(TABLIC_CAPTURING, card), taken).rest, `${card} takes ${taken.join()}`).toEqual([]);
        const choice = choiceOf(TABLIC_CAPTURING, { table: deal.view.cards, captures, helped: true, cut: false, card, picked: [] });
        expect(choice.richest === undefined).toBe(lists.length === 0);
        if (choice.richest) expect(deal.turn.legal).toContain(choice.richest.action);
        looked += 1;
      }
    }
    expect(looked).toBeGreaterThan(5);
  });
});
