import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ITALIAN_DECK } from '../../../cards/packs/italian/deck';
import { FRENCH_DECK } from '../../../cards/packs/french/deck';
import { TAROK_DECK } from '../../../cards/packs/tarok/deck';
import { deal, player, seat, snapshot, view } from '../../state/testing';
import { fromSnapshot, type TableState } from '../../state/table';
import recorded from '../../state/recorded/tablic-two.json';
import type { TableSnapshot } from '../../protocol';
import { speakAll } from '../../../games/testing';
import { COMMANDS, answer, namesOf, type Answer } from './answer';
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

function ask(line: string, legal: readonly string[] = ['D3', 'D2']): Answer {
  return answer(line, { table, legal, deck: ITALIAN_DECK, nameOf });
}

test('the hand, the trick, what may be played, the score and who sits there', () => {
  expect(ask('hand').text).toBe('3 cards: four of coppe, three of denari, two of denari');
  expect(ask('h').text).toBe(ask('/HAND').text);
  expect(ask('trick').text).toBe('On the table: Bor: king of denari');
  expect(ask('may').text).toBe('You may play: three of denari, two of denari');
  expect(ask('may', []).text).toBe('It is not your turn.');
  expect(ask('score').text).toBe('Match: Ana: 0, Bor: 0. Ana: 1 trick, 1⅓ points; Bor: 0 tricks, 0 points');
  expect(ask('who').text).toBe('It is your turn. Ana: you, 3 cards; Bor: 2 cards, dealer');
  expect(ask('last').text).toBe('Nobody has taken anything yet.');
  expect(ask('out').text).toMatch(/^Cards still out: .*ace of coppe/);
  expect(ask('out').text).not.toMatch(/three of denari|king of denari/);
  expect(ask('help').text).toContain('hand: your cards');
});

test('the rest is claimed when it is certain', () => {
  expect(ask('rest')).toEqual({ text: "It isn't certain yet who takes the rest. Play a card." });
  const certain = answer('REST', { table, legal: ['D3', 'D2'], claim: 'nothing', deck: ITALIAN_DECK, nameOf });
  expect(certain).toEqual({ text: 'I take no more tricks.', claims: true });
});

test('where ratings are at stake nobody is reminded of the cards that are out', () => {
  table = { ...table, config: { ...table.config, rated: true } };
  expect(ask('out').text).toBe('Rated games are played without beginner aids.');
});

test('the coach says everything, where one speaks', () => {
  const coached = (coach: readonly string[] | undefined): string =>
    answer('coach', { table, legal: ['D3'], coach, deck: ITALIAN_DECK, nameOf }).text;
  expect(coached(['You lead.', 'The last trick counts one point more.'])).toBe('You lead. The last trick counts one point more.');
  expect(coached([])).toBe('It is not your turn.');
  expect(coached(undefined)).toMatch(/^The coach is silent\./);
  table = { ...table, config: { ...table.config, rated: true } };
  expect(coached(undefined)).toBe('Rated games are played without beginner aids.');
});

test('the order of the cards is told in every game', () => {
  expect(ask('order').text).toBe('Strongest first: 3 = ⅓, 2 = ⅓, A = 1, K = ⅓, C = ⅓, J = ⅓, 7 = 0, 6 = 0, 5 = 0, 4 = 0');
  table = { ...table, config: { ...table.config, rated: true, game: { name: 'tarok', options: {} } } };
  expect(ask('order').text).toMatch(/^Taroks beat all suits: Škis = 5, XXI = 5, .*; Hearts, diamonds: K = 5, .*; Spades, clubs: /);
});

test('between deals there is still a score and people', () => {
  table = fromSnapshot(snapshot({ deal: null, phase: 'waiting', seats: [seat({ player: player('ana') }), seat()] }), 0);
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
  const say = (line: string): Answer => answer(line, { table: lying, legal, deck: FRENCH_DECK, nameOf });
  expect(say('C3')).toEqual({ text: 'You play: three of clubs', act: 'C3' });
  expect(say('10d').act).toBeUndefined();
  expect(say('10d').text).toContain('The ten of diamonds can take: ten of clubs; four of hearts, six of spades.');
  expect(say('10d 4h 6s')).toEqual({ text: 'You play: ten of diamonds: four of hearts, six of spades', act: 'D10xH4+S6' });
  expect(say('10d -').act).toBe('D10');
  expect(say('10d 4h')).toEqual({ text: 'The ten of diamonds cannot take that.' });
  expect(say('10d fish')).toEqual({ text: 'The ten of diamonds cannot take that.' });
});

test('in every language no name stands for two commands, and accents may be left out', async () => {
  for (const language of ['sl', 'hr', 'it', 'en'] as const) {
    await speakAll(language);
    expect(keyWords.t('label')).toBe({ sl: 'Ukaz', hr: 'Naredba', it: 'Comando', en: 'Command' }[language]);
    const names = COMMANDS.flatMap((command) => namesOf(command).map(plain));
    expect(new Set(names).size, `${language}: ${names.join(' ')}`).toBe(names.length);
  }
  expect(plain('  Pomoč  Đ ')).toBe('pomoc d');
});
