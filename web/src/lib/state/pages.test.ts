/** The state of the pages around the table. */
import { describe, expect, test } from 'vitest';
import type { TableSummary } from '../protocol';
import { gamesQuery } from './archive';
import { ALL_TABLES, choicesOf, fits, isNarrow, within } from './lobbyFilter';
import { contractLines, percent, resultLines, standingLines } from './profile';
import { NO_SEATS, reduceOwnSeats, summaryOf, type OwnSeats } from './ownSeats';
import { EMPTY_FORM, configOf, presetForm, presetOf, readForm } from './tableForm';
import { LIMITS, player, snapshot } from './testing';

describe('one’s own tables', () => {
  const welcome = (...tables: string[]): OwnSeats =>
    reduceOwnSeats(
      NO_SEATS,
      { type: 'welcome', protocol: 1, server: '', epoch: '', you: player('ana'), time: '', tables, levels: [], limits: LIMITS },
      'ana',
    );

  test('come with the welcome, private ones too', () => {
    expect([...welcome('a', 'b').keys()]).toEqual(['a', 'b']);
  });

  test('of a private one show the players and the free seats', () => {
    const config = { ...snapshot().config, game: { name: 'trset' as const, options: { players: 4 } } };
    const { seats } = summaryOf({ id: 't1', config, players: [player('ana'), player('bor')] });
    expect(seats.map((one) => one?.id)).toEqual(['ana', 'bor', undefined, undefined]);
  });

  test('begin where one sits down and end where one leaves', () => {
    const seated = reduceOwnSeats(
      NO_SEATS,
      { type: 'event', table: 't1', seq: 1, event: { type: 'seated', seat: 1, player: player('ana') } },
      'ana',
    );
    expect(seated.get('t1')).toBe(1);
    const other = reduceOwnSeats(seated, { type: 'event', table: 't1', seq: 2, event: { type: 'left', seat: 0 } }, 'ana');
    expect(other).toBe(seated);
    expect(reduceOwnSeats(other, { type: 'event', table: 't1', seq: 3, event: { type: 'left', seat: 1 } }, 'ana').size).toBe(0);
    const bor = reduceOwnSeats(
      NO_SEATS,
      { type: 'event', table: 't1', seq: 1, event: { type: 'seated', seat: 0, player: player('bor') } },
      'ana',
    );
    expect(bor.size).toBe(0);
  });

  test('follow what the table says of itself', () => {
    expect(reduceOwnSeats(NO_SEATS, { type: 'snapshot', snapshot: snapshot() }, 'ana').get('t1')).toBe(0);
    expect(reduceOwnSeats(welcome('t1'), { type: 'snapshot', snapshot: snapshot({ you: null }) }, 'ana').size).toBe(0);
    expect(reduceOwnSeats(welcome('t1'), { type: 'snapshot', snapshot: snapshot({ phase: 'closed' }) }, 'ana').size).toBe(0);
    expect(reduceOwnSeats(welcome('t1', 't2'), { type: 'lobby_gone', table: 't1' }, 'ana').size).toBe(1);
    const gone = { type: 'error', code: 'no_such_table', message: '', table: 't1' } as const;
    expect(reduceOwnSeats(welcome('t1'), gone, 'ana').size).toBe(0);
  });
});

