import { beforeAll, describe, expect, test } from 'vitest';
import { TAROK_DECK } from '../../../cards/packs/tarok/deck';
import { tarokCardWords } from '../../../cards/packs/tarok/names';
import { LANGUAGES } from '../../../lib/i18n/core';
import type { MatchScore, TarokTerms } from '../../../lib/protocol';
import { extend, factsOfMove } from '../../../lib/state/log';
import { speakAll } from '../../testing';
import type { Asked } from '../../commands';
import COMMANDS from '../command';
import { view } from '../state/testing';
import type { TarokView } from '../view';
import { tarokAsks } from './asks';
import { say } from './catalogues.svelte';
import { contractName, itemName, raiseName } from './terms';

const nameOf = (seat: number): string => ['Ana', 'Bor', 'Cene', 'Dana'][seat] ?? '';
const SCORE: MatchScore = { game: 'tarok', points: [0, 0, 0], radelci: [1, 0, 2], deals: 1 };
const TERMS: TarokTerms = { declarer: 0, contract: 'two', stakes: [{ item: 'game', multiplier: 1 }] };
const GROUPS = [
  ['T4', 'H1'],
  ['T21', 'S8'],
];

/** The question to a seat with these legal actions. */
function asked(phase: TarokView['phase'] | undefined, legal: readonly string[], more: Partial<TarokView> = {}): Asked<'tarok'> {
  return {
    view: view({ current_player: 0, ...(phase ? { phase } : {}), ...more }),
    log: [],
    score: SCORE,
    legal,
    picks: { must: 0, cards: [] },
    deck: TAROK_DECK,
    nameOf,
  };
}

function acts(line: string, at: Asked<'tarok'>): readonly string[] | undefined {
  return COMMANDS.read?.(line, at)?.acts;
}

/** Returns what the question of this name answers. */
function told(name: string, at: Asked<'tarok'>): string | undefined {
  return COMMANDS.questions.find(({ names }) => names.includes(name))?.answer(at);
}

describe('in English', () => {
  beforeAll(() => speakAll('en'));

  test('what can be typed is named, with the question', () => {
    const bids = asked(undefined, ['pass', 'bid:two', 'bid:one']);
    expect([tarokAsks(bids.view, bids.legal), COMMANDS.offers?.(bids)]).toEqual(['What do you bid?', 'Type: two, one, pass.']);
    expect(COMMANDS.offers?.(asked({ name: 'choosing', standing: 'one', declarer: 0 }, ['contract:one', 'contract:klop']))).toBe(
      'Type: one, klop.',
    );
    const taking = asked({ name: 'taking', undertaking: TERMS, groups: GROUPS }, ['take:0', 'take:1']);
    expect(COMMANDS.offers?.(taking)).toBe(
      'Type the number of a group. 1: tarok IV, one of hearts; 2: mond (XXI), eight of spades; 6 talon cards are face down.',
    );
    const discarding = asked({ name: 'discarding', undertaking: TERMS, to_discard: 2 }, ['discard:H4', 'discard:H1', 'discard:S8']);
    const picked = (...cards: string[]): string | undefined => COMMANDS.offers?.({ ...discarding, picks: { must: 2, cards } });
    expect(picked('H4')).toBe('Type the cards one by one, from: one of hearts, eight of spades.');
    expect(picked('H4', 'S8')).toBeUndefined();
    const talk = asked({ name: 'doubling', undertaking: TERMS }, ['raise:game', 'announce:kings', 'announce:valat', 'pass'], {
      options: { players: 4 },
    });
    expect(COMMANDS.offers?.(talk)).toBe('Type: kontra two, kings, valat, pass. Several go into one line, with commas.');
    expect(COMMANDS.offers?.(asked({ name: 'playing', undertaking: TERMS, leader: 0, tricks: [] }, ['T20']))).toBeUndefined();
  });

  test('what is not allowed now is said, not called unknown', () => {
    const bids = asked(undefined, ['pass', 'bid:one']);
    expect(acts('bid two', bids)).toBeUndefined();
    expect(COMMANDS.refuses?.('bid two', bids)).toBe('That cannot be bid now.');
    expect(COMMANDS.refuses?.('trula', bids)).toBe('You cannot announce that.');
    expect(COMMANDS.refuses?.('kontra trula', bids)).toBe('You cannot raise that now.');
    expect(COMMANDS.refuses?.('take 7', bids)).toBe('The talon has no such group.');
    expect(COMMANDS.refuses?.('fish', bids)).toBeUndefined();
  });

  test('contract, partner and talon are told as far as this seat knows them', () => {
    const called = { king: 'SK', sides: [null, null, null, null] };
    const undertaking: TarokTerms = { ...TERMS, called };
    const four = { options: { players: 4 }, hand_sizes: [12, 12, 12, 12] };
    const playing = { name: 'playing', undertaking, leader: 0, tricks: [] } as const;
    const at = (observer: number, hand: string[]): Asked<'tarok'> => asked({ ...playing, tricks: [] }, [], { ...four, observer, hand });
    expect(told('contract', at(1, ['H4']))).toBe('Ana plays, two, called: king of spades');
    expect(told('contract', at(1, ['SK']))).toBe('Ana plays, two, called: king of spades, with Bor');
    expect(told('contract', at(0, ['SK']))).toBe('Ana plays, two, called: king of spades, secretly alone');
    expect(told('announced', at(0, []))).toBe('Nothing has been announced.');
    const stakes: TarokTerms['stakes'] = [
      { item: 'game', multiplier: 4 },
      { item: 'trula', multiplier: 1, side: 'defenders' },
    ];
    expect(told('announced', asked({ name: 'doubling', undertaking: { ...TERMS, stakes } }, []))).toBe('game, re ×4; defenders: trula');
    expect(
      told(
        'talon',
        asked({ name: 'doubling', undertaking: { ...TERMS, taken: ['T4'] } }, [], { talon: 0, left: ['T9'], away: { n: 2, cards: [] } }),
      ),
    ).toBe('Taken: tarok IV; For the defenders: tarok IX; 2 discards are face down');
    expect(told('radelci', asked(undefined, []))).toBe('Ana: 1 radelc, Bor: 0 radelci, Cene: 2 radelci');
  });

  test('the bids are told in their order', () => {
    const events = [
      { game: 'tarok', type: 'bid', seat: 1, contract: 'two', moves: [] },
      { game: 'tarok', type: 'passed', seat: 2, moves: [] },
    ] as const;
    const log = extend([], factsOfMove({ events: [...events].map((event) => ({ ...event, moves: [] })), by: 'player' }));
    expect(told('bids', { ...asked(undefined, []), log })).toBe('Bor bids two; Cene passes');
    expect(told('bids', asked(undefined, []))).toBe('Nothing has been bid.');
  });
});

