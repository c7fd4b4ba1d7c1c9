import { beforeAll, expect, test } from 'vitest';
import type { DealFinish, GameResult, TarokScoredDeal } from '../protocol';
import { deal, player, seat, snapshot, view } from '../state/testing';
import { fromSnapshot, type TableState } from '../state/table';
import { outcome, type Outcome } from './result';
import { speakAll } from '../../games/testing';

const NAMES = ['Ana', 'Bor', 'Cene'];
const nameOf = (at: number): string => NAMES[at] ?? '';

/** The headline. */
/** Figures against each other stay in one line; here they are written as they are read. */
function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}

function told(table: TableState, names: typeof nameOf): Outcome {
  const { headline, deal } = outcome(table, names);
  return { headline: plain(headline), ...(deal === undefined ? {} : { deal: plain(deal) }) };
}

function verdict(table: TableState, names: typeof nameOf): string {
  return told(table, names).headline;
}

beforeAll(async () => {
  await speakAll('en');
});

function finish(result: GameResult, more: Partial<DealFinish> = {}): DealFinish {
  return {
    game: 'g1',
    result,
    won: [true, false],
    forfeited: [false, false],
    score: { game: 'trset', points: [0, 0], deals: 1 },
    match_won: null,
    ratings: null,
    secret: '',
    nonce_hashes: null,
    nonces: [],
    ...more,
  };
}

/** A deal of tršet that is over, with these points. */
function trset(points: readonly number[], more: Partial<DealFinish> = {}, table: Partial<TableState> = {}): TableState {
  const seats = points.map((own) => ({ thirds: own * 3, declared: 0, side_thirds: own * 3, points: own, won: false }));
  const result = { seats, cappotto: false };
  const players = points.length;
  const done = deal({ view: view({ options: { players }, result }), turn: null, finish: finish({ game: 'trset', ...result }, more) });
  const shown = snapshot({ phase: 'finished', deal: done, seats: points.map((_, n) => seat({ player: player(`p${n}`) })) });
  return { ...fromSnapshot(shown, 0), ...table };
}

test('who has won or lost reads by how much, the own points first, and of more than two whose the others are', () => {
  expect(verdict(trset([7, 4]), nameOf)).toBe('You won 7 : 4!');
  expect(verdict(trset([7, 4], {}, { you: 1 }), nameOf)).toBe('You lost 4 : 7.');
  expect(verdict(trset([4, 4, 2], { won: [true, true, false], forfeited: [] }), nameOf)).toBe('A shared win, 4 : 4 (Bor) : 2 (Cene).');
  expect(verdict(trset([7, 4], {}, { you: null }), nameOf)).toBe('Ana wins the deal.');
});

test('who took a seat after the deal has neither won nor lost it', () => {
  const players = [
    { id: 'p0', name: 'Ana' },
    { id: 'bot', name: 'Burja' },
  ];
  const table = trset([4, 7], { won: [false, true], players }, { you: 1 });
  expect(verdict(table, nameOf)).toBe('Burja wins the deal.');
  expect(verdict({ ...table, you: 0 }, nameOf)).toBe('You lost 4 : 7.');
  expect(outcome({ ...table, you: null }, nameOf).headline).toBe('Burja wins the deal.');
});

test('where whole points are equal, the thirds say who has won', () => {
  const seats = [23, 21].map((thirds) => ({ thirds, declared: 0, side_thirds: thirds, points: 7, won: thirds > 21 }));
  const table = trset([7, 7]);
  const over = {
    ...table,
    deal: table.deal && { ...table.deal, view: view({ options: { players: 2 }, result: { seats, cappotto: false } }) },
  };
  expect(verdict(over, nameOf)).toBe('You won 7⅔ : 7!');
  expect(verdict({ ...over, you: 1 }, nameOf)).toBe('You lost 7 : 7⅔.');
});

test('of many who played each for themselves the best other stands for all', () => {
  const seats = [9, 3, 8, 1, 2, 2].map((score) => ({
    cards: 0,
    card_points: score,
    most_cards: false,
    tablas: 0,
    score,
    won: score === 9,
  }));
  const table = trset([0, 0], { result: { game: 'tablic', seats }, won: [true, false, false, false, false, false], forfeited: [] });
  expect(
    verdict({ ...table, deal: table.deal && { ...table.deal, view: { game: 'tablic', options: { players: 6 } } as never } }, nameOf),
  ).toBe('You won 9 : 8 (Cene)!');
});

