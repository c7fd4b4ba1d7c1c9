import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ITALIAN_DECK } from '../../../cards/packs/italian/deck';
import { FRENCH_DECK } from '../../../cards/packs/french/deck';
import { TAROK_DECK } from '../../../cards/packs/tarok/deck';
import { deal, player, seat, snapshot, view } from '../../state/testing';
import { fromSnapshot, type TableState } from '../../state/table';
import recorded from '../../state/recorded/tablic-two.json';
import type { TableSnapshot } from '../../protocol';
import { speakAll } from '../../../games/testing';
import { COMMANDS, answer, namesOf, questionNames, type Answer, type Situation } from './answer';
import { COMMANDS_OF } from '../../../games/commands';
import { cardsMeant, plain } from './cards';
import { keyWords } from './catalogue.svelte';

const nameOf = (one: number): string => ['Ana', 'Bor', 'Cene', 'Dana'][one] ?? '';

beforeAll(() => speakAll('en'));

let table: TableState;

beforeEach(() => {
  const trick = { leader: 1, cards: ['DK'] };
  const seen = view({ hand: ['D3', 'D2', 'C4'], hand_sizes: [3, 2], trick, tricks: [1, 0], thirds: [4, 0] });
  const config = { ...snapshot().config, rated: false };
  table = fromSnapshot(snapshot({ config, deal: deal({ view: seen, turn: { seat: 0, legal: ['D3', 'D2'], move_ms: 1, bank_ms: 1 } }) }), 0);
});

/** The situation of a reader who has picked nothing, at a quiet table. */
const quiet = { picks: { must: 0, cards: [] }, chat: [], now: 0, deck: ITALIAN_DECK, nameOf };

function ask(line: string, legal: readonly string[] = ['D3', 'D2'], more: Partial<Situation> = {}): Answer {
  return answer(line, { ...quiet, table, legal, ...more });
}

test('the hand, the trick, what may be played, the score and who sits there', () => {
  expect(ask('hand').text).toBe('3 cards: four of coppe, three of denari, two of denari');
  expect(ask('h').text).toBe(ask('/HAND').text);
  expect(ask('trick').text).toBe('On the table: Bor: king of denari');
  expect(ask('may').text).toBe('You may play: three of denari, two of denari.');
  expect(ask('may', []).text).toBe('Your last move is on its way.');
  expect(ask('score').text).toBe('Match: Ana: 0, Bor: 0. Ana: 1 trick, 1⅓ points; Bor: 0 tricks, 0 points');
  expect(ask('who').text).toBe('It is your turn. Ana: you, 3 cards; Bor: 2 cards, dealer');
  expect(ask('last').text).toBe('Nobody has taken anything yet.');
  expect(ask('out').text).toMatch(/^Cards still out: .*ace of coppe/);
  expect(ask('out').text).not.toMatch(/three of denari|king of denari/);
  expect(ask('help').text).toContain('hand: your cards');
});

test('the rest is claimed when it is certain', () => {
  expect(ask('rest')).toEqual({ text: 'It isn’t certain yet who takes the rest. Play a card.' });
  const certain = ask('REST', ['D3', 'D2'], { claim: 'nothing' });
  expect(certain).toEqual({ text: 'I take no more tricks.', does: 'claim' });
});

test('where ratings are at stake nobody is reminded of the cards that are out', () => {
  table = { ...table, config: { ...table.config, rated: true } };
  expect(ask('out').text).toBe('Rated games are played without beginner aids.');
});

test('the coach says everything, where one speaks', () => {
  const coached = (coach: readonly string[] | undefined): string => ask('coach', ['D3'], { coach }).text;
  expect(coached(['You lead.', 'The last trick counts one point more.'])).toBe('You lead. The last trick counts one point more.');
  expect(coached([])).toBe('Your last move is on its way.');
  expect(coached(undefined)).toMatch(/^The coach is silent\./);
  table = { ...table, config: { ...table.config, rated: true } };
  expect(coached(undefined)).toBe('Rated games are played without beginner aids.');
});