describe('the lobby, narrowed', () => {
  const table = (more: Partial<TableSummary['config']>, seats: TableSummary['seats'] = [player('ana'), null]): TableSummary => ({
    id: 'a',
    config: { game: { name: 'trset', options: { players: 2 } }, ...more },
    seats,
    phase: 'waiting',
    spectators: 0,
    demo: false,
  });
  const kifameno = table({ game: { name: 'trset', options: { variant: 'kifameno', players: 3 } } });

  test('by game and players', () => {
    expect(fits(table({}), ALL_TABLES)).toBe(true);
    expect(fits(table({}), { ...ALL_TABLES, game: 'trset' })).toBe(true);
    expect(fits(kifameno, { ...ALL_TABLES, game: 'trset' })).toBe(false);
    expect(fits(kifameno, { ...ALL_TABLES, players: 3 })).toBe(true);
    expect(fits(table({}), { ...ALL_TABLES, players: 3 })).toBe(false);
  });

  test('by company: bots that sit there, and those that will', () => {
    const people = { ...ALL_TABLES, with: 'people' } as const;
    const bots = { ...ALL_TABLES, with: 'bots' } as const;
    const robot = table({}, [player('robi', { kind: 'bot' }), null]);
    expect([table({}), table({ bots: 'easy' }), robot].map((one) => fits(one, people))).toEqual([true, false, false]);
    expect([table({}), table({ bots: 'easy' }), robot].map((one) => fits(one, bots))).toEqual([false, true, true]);
  });

  test('to a game and a number of players', () => {
    const tablic = table({ game: { name: 'tablic', options: { players: 6 } } });
    const six = { ...ALL_TABLES, game: 'tablic', players: 6 } as const;
    expect([tablic, table({}), table({ game: { name: 'tarok', options: {} } })].map((one) => fits(one, six))).toEqual([true, false, false]);
    expect(fits(tablic, { ...six, players: 3 })).toBe(false);
  });

  test('knows when it is', () => {
    expect(isNarrow(ALL_TABLES)).toBe(false);
    expect(isNarrow({ ...ALL_TABLES, players: 4 })).toBe(true);
  });

  test('offers choices only among many tables, and only those that tell them apart', () => {
    const tables = Array.from({ length: 6 }, () => table({}));
    expect(choicesOf(tables)).toBeNull();
    expect(choicesOf([...tables, table({})])).toBeNull();
    expect(choicesOf([...tables, kifameno])).toEqual({ game: ['trset', 'kifameno'], players: [2, 3], with: [] });
    const robot = table({ bots: 'easy' });
    expect(choicesOf([...tables, robot])).toEqual({ game: [], players: [], with: ['people', 'bots'] });
  });

  test('hides no table by a choice that is gone', () => {
    const choices = { game: [], players: [2, 3], with: [] };
    expect(within({ game: 'tarok', players: 3, with: 'people' }, choices)).toEqual({ ...ALL_TABLES, players: 3 });
    expect(within({ ...ALL_TABLES, players: 3 }, null)).toEqual(ALL_TABLES);
  });
});

describe('the archive', () => {
  const none = { kind: undefined, player: undefined, bots: undefined, from: undefined, until: undefined };

  test('is asked for whole days of the reader’s', () => {
    const { from, until } = gamesQuery({ ...none, from: '2026-11-21', until: '2026-11-21' });
    expect(new Date(from ?? '')).toEqual(new Date(2026, 10, 21));
    expect(new Date(until ?? '')).toEqual(new Date(2026, 10, 22));
    expect(gamesQuery({ ...none, until: '2026-12-31' }).until).toBe(new Date(2027, 0, 1).toISOString());
  });

  test('ignores what is no day', () => {
    expect(gamesQuery({ ...none, kind: 'trset-2', from: 'yesterday', until: '' })).toEqual({ kind: 'trset-2', among: 'people' });
  });

  test('leaves games of bots alone out, unless they or those of one player are wanted', () => {
    expect(gamesQuery(none)).toEqual({ among: 'people' });
    expect(gamesQuery({ ...none, bots: 'yes' })).toEqual({});
    expect(gamesQuery({ ...none, player: 'krivec' })).toEqual({ player: 'krivec' });
  });
});