const TO_21 = { game: { name: 'trset', options: { players: 2, target: 21 } } } as const;
const LEFT = [seat({ player: player('p0') }), seat()];

test('who wins because somebody left is told so', () => {
  const forfeited = [false, true];
  expect(verdict(trset([5, 6], { forfeited }, { seats: LEFT }), nameOf)).toBe('Bor left. The win is yours!');
  expect(verdict(trset([5, 6], { forfeited, match_won: [true, false] }, { seats: LEFT, config: TO_21 }), nameOf)).toBe(
    'Bor left. The match is yours!',
  );
  const away = { since: '', left: false, player: player('burja') };
  const gone = [seat({ player: player('p0') }), seat({ player: player('p1'), substitute: away })];
  expect(verdict(trset([5, 6], { forfeited }, { seats: gone }), nameOf), 'before the seat is empty').toBe('Bor left. The win is yours!');
});

test('a deal that substitutes played is lost for those who sat there, and its points count in the match', () => {
  const forfeited = [false, true];
  expect(verdict(trset([5, 6], { forfeited }), nameOf)).toBe('A substitute played most of the deal for Bor. The win is yours!');
  expect(verdict(trset([5, 6], { forfeited }, { you: 1 }), nameOf)).toBe('A substitute played most of your deal: it counts as lost.');
  expect(verdict(trset([5, 6], { forfeited }, { you: null }), nameOf)).toBe(
    'A substitute played most of the deal for Bor. Ana wins the deal.',
  );
  const going = trset([5, 6], { forfeited }, { config: TO_21 });
  expect(verdict(going, nameOf)).toBe('A substitute played most of the deal for Bor. The win is yours! Its points still count.');
  const both = trset([22, 10], { forfeited: [true, true], won: [false, false] }, { config: TO_21 });
  expect(verdict(both, nameOf)).toBe(
    'A substitute played most of your deal: it counts as lost. A substitute played most of the deal for Bor. Nobody won the deal. Its points still count.',
  );
  expect(verdict({ ...both, you: null }, nameOf)).toBe(
    'Substitutes played most of the deal for Ana and Bor. Nobody won the deal. Its points still count.',
  );
});

test('a match that is decided by the score says who has won it, or why its leader has not', () => {
  const score: DealFinish['score'] = { game: 'trset', points: [22, 10], deals: 4 };
  const over = (match_won: boolean[], more: Partial<DealFinish> = {}): TableState =>
    trset([7, 4], { score, match_won, ...more }, { config: TO_21 });
  const slept = { forfeited: [true, false], won: [false, false] };
  expect(told(over([true, false], slept), nameOf)).toEqual({
    headline: 'You won the match 22 : 10!',
    deal: 'A substitute played most of your deal: it counts as lost. Nobody won the deal.',
  });
  const nobody = over([false, false]);
  expect(verdict(nobody, nameOf)).toBe('You lost the match, 22 : 10: a substitute played most of it for you.');
  expect(verdict({ ...nobody, you: 1 }, nameOf)).toBe('A substitute played most of the match for Ana. Nobody won the match, 10 : 22.');
  expect(verdict({ ...nobody, you: null }, nameOf)).toBe('A substitute played most of the match for Ana. Nobody won the match, 22 : 10.');
  const other = over([false, true]);
  expect(verdict(other, nameOf)).toBe('You lost the match, 22 : 10: a substitute played most of it for you.');
  expect(verdict({ ...other, you: 1 }, nameOf)).toBe('A substitute played most of the match for Ana. You won the match 10 : 22!');
  // A player who leaves in the deal that decides the match does not win it either.
  const left = { ...over([false, true], slept), seats: [seat(), seat({ player: player('p1') })] };
  expect(told({ ...left, you: 1 }, nameOf)).toEqual({ headline: 'You won the match 10 : 22!', deal: 'Ana left. Nobody won the deal.' });
});

