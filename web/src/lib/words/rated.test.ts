import { beforeAll, expect, test } from 'vitest';
import { speak } from '../i18n/index.svelte';
import type { DealFinish } from '../protocol';
import { fromSnapshot, type TableState } from '../state/table';
import { deal, snapshot } from '../state/testing';
import { ratedText, unratedText } from './rated';

beforeAll(async () => {
  await speak('en');
});

/** A table with this setup, and the end of its last match if there is one. */
function table(config: Partial<TableState['config']>, finish?: Partial<DealFinish>): TableState {
  const base = snapshot();
  const over = finish && {
    game: 'g1',
    result: { game: 'trset' as const, seats: [], cappotto: false },
    won: [true, false],
    forfeited: [false, false],
    score: { game: 'trset' as const, points: [21, 9], deals: 3 },
    match_won: [true, false],
    ratings: null,
    secret: '',
    nonce_hashes: null,
    nonces: [],
    ...finish,
  };
  return { ...fromSnapshot(snapshot({ config: { ...base.config, ...config }, deal: deal({}) }), 0), ...(over && endOf(over)) };
}

function endOf(finish: DealFinish): Pick<TableState, 'deal'> {
  return { deal: { ...fromSnapshot(snapshot({ deal: deal({}) }), 0).deal, finish } as TableState['deal'] };
}

test('a table that was set up without ratings says so before cards are dealt', () => {
  expect(unratedText({ config: table({ rated: false }).config, deal: null })).toMatch(/opened without ratings/);
  expect(unratedText({ config: table({ private: true }).config, deal: null })).toMatch(/private/);
  expect(unratedText({ config: table({}).config, deal: null })).toBe('');
});

test('what the server says of the deal and of the end of the match comes first', () => {
  const shown = table({});
  const dealt = shown.deal && { ...shown.deal, unrated: 'household' as const };
  expect(unratedText({ ...shown, deal: dealt })).toMatch(/same household/);
  expect(unratedText(table({}, { unrated: 'one_person' }))).toMatch(/one person/);
});

test('at the end each reader reads whether the match counts for them', () => {
  const change = { ladder: 'people' as const, before: 1500, after: 1510, settled: true };
  expect(ratedText(table({}, { unrated: 'guests' }))).toMatch(/guests/);
  expect(ratedText(table({}, { ratings: [change, change] }))).toBe('');
  expect(ratedText(table({}, { ratings: [null, change] }))).toMatch(/^For you/);
  expect(ratedText(table({}, { ratings: [change, null] }))).toBe('');
  expect(ratedText(table({}, { ratings: [change, change], met: 2 }))).toMatch(/met 2 times/);
  expect(ratedText(table({}, { match_won: null }))).toBe('');
});