test('a card that may not be played now is not said to be', () => {
  expect(ask('C4')).toEqual({ text: 'The four of coppe cannot be played now: follow suit: denari' });
  table = { ...table, deal: table.deal && { ...table.deal, turn: { seat: 1, move_ms: 1, bank_ms: 1 } } };
  expect(ask('C4', [])).toEqual({ text: 'Ready: four of coppe', press: 'C4' });
  expect(ask('may', []).text).toBe('It is not your turn.');
  expect(ask('time', []).text).toBe('Bor: 1 second for this move, 1 second in reserve');
});

test('a substitute gives the seat back, and the next deal is asked for after one', () => {
  expect(ask('back')).toEqual({ text: 'Nobody is playing for you.' });
  expect(ask('next')).toEqual({ text: 'No deal has just ended.' });
  table = { ...table, seats: table.seats.map((one) => ({ ...one, substitute: { player: null, since: '' } })) };
  expect(ask('may', []).text).toBe('A substitute is playing for you. Type “back” to take over.');
  expect(ask('back').does).toBe('return');
  table = { ...table, phase: 'finished' };
  expect(ask('next').does).toBe('ready');
});

test('cards are put away when as many are picked as must go', () => {
  const picking = (cards: readonly string[]): Answer => ask('done', ['discard:D3', 'discard:D2'], { picks: { must: 2, cards } });
  expect(picking(['D3'])).toEqual({ text: 'Put aside: three of denari. 1 more.' });
  expect(picking(['D3', 'D2'])).toEqual({ text: 'Put away: three of denari, two of denari', does: 'confirm' });
  expect(ask('undo', [], { picks: { must: 2, cards: ['D3'] } }).does).toBe('clear');
  expect(ask('done')).toEqual({ text: 'There is nothing to confirm.' });
});

test('declarations are typed by their names', () => {
  const legal = ['D3', 'D2', 'three:3/C', 'four:2'];
  expect(ask('may', legal).text).toBe(
    'You may declare before your first card: three threes without coppe, four twos. You may play: three of denari, two of denari. ' +
      'Type “declare” and the name of what you declare.',
  );
  expect(ask('declare four', legal)).toEqual({ text: 'You declare: four twos', acts: ['four:2'] });
  expect(ask('three threes without coppe', legal).acts).toEqual(['three:3/C']);
  expect(ask('declare napola of coppe', legal)).toEqual({ text: 'You cannot declare that now.' });
});

test('the last lines of the chat are said', () => {
  const chat = ['one', 'two', 'three', 'four'].map((text) => ({ from: player('bor', { name: 'Bor' }), text, at: '' }));
  expect(ask('chat', [], { chat }).text).toBe('Bor: two; Bor: three; Bor: four');
  expect(ask('chat').text).toBe('Nobody has written yet.');
});

test('the order of the cards is told in every game', () => {
  expect(ask('order').text).toBe('Strongest first: 3 = ⅓, 2 = ⅓, A = 1, K = ⅓, N = ⅓, J = ⅓, 7 = 0, 6 = 0, 5 = 0, 4 = 0');
  table = { ...table, config: { ...table.config, rated: true, game: { name: 'tarok', options: {} } } };
  expect(ask('order').text).toMatch(/^Taroks beat all suits: Škis = 5, XXI = 5, .*; Hearts, diamonds: K = 5, .*; Spades, clubs: /);
});

test('between deals there is still a score and people', () => {
  table = fromSnapshot(snapshot({ deal: null, phase: 'waiting', seats: [seat({ player: player('ana'), connected: true }), seat()] }), 0);
  expect(ask('hand').text).toBe('No deal is being played.');
  expect(ask('score').text).toBe('Match: Ana: 0, Bor: 0');
  expect(ask('who').text).toBe('No deal is being played. Ana: you; empty seat');
});

test('a card is played by its code in either order, or by the beginnings of its name', () => {
  for (const line of ['D3', 'd3', '3d', 'three of denari', 'thr den'])
    expect(ask(line), line).toEqual({ text: 'You play: three of denari', press: 'D3' });
  expect(ask('denari')).toEqual({ text: 'Which one: three of denari, two of denari?' });
  // A rank is enough where only one card has it.
  expect(ask('3')).toEqual({ text: 'You play: three of denari', press: 'D3' });
  expect(ask('DK')).toEqual({ text: 'You do not hold the king of denari.' });
  expect(ask('fish')).toEqual({ text: '“fish” is no command. Type help for the list.' });
});