describe('the form for a table', () => {
  test('knows its presets', () => {
    expect(presetOf(EMPTY_FORM)).toBeUndefined();
    expect(presetOf({ ...EMPTY_FORM, bots: 'medium', offAlone: true, rated: false })).toBe('quick');
    for (const [name, players] of [
      ['tarok', 4],
      ['tarokThree', undefined],
    ] as const) {
      expect(configOf(presetForm(name)).game).toEqual({ name: 'tarok', options: { ...(players && { players }), deals: 12 } });
      expect(presetOf(presetForm(name))).toBe(name);
    }
    expect(presetOf(presetForm('kifameno'))).toBe('kifameno');
    expect(presetOf({ ...EMPTY_FORM, target: 51 })).toBeUndefined();
    expect(configOf(presetForm('friends'))).toMatchObject({ private: true, game: { options: { players: 2, target: 21 } } });
    expect(configOf(presetForm('friends'))).not.toHaveProperty('bots');
  });

  test('leaves the clock off among bots, and ratings away', () => {
    const form = { ...EMPTY_FORM, bots: 'medium', offAlone: true, rated: false };
    expect(configOf(form)).toMatchObject({ rated: false, bots: 'medium', clock: { move_ms: 20_000, off_alone: true } });
    // Without bots there is no such clock, and private tables are never rated.
    const alone = configOf({ ...form, bots: '', private: true });
    expect(alone).not.toHaveProperty('rated');
    expect(alone.clock).not.toHaveProperty('off_alone');
    expect(configOf(EMPTY_FORM)).not.toHaveProperty('rated');
  });

  test('sets a table of tablić up, with one end of the match or none', () => {
    const form = { ...EMPTY_FORM, variant: 'tablic', tablicPlayers: 6, target: 51, deals: 24 } as const;
    const options = (tablicEnd: string): unknown => configOf({ ...form, tablicEnd }).game;
    expect(options('')).toEqual({ name: 'tablic', options: { players: 6 } });
    expect(options('to 101')).toEqual({ name: 'tablic', options: { players: 6, target: 101 } });
    expect(options('deals 6')).toEqual({ name: 'tablic', options: { players: 6, deals: 6 } });
    expect(options('to 7')).toEqual({ name: 'tablic', options: { players: 6 } });
    expect(presetOf(presetForm('tablic'))).toBe('tablic');
  });

  test('comes back as it was left, whatever else lies there', () => {
    const form = { ...EMPTY_FORM, players: 4, bots: '', clock: 'own', moveSeconds: 7.5 } as const;
    expect(readForm(JSON.stringify(form))).toEqual(form);
    for (const text of ['', 'nonsense', '[]', '7', '{"players":"four","private":1}']) {
      expect(readForm(text), String(text)).toEqual(EMPTY_FORM);
    }
    // Before its first use it offers a match between people.
    expect(configOf(readForm(null))).toMatchObject({ game: { options: { players: 2, target: 21 } } });
    expect(configOf(readForm(null))).not.toHaveProperty('bots');
    expect(configOf(form).clock).toEqual({ move_ms: 7500, bank_ms: 120_000, grace_ms: 30_000 });
  });
});

describe('a player’s kinds of game', () => {
  const standing = { kind: 'trset-2', ladder: 'people', rating: 1700, deviation: 40, settled: true, matches: 9, wins: 5 } as const;
  const withBots = { ...standing, ladder: 'bots', matches: 3 } as const;
  const profile = {
    player: player('ana'),
    since: '',
    standings: [{ ...standing, kind: 'kifameno-3', matches: 10 }, standing, withBots],
    results: [],
  };
  const sums = (kind: string, company: 'people' | 'bots', deals: number) => ({
    kind,
    company,
    matches: 2,
    matches_won: 1,
    deals,
    deals_won: 3,
    points: -4,
  });

  test('have their ratings in one line each, a person’s with bots apart; a bot has no other', () => {
    const lines = standingLines(profile).map((line) => [line.kind, line.standing?.matches, line.withBots?.matches]);
    expect(lines).toEqual([
      ['trset-2', 9, 3],
      ['kifameno-3', 10, undefined],
    ]);
    const bots = standingLines({ ...profile, player: player('robot', { kind: 'bot' }) });
    expect(bots.map((line) => [line.kind, line.standing?.matches, line.withBots])).toEqual([
      ['trset-2', 3, undefined],
      ['kifameno-3', undefined, undefined],
    ]);
  });

  test('have their results in one line each, and in two more if the company differs', () => {
    const lines = resultLines([sums('tarok-3', 'bots', 30), sums('trset-2', 'people', 12), sums('trset-2', 'bots', 20)]);
    expect(lines.map(({ kind, company, all, parts }) => [kind, company, all.deals, parts.length])).toEqual([
      ['trset-2', undefined, 32, 2],
      ['tarok-3', 'bots', 30, 0],
    ]);
    expect(lines[0]?.all).toMatchObject({ matches: 4, matches_won: 2, deals_won: 6, points: -8 });
    expect(resultLines([])).toEqual([]);
  });

  test('have their contracts, the most often declared first', () => {
    const row = (kind: string, contract: string, deals: number) => ({ kind, contract, deals, deals_won: 1, points: 0 });
    const lines = contractLines([row('tarok-3', 'one', 2), row('tarok-3', 'two', 9), row('tarok-4', 'three', 1)]);
    expect(lines.map(({ kind, contracts }) => [kind, contracts.map((one) => one.contract)])).toEqual([
      ['tarok-3', ['two', 'one']],
      ['tarok-4', ['three']],
    ]);
  });

  test('no games have no share', () => {
    expect([percent(1, 3), percent(0, 5), percent(0, 0)]).toEqual([33, 0, undefined]);
  });
});