test('a match that somebody leaves between deals is decided by that, one that was decided before is not', () => {
  const lost = { won: [false, true], match_won: [true, false] };
  expect(verdict(trset([5, 6], lost, { seats: LEFT, config: TO_21 }), nameOf)).toBe('Bor left. The match is yours!');
  const reached: Partial<DealFinish> = {
    won: [true, false],
    match_won: [true, false],
    score: { game: 'trset', points: [21, 9], deals: 4 },
  };
  expect(verdict(trset([7, 4], reached, { seats: LEFT, config: TO_21 }), nameOf)).toBe('You won the match 21 : 9!');
  // A deal that stands alone was won before anybody left.
  expect(verdict(trset([7, 4], { match_won: [true, false] }, { seats: LEFT }), nameOf)).toBe('You won 7 : 4!');
});

function tarok(more: Partial<TarokScoredDeal>, you: number | null): string {
  const none = { points: 28, result: 0, kontra: 0, mond: 0, won: false };
  const result: TarokScoredDeal = {
    contract: 'two',
    declarer: 0,
    items: [],
    seats: [none, { ...none, won: true }, { ...none, won: true }],
    radelci: false,
    doubled: null,
    scores: [-50, 0, 0],
    ...more,
  };
  const won = result.seats.map((one) => one.won);
  return verdict(trset([0, 0, 0], { result: { game: 'tarok', ...result }, won, forfeited: [] }, { you }), nameOf);
}

test('in tarok the contract and its score are named', () => {
  expect(tarok({}, 0)).toBe('You failed the two: −50.');
  expect(tarok({}, 1)).toBe('Well defended! Ana loses the two: −50.');
  expect(tarok({}, null)).toBe('Ana loses the two: −50.');
  const made = { points: 42, result: 25, kontra: 0, mond: 0, won: true };
  const seats = [made, { ...made, won: false }, { ...made, won: false }];
  expect(tarok({ seats, scores: [25, 0, 0] }, 0)).toBe('You made the two: +25!');
  expect(tarok({ seats, scores: [-14, 0, 0] }, 0)).toBe('The two is made, but it costs you: −14.');
  expect(tarok({ seats, contract: 'berac', scores: [70, 0, 0] }, 2)).toBe('Ana makes the berač: +70.');
  expect(tarok({ seats, contract: 'klop', declarer: null, scores: [-34, -6, -30] }, 0)).toBe('Klop: −34.');
  expect(tarok({ seats, contract: 'klop', declarer: null, scores: [0, -70, 70] }, 0)).toBe(
    'Klop: 0. Cene took no trick: +70. Bor took half of the points or more: −70.',
  );
  expect(tarok({ seats, contract: 'klop', declarer: null, scores: [0, -70, 0] }, 1)).toBe('Klop: −70.');
  expect(tarok({ seats, contract: 'klop', declarer: null, scores: [0, -70, 0] }, null)).toBe('Bor took half of the points or more: −70.');
});

test('the end of a match comes before that of its last deal', () => {
  const lost: Partial<DealFinish> = { match_won: [false, true], score: { game: 'trset', points: [21, 23], deals: 4 } };
  const config = TO_21;
  const own = trset([7, 4], lost, { config });
  expect(told(own, nameOf)).toEqual({ headline: 'You lost the match 21 : 23.', deal: 'You won 7 : 4!' });
  expect(verdict({ ...own, you: 1 }, nameOf)).toBe('You won the match 23 : 21!');
  expect(verdict({ ...own, you: null }, nameOf)).toBe('Match won by Bor, 23 : 21.');
});

test('of more than two the loser of a match hears the place', () => {
  const config = { game: { name: 'trset', options: { players: 3, target: 21 } } } as const;
  const match: Partial<DealFinish> = {
    won: [true, false, false],
    forfeited: [],
    match_won: [false, true, false],
    score: { game: 'trset', points: [14, 22, 9], deals: 4 },
  };
  const table = trset([7, 3, 1], match, { config });
  expect(verdict(table, nameOf)).toBe('The match is over: place 2 of 3 for you, with 14.');
  expect(verdict({ ...table, you: 1 }, nameOf)).toBe('You won the match 22 : 14 (Ana) : 9 (Cene)!');
});

test('partners are spoken to together', () => {
  const config = { game: { name: 'trset', options: { players: 4, target: 21 } } } as const;
  const match: Partial<DealFinish> = {
    won: [true, false, true, false],
    forfeited: [],
    match_won: [true, false, true, false],
    score: { game: 'trset', points: [22, 14, 22, 14], deals: 4 },
  };
  expect(verdict(trset([7, 4, 7, 4], match, { config }), nameOf)).toBe('You two won the match 22 : 14!');
});