describe.each(LANGUAGES)('in %s', (language) => {
  beforeAll(() => speakAll(language));

  test('bids, contracts, kings and passes can be typed by their names', () => {
    const bids = asked(undefined, ['pass', 'bid:solo_three', 'bid:colour_valat', 'bid:valat']);
    expect(acts(contractName('solo_three'), bids)).toEqual(['bid:solo_three']);
    expect(acts(`${say('command.bid')} ${contractName('colour_valat')}`, bids)).toEqual(['bid:colour_valat']);
    expect(acts('bid valat', bids)).toEqual(['bid:valat']);
    expect(acts(say('pass').toUpperCase(), bids)).toEqual(['pass']);
    expect(acts(contractName('berac'), bids)).toBeUndefined();
    const kings = asked({ name: 'calling', undertaking: TERMS }, ['call:HK', 'call:DK', 'call:SK', 'call:CK']);
    expect(acts('call SK', kings)).toEqual(['call:SK']);
    expect(acts('ks', kings)).toEqual(['call:SK']);
    expect(acts(`${say('command.call')} ${TAROK_DECK.name('DK')}`, kings)).toEqual(['call:DK']);
    expect(acts(tarokCardWords.t('rank.K'), kings), 'four kings').toBeUndefined();
    expect(acts('call SK', asked({ name: 'playing', undertaking: TERMS, leader: 0, tricks: [] }, ['T4']))).toBeUndefined();
  });

  test('a group of the talon is taken by its number or by a card', () => {
    const taking = asked({ name: 'taking', undertaking: TERMS, groups: GROUPS }, ['take:0', 'take:1']);
    expect(acts('2', taking)).toEqual(['take:1']);
    expect(acts(`${say('command.take')} 1`, taking)).toEqual(['take:0']);
    expect(acts('take mond', taking)).toEqual(['take:1']);
    expect(acts('take 3', taking)).toBeUndefined();
  });

  test('announcements and raises go into one line, a valat last', () => {
    const legal = ['raise:game', 'raise:kings', 'announce:trula', 'announce:pagat_ultimo', 'announce:valat', 'pass'];
    const stakes = [...TERMS.stakes, { item: 'kings', multiplier: 1 }];
    const talk = asked({ name: 'doubling', undertaking: { ...TERMS, stakes } }, legal, { options: { players: 4 } });
    const [kontra, trula, kings, ultimo, valat] = [
      raiseName(2),
      itemName('trula'),
      itemName('kings'),
      itemName('pagat_ultimo'),
      itemName('valat'),
    ];
    expect(acts(`${say('command.announce')} ${trula}`, talk)).toEqual(['announce:trula', 'pass']);
    expect(acts(kontra, talk)).toEqual(['raise:game', 'pass']);
    expect(acts(`${kontra} ${itemName('game')}`, talk)).toEqual(['raise:game', 'pass']);
    expect(acts(`${kontra} ${kings}`, talk)).toEqual(['raise:kings', 'pass']);
    expect(acts(`${valat}, ${kontra}, ${trula} ${ultimo}`, talk)).toEqual([
      ...['raise:game', 'announce:trula', 'announce:pagat_ultimo', 'announce:valat', 'pass'],
    ]);
    expect(acts(say('announce.none'), talk)).toEqual(['pass']);
    expect(acts(`${kontra} fish`, talk)).toBeUndefined();
    expect(acts(kings, talk), 'announced already').toBeUndefined();
    expect(COMMANDS.refuses?.(kings, talk)).toBe(say('rule.not_announceable'));
  });
});
