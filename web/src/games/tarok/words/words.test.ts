import { beforeAll, describe, expect, test } from 'vitest';
import { TAROK_FORM, tarokOptions } from '../form';
import TAROK_WORDS from '../words';
import { LANGUAGES } from '../../../lib/i18n/core';
import { readLegal } from '../state/actions';
import { tarokTable } from '../state/result';
import { speakAll } from '../../testing';
import { dutyText } from '../../../lib/words/trick';
import { announceChoices, raiseChoices } from './choices';
import { tarokEventText, tarokShowsText } from './events';
import { choicesOf, chosenIn } from './options';
import { tarokVerdict, whyText } from './result';
import { tarokRuleText } from './rules';
import { say } from './catalogues.svelte';
import { contractMeans } from './terms';

beforeAll(() => speakAll('en'));

const nameOf = (seat: number): string => ['Ana', 'Bor', 'Cene', 'Dana'][seat] ?? '';

test('a tarok is no suit: whoever must follow one is told to play a tarok', () => {
  expect(dutyText('follow', 'tarok', 'T12')).toBe('play a tarok');
  expect(dutyText('follow', 'tarok', 'HK')).toBe('follow suit: hearts');
  expect(tarokRuleText('must_follow_suit', 'T12')).toBe('Tarok was led: you must play one.');
  expect(tarokRuleText('must_follow_suit', 'HK')).toBe('You must follow hearts.');
});

test('the value of a game is a list, no formula', () => {
  expect(whyText({ kind: 'game', contract: 'one', made: false, base: -30, beyond: -12, multiplier: 2 })).toBe(
    'one −30, difference −12, kontra ×2',
  );
  expect(whyText({ kind: 'berac', contract: 'berac', made: true, base: 70, multiplier: 1 })).toBe('berač +70');
});

describe('of four', () => {
  test('what is said shows whose it is', () => {
    const announced = { type: 'announced', seat: 1, announcement: 'trula', side: 'defenders' } as const;
    expect(tarokEventText(announced, nameOf)).toBe('Bor (defenders) announces trula');
    const raised = { type: 'raised', seat: 3, item: 'king_ultimo', multiplier: 4, side: 'declarer' } as const;
    expect(tarokEventText(raised, nameOf)).toBe('Dana (declarer’s side) says re ×4: king ultimo');
    const called = { type: 'called', seat: 0, king: 'SK', talon: ['T4', 'H1'] } as const;
    expect(tarokEventText({ ...called, talon: [...called.talon] }, nameOf)).toBe(
      'Ana calls the king of spades; the talon: tarok IV, one of hearts',
    );
    expect(TAROK_WORDS.said?.({ game: 'tarok', ...called, talon: [...called.talon] })).toBe('king of spades');
  });

  test('the called king shows with whom the declarer plays', () => {
    const king = { type: 'played', card: 'SK', called_by: 0 } as const;
    expect(tarokShowsText({ ...king, seat: 2 }, nameOf)).toBe('Ana and Cene play together');
    expect(tarokShowsText({ ...king, seat: 0 }, nameOf)).toBe('Ana plays alone');
    expect(tarokShowsText({ type: 'played', seat: 2, card: 'SK' }, nameOf)).toBeUndefined();
  });

  test('each item of the score names its side and its multiplier', () => {
    expect(whyText({ kind: 'announced', item: 'trula', made: false, base: -20, multiplier: 2, side: 'defenders' })).toBe(
      'trula, announced: −20, kontra ×2 (defenders)',
    );
    expect(whyText({ kind: 'silent', item: 'pagat_ultimo', made: false, multiplier: 1, side: 'defenders' })).toBe(
      'pagat ultimo, silent and lost: half (defenders)',
    );
    expect(whyText({ kind: 'silent', item: 'valat', made: true, multiplier: 2, side: 'declarer' })).toBe(
      'valat, silent: half, kontra ×2 (declarer’s side)',
    );
  });

  test('the verdict speaks to the partner, too', () => {
    const seat = { points: 42, result: 17, kontra: 0, mond: 0, won: true };
    const table = tarokTable({
      ...{ contract: 'three', declarer: 0, partner: 2, items: [], radelci: false, doubled: null, scores: [17, 0, 17, 0] },
      seats: [seat, { ...seat, result: 0, won: false }, seat, { ...seat, result: 0, won: false }],
    });
    expect(tarokVerdict(table, 2, nameOf)).toBe('You and Ana make the three: +17!');
    expect(tarokVerdict(table, 0, nameOf)).toBe('You and Cene make the three: +17!');
    expect(tarokVerdict(table, 1, nameOf)).toBe('Ana makes the three: +17.');
  });

  test('a valat is announced last, and stakes of the defenders are named so', () => {
    const legal = readLegal(['announce:valat', 'announce:trula', 'raise:game', 'raise:kings', 'pass']);
    expect(announceChoices(legal).map(({ action }) => action)).toEqual(['announce:trula', 'announce:valat']);
    const stakes = [
      { item: 'game', multiplier: 2 },
      { item: 'kings', multiplier: 1, side: 'defenders' as const },
    ];
    expect(
      raiseChoices(legal, { declarer: 0, contract: 'solo_one', stakes }).map(({ label, said, means }) => [label, said, means]),
    ).toEqual([
      ['solo one', 're solo one', '2 × (60 + difference) → 4 × (60 + difference)'],
      ['defenders: kings', 'kontra kings', '±20 → ±40'],
    ]);
  });

  test('a form has the options of its number of players, and no others', () => {
    const all = {
      ...TAROK_FORM,
      openBerac: true,
      symmetric: true,
      roundToFive: true,
      compulsoryKlop: true,
      closingKlop: true,
      kontraCosts: true,
      openRadelci: 40,
      deals: 6,
    };
    expect(tarokOptions({ ...all, tarokPlayers: 3 })).toEqual({ open_berac: true, symmetric_bonuses: true, deals: 6 });
    const four = tarokOptions({ ...all, tarokPlayers: 4 });
    expect(four).toEqual({
      players: 4,
      round_to_five: true,
      compulsory_klop: true,
      closing_klop: true,
      kontra_costs: true,
      open_radelci: 40,
      deals: 6,
    });
    for (const name of ['open_radelci', 'closing_klop']) {
      expect(tarokOptions({ ...all, tarokPlayers: 4, deals: 0 })).not.toHaveProperty(name);
    }
    expect(chosenIn(four).map(({ label }) => label)).toEqual([
      'Rounded to five',
      'Compulsory klop',
      'Klop to close',
      'Kontra costs',
      'Open radelci: 40 each',
    ]);
  });

  describe.each(LANGUAGES)('in %s', (language) => {
    beforeAll(() => speakAll(language));

    test('contracts mean what they do among four', () => {
      expect(contractMeans('three', true)).toBe(`${contractMeans('three')} ${say('contractIs.called')}`);
      expect(contractMeans('klop', true)).not.toBe(contractMeans('klop'));
      expect(contractMeans('solo_one', true)).toBe(contractMeans('solo_one'));
      expect([choicesOf(3).length, choicesOf(4).length]).toEqual([5, 5]);
    });
  });
});