test('taroks are known by number, numeral and name', () => {
  const among = ['T1', 'T17', 'T21', 'T22', 'HK'];
  const meant = (text: string): readonly string[] => cardsMeant(text, among, TAROK_DECK);
  expect([meant('T17'), meant('xvii'), meant('mond'), meant('skis'), meant('pagat'), meant('kh')]).toEqual([
    ['T17'],
    ['T17'],
    ['T21'],
    ['T22'],
    ['T1'],
    ['HK'],
  ]);
});

test('in tablić what is taken is named where there is a choice', () => {
  const { first, steps } = recorded as unknown as { first: TableSnapshot; steps: { snapshot: TableSnapshot }[] };
  const now = steps.map(({ snapshot: later }) => later.deal).find((one) => one !== null);
  if (now?.status?.game !== 'tablic') throw new Error('the record has no deal of tablić');
  const lying = fromSnapshot(
    {
      ...first,
      deal: { ...now, zones: { ...now.zones, 'hand:0': { n: 2, cards: ['D10', 'C3'] }, table: { n: 3, cards: ['H4', 'S6', 'C10'] } } },
    },
    0,
  );
  const legal = ['D10', 'D10xC10', 'D10xH4+S6', 'C3'];
  const say = (line: string): Answer => ask(line, legal, { table: lying, deck: FRENCH_DECK });
  expect(say('C3')).toEqual({ text: 'You play: three of clubs', acts: ['C3'] });
  expect(say('10d').acts).toBeUndefined();
  expect(say('10d').text).toContain('The ten of diamonds can take: ten of clubs; four of hearts, six of spades.');
  expect(say('10d 4h 6s')).toEqual({ text: 'You play: ten of diamonds: four of hearts, six of spades', acts: ['D10xH4+S6'] });
  expect(say('10d *')).toEqual({ text: 'No best capture can be named here.' });
  expect(say('10d -').acts).toEqual(['D10']);
  expect(say('10d 4h')).toEqual({ text: 'The ten of diamonds cannot take that.' });
  const helped = { table: { ...lying, config: { ...lying.config, rated: false } }, deck: FRENCH_DECK };
  expect(ask('10d', legal, helped).text).toContain('The most: ten of clubs. Type “ten of diamonds *” for that.');
  for (const line of ['10d *', '10d*', 'ten of diamonds *']) expect(ask(line, legal, helped).acts, line).toEqual(['D10xC10']);
  expect(ask('ten of diamonds -', legal, helped).acts).toEqual(['D10']);
  expect(say('10d fish')).toEqual({ text: 'The ten of diamonds cannot take that.' });
});

test('in every language no name stands for two commands, and accents may be left out', async () => {
  for (const language of ['sl', 'hr', 'sr', 'it', 'en'] as const) {
    await speakAll(language);
    expect(keyWords.t('label')).toBe({ sl: 'Ukaz', hr: 'Naredba', sr: 'Komanda', it: 'Comando', en: 'Command' }[language]);
    for (const { questions } of Object.values(COMMANDS_OF)) {
      const names = [...COMMANDS.flatMap(namesOf), ...questions.flatMap(questionNames)].map(plain);
      expect(new Set(names).size, `${language}: ${names.join(' ')}`).toBe(names.length);
    }
  }
  expect(plain('  Pomoč  Đ ')).toBe('pomoc d');
});

test('a knight is typed with the letter on it, or as the notation has it', () => {
  expect([ITALIAN_DECK.chip('DC').text, TAROK_DECK.chip('HC').text]).toEqual(['N', 'N']);
  for (const line of ['dn', 'nd', 'dc', 'knight of denari', 'n'])
    expect(cardsMeant(line, ['DC', 'DK', 'CJ'], ITALIAN_DECK)).toEqual(['DC']);
});
