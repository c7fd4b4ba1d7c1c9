/** Every recorded deal of the rules crates, said to each player: whole sentences in all languages. */
import { readFileSync, readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { GameFacts } from '../lib/protocol';
import { LANGUAGES } from '../lib/i18n/core';
import { ITALIAN_DECK } from '../cards/packs/italian/deck';
import { frenchCardName } from '../cards/packs/french/names';
import { tarokCardName } from '../cards/packs/tarok/names';
import { sentences } from '../lib/words/coach/sentences';
import { PATIENCE_MS, speakAll } from './testing';

type Fact = GameFacts['facts'][number];
interface Line {
  seat?: number;
  facts?: Fact[];
  end?: Fact[];
}

const CARD_NAMES = { trset: ITALIAN_DECK.name, tarok: tarokCardName, tablic: frenchCardName };

interface Deal {
  game: keyof typeof CARD_NAMES;
  fewest: boolean;
  players?: number;
  lines: Line[];
}

/** The recorded deals of a rules crate. Tests run in `web`. */
function recorded(game: Deal['game']): Deal[] {
  const folder = `../crates/${game}/tests/golden`;
  const names = readdirSync(folder).filter((name) => name.endsWith('-facts.jsonl'));
  return names.map((name) => {
    const lines = readFileSync(`${folder}/${name}`, 'utf8').trim().split('\n');
    const players = name.startsWith('four') ? 4 : 3;
    return { game, fewest: name.startsWith('kifameno'), players, lines: lines.map((line) => JSON.parse(line) as Line) };
  });
}

const DEALS: Deal[] = (['trset', 'tarok', 'tablic'] as const).flatMap(recorded);

function told({ game, fewest, players = 3 }: Deal, facts: Fact[], you: number | null, heard = false): string[] {
  const coach = { game, facts } as GameFacts;
  const context = { you, players, nameOf: (seat: number) => `Ana${seat}`, cardName: CARD_NAMES[game], heard };
  return sentences(coach, fewest ? 'kifameno' : game, context);
}

describe.each(LANGUAGES)('in %s', (language) => {
  beforeAll(() => speakAll(language), PATIENCE_MS);

  test('every fact becomes a whole sentence', () => {
    const kinds = new Set<string>();
    for (const deal of DEALS) {
      for (const { seat, facts, end } of deal.lines) {
        const all = facts ?? end ?? [];
        const text = told(deal, all, seat ?? 0);
        // Some facts are said together, but of no turn is everything left unsaid.
        expect(text.length > 0, JSON.stringify(all)).toBe(all.length > 0);
        for (const sentence of text) expect(sentence, JSON.stringify(all)).toMatch(/^[^{}]+\.$/);
        // A sign is read out as its description, or not at all.
        for (const sentence of told(deal, all, seat ?? 0, true)) expect(sentence).toMatch(/^[^{}♥♦♠♣]+\.$/);
        for (const fact of all) kinds.add(`${deal.game} ${fact.fact}`);
      }
    }
    expect(kinds.size).toBeGreaterThan(45);
  });
});

describe('in English', () => {
  beforeAll(() => speakAll('en'), PATIENCE_MS);
  const deal = (game: Deal['game'], fewest = false): Deal => ({ game, fewest, players: game === 'tarok' ? 3 : 2, lines: [] });
  const four: Deal = { ...deal('tarok'), players: 4 };

  test('the duty comes before the chances', () => {
    expect(
      told(
        deal('trset'),
        [
          { fact: 'follow', suit: 'D' },
          { fact: 'takes', cards: ['D3'], last: false, all: false },
        ],
        0,
      ),
    ).toEqual([
      'Denari was led, so you must play a card of that suit.',
      'The three of denari is the strongest card of its suit: it takes the trick.',
    ]);
  });

  test('of many cards only some are named', () => {
    const cards = ['D3', 'D2', 'C3', 'C2', 'S3'];
    expect(told(deal('trset'), [{ fact: 'takes', cards, last: true, all: false }], 0)).toEqual([
      'These take the trick for sure: three of denari, two of denari, and 3 more.',
    ]);
  });

  test('how a deal came out is told from the side of the reader', () => {
    const more: Fact = {
      fact: 'more',
      taker: [1],
      taken: 21,
      other: [0],
      left: 14,
      by: [{ edge: 'cards', taken: 18, others: 14 }, { edge: 'last_trick' }],
      against: [],
      even: null,
    };
    expect(told(deal('trset'), [more], 1)).toEqual(['You took more: cards 6 : 4⅔ and the last trick.']);
    expect(told(deal('trset', true), [more], 0)).toEqual([
      'Ana1 took more: cards 6 : 4⅔ and the last trick.',
      'In kifameno whoever took less wins.',
    ]);
  });

  test('what spoke for the other side is not passed over', () => {
    const edges = { taker: [1], taken: 19, other: [0], left: 16 };
    const even: Fact = { fact: 'more', ...edges, by: [{ edge: 'last_trick' }], against: [], even: 16 };
    expect(told(deal('trset'), [even], 0)).toEqual(['The cards were even, 5⅓ points each.', 'Ana1 took more: the last trick.']);
    const cards = [{ edge: 'aces' as const, taken: 3, others: 1 }];
    const despite: Fact = { fact: 'more', ...edges, by: cards, against: [{ edge: 'last_trick' }], even: null };
    expect(told(deal('trset'), [despite], 0)).toEqual(['Ana1 took more: aces 3 : 1.', 'But you had the last trick.']);
    expect(told(deal('trset'), [despite], 1)).toEqual(['You took more: aces 3 : 1.', 'But Ana0 had the last trick.']);
    const tablic: Fact = {
      fact: 'more',
      winner: 0,
      points: 14,
      other: 1,
      less: 11,
      by: [{ edge: 'card_points', taken: 13, others: 9 }],
      against: [{ edge: 'tablas', taken: 2, others: 1 }],
    };
    expect(told(deal('tablic'), [tablic], 1)).toEqual(['Ana0 has more: points in cards 13 : 9.', 'But you had tablas 2 : 1.']);
  });

  test('of more than two the player with whom the verdict compares is named', () => {
    const three = (game: Deal['game'], fewest = false): Deal => ({ ...deal(game, fewest), players: 3 });
    const more: Fact = { fact: 'more', taker: [1], taken: 21, other: [0], left: 14, by: [{ edge: 'last_trick' }], against: [], even: null };
    const first = (facts: Deal, fact: Fact, you: number | null): string | undefined => told(facts, [fact], you)[0];
    expect(first(three('trset'), more, 1)).toBe('You took more than Ana0: the last trick.');
    expect(first(three('trset'), more, 0)).toBe('Ana1 took more than you: the last trick.');
    expect(first(three('trset', true), more, null)).toBe('Ana1 took more than Ana0: the last trick.');
    expect(first({ ...deal('trset'), players: 4 }, { ...more, taker: [1, 3], other: [0, 2] }, 0)).toBe(
      'Ana1 and Ana3 took more: the last trick.',
    );
    const tablic: Fact = { fact: 'more', winner: 0, points: 14, other: 2, less: 11, by: [{ edge: 'most_cards', cards: 20 }], against: [] };
    expect(first(three('tablic'), tablic, 0)).toBe('You have more than Ana2: the most cards (20, +3).');
    expect(first(three('tablic'), tablic, 2)).toBe('Ana0 has more than you: the most cards (20, +3).');
  });

  test('a berač speaks to its declarer, and a single card leaves no choice', () => {
    const deal = (game: Deal['game']): Deal => ({ game, fewest: false, lines: [] });
    const berac: Fact = { fact: 'berac', declarer: 0, made: false, tricks: 3 };
    expect(told(deal('tarok'), [berac], 0)).toEqual(['You took trick 3, and the berač was lost with it.']);
    expect(told(deal('tarok'), [berac], 1)).toEqual(['Ana0 took trick 3, and the berač was lost with it.']);
    expect(told(deal('tarok'), [{ ...berac, made: true }], 0)).toEqual(['You took no trick.']);
    const only: Fact = { fact: 'only', card: 'S8' };
    const beats: Fact = { fact: 'beats', cards: ['S8'], all: true };
    expect(told(deal('tarok'), [beats], 0).join(' ')).toContain('Whatever you play');
    expect(told(deal('tarok'), [only, beats], 0).join(' ')).not.toContain('Whatever you play');
  });

  test('what is given away is for one’s partner, or to be rid of', () => {
    const heaviest: Fact = { fact: 'heaviest', cards: ['HK'], value: 5 };
    expect(told(deal('tarok'), [{ fact: 'beaten', by: 1, ally: true }, heaviest], 0)[1]).toBe('Points for your side: king of hearts.');
    expect(told(deal('tarok'), [{ fact: 'beaten', by: 1, ally: false }, heaviest], 0)[1]).toBe('A chance to get rid of: king of hearts.');
  });

  test('the least bid is told with what it means, and where there is none the bid that stands', () => {
    const bids = (lowest: 'two' | null): string[] => told(deal('tarok'), [{ fact: 'bid', standing: 'three', bidder: 1, lowest }], 0);
    expect(bids('two')[1]).toMatch(/^The least you can bid is two\. You take one of three groups of two talon cards/);
    expect(bids(null)[0]).toBe('Ana1 has bid three.');
  });

  test(
    'what is held is told without brackets in brackets, and a declarer without a sex',
    async () => {
      expect(told(deal('tarok'), [{ fact: 'hand', taroks: 6, trula: ['T21'], kings: 1 }], 0)).toEqual([
        'You hold 6 taroks, among them mond (XXI) and 1 king.',
      ]);
      await speakAll('sl');
      const aim = {
        fact: 'aim',
        declarer: 1,
        contract: 'two',
        called: null,
        partner: null,
        secret: false,
        announced: [],
        opposed: [],
      } as const;
      expect(told(deal('tarok'), [{ ...aim, alone: true }], 0)[0]).not.toMatch(/ sam | ga /);
      for (const called of ['HK', null]) {
        for (const partner of [null, 0, 2]) {
          const of: Fact = { ...aim, called, partner, alone: called === null };
          expect(told(four, [of], 0)[0]).not.toMatch(/ sam | ga | njim /);
        }
      }
      await speakAll('en');
    },
    PATIENCE_MS,
  );

  test('of the talon one group is named, for one reason', () => {
    const most: Fact = { fact: 'most_taroks', group: 0, taroks: 2 };
    const richest = (group: number): Fact => ({ fact: 'richest', group, points: 9 });
    const hand = (taroks: number): Fact => ({ fact: 'hand', taroks, trula: [], kings: 1 });
    const said = (...facts: Fact[]): string[] => told(deal('tarok'), facts, 0).slice(1);
    expect(said(most, richest(1), hand(9))).toEqual(['You hold enough taroks: group 2 brings the most points.']);
    expect(said(most, richest(1), hand(5))).toEqual(['You hold few taroks: take group 1, which has the most.']);
    expect(said(most, richest(0), hand(5))).toEqual(['Group 1 has the most taroks and the most points.']);
    expect(said(richest(2), hand(5))).toEqual(['Group 3 is worth the most.']);
    // Of equals no one is said to have the most.
    const equal: Fact = { fact: 'richest', group: 0, points: 5, shared: true };
    expect(said({ fact: 'most_taroks', group: 1, taroks: 2 }, equal)).toEqual(['Group 2 has the most taroks.']);
    expect(said({ fact: 'most_taroks', group: 0, taroks: 1, shared: true }, equal).join()).toMatch(/^No group has more/);
    const mond: Fact = { fact: 'mond_in_talon', group: 2 };
    expect(said(mond, most, richest(1), hand(9))).toEqual(['The mond lies in group 3: left there it costs you 21 points.']);
  });

  test('whoever leads at tarok hears of the taroks, and what they are for', () => {
    const lead = (own: number, others: number): string[] => told(deal('tarok'), [{ fact: 'lead' }, { fact: 'taroks', own, others }], 0);
    expect(lead(8, 11)).toEqual(['Taroks: 8 yours, at most 11 theirs. Save the high ones for tricks with kings and queens.']);
    expect(lead(1, 7)).toEqual(['You have one tarok left, the others at most 7.']);
    expect(lead(2, 0)).toEqual(['The others have no taroks left: nobody beats yours.']);
    expect(told(deal('tarok'), [{ fact: 'lead' }], 0)).toEqual(['You lead: play any card.']);
    expect(told(deal('tarok'), [{ fact: 'pagat_at_risk' }], 0)[0]).toMatch(/^Save the pagat/);
  });

  test('a side that has what it needs is told that it has won', () => {
    const progress = (points: number): string[] => told(deal('tarok'), [{ fact: 'progress', points, need: 36, exact: true }], 0);
    expect(progress(35)).toEqual(['Your side has 35 of the 36 points it needs.']);
    expect(progress(46)).toEqual(['Your side has won: it has 46 points, 36 were needed.']);
  });

  test('where four play a bid is for a king, and higher for nobody', () => {
    const hand = (taroks: number): Fact => ({ fact: 'hand', taroks, trula: [], kings: 1 });
    const bid = (lowest: 'two' | 'solo_three', taroks: number): string | undefined =>
      told(four, [hand(taroks), { fact: 'bid', standing: 'three', bidder: 1, lowest }], 0)[1];
    expect(bid('two', 5)).toMatch(/fewer than six taroks one usually passes\.$/);
    expect(bid('two', 6)).toMatch(/^With six taroks or more one often bids/);
    expect(bid('solo_three', 9)).toMatch(/alone against three/);
  });

  test('a king is called whose suit one hardly holds, or there is no partner', () => {
    expect(told(four, [{ fact: 'call', fewest: ['HK', 'SK'], own: ['DK'] }], 0)).toEqual([
      'Call a king you do not hold, in a suit of which you have few cards: king of hearts and king of spades.',
      'Whoever holds it is your partner; nobody else knows.',
    ]);
    expect(told(four, [{ fact: 'call', fewest: [], own: ['HK', 'DK', 'SK', 'CK'] }], 0)[0]).toMatch(/without a partner/);
    const talon = (group: number): string[] =>
      told(
        four,
        [
          { fact: 'king_in_talon', group: 0, king: 'HK' },
          { fact: 'mond_in_talon', group },
          { fact: 'richest', group: 0, points: 9 },
        ],
        0,
      );
    expect(talon(0)[1]).toMatch(/costs you 21 points\.$/);
    expect(talon(1)[1]).toMatch(/unless you win the talon\.$/);
  });

  test('each of four is told the aim of the own side, as far as it is known', () => {
    const aim = (you: number, more: { partner?: number; alone?: boolean; called?: null }): string | undefined => {
      const { partner = null, alone = false, called = 'HK' } = more;
      const fact: Fact = { fact: 'aim', declarer: 1, contract: 'two', called, partner, alone, secret: true, announced: [], opposed: [] };
      return told(four, [fact], you)[0];
    };
    const called = 'called king (king of hearts)';
    expect(aim(1, {})).toBe(`You play two with whoever holds the ${called}: together you need 36 of the 70 points.`);
    expect(aim(1, { partner: 2 })).toBe('You play two with Ana2: together you need 36 of the 70 points.');
    expect(aim(1, { alone: true })).toMatch(/^You play two without a partner/);
    expect(aim(2, { partner: 2 })).toMatch(/^Ana1 plays two and you are the partner: .* Only you know it\.$/);
    expect(aim(3, {})).toBe(`Ana1 plays two with whoever holds the ${called}: the rest of you stop it with 35 of the 70 points.`);
    expect(aim(3, { partner: 2 })).toBe('Ana1 and Ana2 play two: with 35 of the 70 points you two stop it.');
    expect(aim(3, { alone: true, called: null })).toMatch(/you three stop it\.$/);
  });

  test('the verdict of four names both of a side, and what decided', () => {
    const counted = (points: number) => ({ points, kings: 2, trula: 2, queens: 2 });
    const game: Fact = {
      fact: 'game',
      ...{ declarer: 1, partner: 2, contract: 'two', made: true, value: 26 },
      ...{ own: counted(41), others: counted(29) },
    };
    expect(told(four, [game], 1)[0]).toBe('You and Ana2 took 41 of the 70 points, more than half.');
    expect(told(four, [game], 2)[0]).toBe('You and Ana1 took 41 of the 70 points, more than half.');
    for (const you of [0, null]) expect(told(four, [game], you)[0]).toBe('Ana1 and Ana2 took 41 of the 70 points, more than half.');
    const lost: Fact = { fact: 'bonus', announcement: 'pagat_ultimo', made: false, silent: false, value: -50 };
    expect(told(four, [game, lost], 0)[2]).toBe('The bonuses decided: pagat ultimo −50.');
    const trula: Fact = { fact: 'bonus', announcement: 'trula', made: true, silent: true, value: 10 };
    expect(told(four, [game, trula], 0)[2]).toBe('Bonuses: trula +10.');
    const valat: Fact = { fact: 'valat', declarer: 1, partner: 2, side: 'declarer', made: false, tricks: 11 };
    expect(told(four, [valat], 0)).toEqual(['The valat needed every trick; Ana1 and Ana2: 11.']);
    const klop = (results: number[]): string[] => told(four, [{ fact: 'klop', points: [40, 0, 20, 10], tricks: [6, 0, 4, 2], results }], 0);
    expect(klop([-70, 70, 0, 0]).slice(0, 3)).toEqual([
      'Without a trick, +70: Ana1.',
      'Half or more costs 70: Ana0.',
      'The others write nothing.',
    ]);
  });

  test('before the first trick of tršet it is told who takes it', () => {
    const aim: Fact = { fact: 'aim', fewest: false, partner: null };
    expect(told(deal('trset'), [aim, { fact: 'lead' }], 0)[1]).toMatch(/^The strongest card of the suit led takes the trick/);
  });

  test('without a sure card to lead it is told from which suit', () => {
    const longest = { fact: 'longest' as const, suit: 'C' as const, count: 4 };
    const advice = 'Lead from your longest suit, coppe: once the others have run out of it, even its low cards take tricks.';
    expect(told(deal('trset'), [{ fact: 'lead' }, longest], 0)).toEqual(['You lead: play any card.', advice]);
    const [, ...first] = told(deal('trset'), [{ fact: 'aim', fewest: false, partner: null }, { fact: 'lead' }, longest], 0);
    expect(first).not.toContain(advice);
  });

  test('whoever leads with several sure cards is told to keep some, but not where the fewest points win', () => {
    const facts: Fact[] = [{ fact: 'lead' }, { fact: 'takes', cards: ['D3', 'C3'], last: false, all: false }];
    const keep = 'Keep some of them for tricks with points and for the last one.';
    expect(told(deal('trset'), facts, 0)).toContain(keep);
    expect(told(deal('trset', true), facts, 0)).not.toContain(keep);
    expect(told(deal('trset', true), facts, 0)[1]).toMatch(/^Careful, these take the trick for sure/);
    expect(told(deal('trset'), facts.slice(1), 0)).not.toContain(keep);
  });

  test('at kifameno it is told which card is well lost', () => {
    const kifameno = deal('trset', true);
    const below: Fact = { fact: 'below', cards: ['D6', 'D5'] };
    expect(told(kifameno, [{ fact: 'follow', suit: 'D' }, below, { fact: 'strongest', card: 'D6' }], 0).slice(1)).toEqual([
      'These stay below, you do not take the trick with them: six of denari and five of denari.',
      'Get rid of a high card: six of denari.',
    ]);
    // Of those that count alike only the highest is named.
    const heaviest: Fact = { fact: 'heaviest', cards: ['DK', 'DJ'], thirds: 1 };
    expect(told(kifameno, [heaviest, { fact: 'strongest', card: 'DK' }], 0)).toEqual(['A chance to get rid of: king of denari.']);
    const takes: Fact = { fact: 'takes', cards: ['D3', 'D2', 'DA'], last: true, all: true };
    expect(told(kifameno, [takes, { fact: 'lightest', cards: ['D3', 'D2'], thirds: 1 }, { fact: 'strongest', card: 'D3' }], 0)).toEqual([
      'The trick is yours whatever you play.',
      'Of these the three of denari counts least.',
    ]);
    const away = (...masters: string[]): string[] =>
      told(kifameno, [{ fact: 'void', suit: 'C' }, heaviest, { fact: 'masters', cards: masters }], 0).slice(1);
    expect(away('S3')).toEqual([
      'A chance to get rid of: king of denari and jack of denari.',
      'Throw it now, or it will win every trick of its suit: three of spade.',
    ]);
    expect(away('S3', 'DK')).toEqual(['Throw it now, or it will win every trick of its suit: king of denari.']);
  });

  test('a capture is told in its groups', () => {
    const groups = [['D9'], ['H5', 'H4']];
    const capture: Fact = { fact: 'capture', card: 'S9', taken: ['D9', 'H5', 'H4'], groups, points: 0, tabla: false };
    expect(told(deal('tablic'), [capture], 0)[0]).toBe('9♠ takes 9♦ and 5♥ + 4♥.');
  });
});

test(
  'the bonuses of a deal are listed in one sentence',
  async () => {
    await speakAll('en');
    const bonus = { fact: 'bonus', made: false, silent: false, value: -20 } as const;
    const facts: Fact[] = [
      { ...bonus, announcement: 'trula' },
      { ...bonus, announcement: 'kings' },
    ];
    expect(told({ game: 'tarok', fewest: false, lines: [] }, facts, 0)).toEqual(['Bonuses: trula −20, kings −20.']);
  },
  PATIENCE_MS,
);
