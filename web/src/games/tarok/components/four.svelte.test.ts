/** The parts of a table of tarok for four: what is asked, and what is always in sight. */
import { flushSync, mount, unmount, type Component, type ComponentProps } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { TAROK_FORM, type TarokForm } from '../form';
import { speakAll } from '../../testing';
import type { TarokSide, TarokTerms } from '../../../lib/protocol';
import { tarokAsks } from '../words/asks';
import { readLegal } from '../state/actions';
import type { TarokGameView } from '../view';
import Announce from './Announce.svelte';
import Bidding from './Bidding.svelte';
import Calling from './Calling.svelte';
import ContractLine from './ContractLine.svelte';
import Talk from './Talk.svelte';
import TarokFields from './TarokFields.svelte';

const nameOf = (seat: number): string => ['Ana', 'Bor', 'Cene', 'Dana'][seat] ?? '';
const done = vi.fn();
let shown: Record<string, unknown> | undefined;

beforeAll(async () => {
  await speakAll('en');
});

beforeEach(() => done.mockClear());

afterEach(() => {
  if (shown) void unmount(shown);
});

function show<P extends object>(component: Component<P>, props: NoInfer<P>): void {
  shown = mount(component as Component<Record<string, unknown>>, { target: document.body, props: props as Record<string, unknown> });
  flushSync();
}

function find(testid: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-testid="${testid}"]`);
}

function press(testid: string): void {
  find(testid)?.click();
  flushSync();
}

function textOf(element: HTMLElement | null): string {
  return (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
}

test('a king is called by pressing it, and one’s own is marked', () => {
  const kings = ['call:HK', 'call:DK', 'call:SK', 'call:CK'];
  show(Calling, { title: '', legal: readLegal(kings), hand: ['SK', 'T4'], onact: done });
  const held = [...document.querySelectorAll('.held')].map((words) => words.textContent);
  expect(held).toEqual(['', '', 'in your hand', '']);
  expect(textOf(find('call-SK'))).toMatch(/^Call the .+ in your hand$/);
  press('call-DK');
  expect(done.mock.calls).toEqual([['call:DK']]);
});

test('announcements and raises are said in one turn', () => {
  const undertaking: TarokTerms = { declarer: 0, contract: 'two', stakes: [{ item: 'game', multiplier: 1 }] };
  show(Talk, { title: '', undertaking, legal: readLegal(['announce:valat', 'announce:kings', 'raise:game', 'pass']), onsay: done });
  for (const choice of ['announce:kings', 'raise:game']) press(`say-${choice}`);
  expect(textOf(find('say-confirm'))).toBe('Say it: kontra two, kings');
  press('say-confirm');
  expect(done.mock.calls).toEqual([[['raise:game', 'announce:kings', 'pass']]]);
});

test('who can say nothing is asked all the same, and told why', () => {
  const undertaking: TarokTerms = { declarer: 0, contract: 'two', stakes: [{ item: 'game', multiplier: 1 }] };
  const title = tarokAsks({ ...called(2, ['SK'], [null, null, null, null]), phase: { name: 'doubling', undertaking } }, ['pass']) ?? '';
  show(Talk, { title, undertaking, legal: readLegal(['pass']), onsay: done });
  expect(find('tarok-panel')?.getAttribute('aria-label')).toBe('There is nothing for you to say now.');
  press('say-confirm');
  expect(done.mock.calls).toEqual([[['pass']]]);
});

test('many bids stand in columns, a few in a row', () => {
  const phase = {
    name: 'bidding',
    to_bid: 1,
    standing: 'three',
    bidder: 0,
    bids: ['three', null, null, null],
    passed: [false, false, false, false],
  } as const;
  const bids = (legal: string[]): void => {
    show(Bidding, {
      ...{ phase: { ...phase, bids: [...phase.bids], passed: [...phase.passed] }, legal: readLegal(legal) },
      ...{ ofFour: true, mine: true, title: '', nameOf, onact: done },
    });
  };
  const all = ['two', 'one', 'solo_three', 'solo_two', 'solo_one', 'berac', 'solo_without', 'open_berac', 'colour_valat', 'valat'];
  bids(['pass', ...all.map((bid) => `bid:${bid}`)]);
  expect(document.querySelectorAll('.choices.many .button')).toHaveLength(11);
  if (shown) void unmount(shown);
  bids(['pass', 'bid:colour_valat', 'bid:valat']);
  expect(document.querySelectorAll('.choices:not(.many) .button')).toHaveLength(3);
});

test('a solo may be raised to a colour valat instead of announcing', () => {
  show(Announce, { title: '', legal: readLegal(['announce:trula', 'contract:colour_valat', 'pass']), onsay: done });
  press('raise-to-colour_valat');
  expect(done.mock.calls).toEqual([[['contract:colour_valat']]]);
});

/** Seat 0 plays and has called the king of spades, which seat 2 holds. */
function called(
  observer: number | null,
  hand: string[] | null,
  sides: (TarokSide | null)[],
  terms: Partial<TarokTerms> = {},
): TarokGameView {
  const undertaking: TarokTerms = { declarer: 0, contract: 'three', stakes: [], called: { king: 'SK', sides }, ...terms };
  return {
    ...{ game: 'tarok', zones: {}, observer, current_player: 0, hand, options: { players: 4 }, dealer: 3, cards: [] },
    ...{
      hand_sizes: [12, 12, 12, 12],
      known: [[], [], [], []],
      piles: [[], [], [], []],
      trick: undefined,
      last_trick: null,
      tricks: [0, 0, 0, 0],
    },
    ...{ talon: 0, left: [], away: { n: 0, cards: [] } },
    phase: { name: 'playing', undertaking, leader: 0, tricks: [0, 0, 0, 0] },
  };
}

test('the called king is in sight, the partner as soon as it may be', () => {
  const secret: (TarokSide | null)[] = ['declarer', null, null, null];
  show(ContractLine, { view: called(1, ['T4'], secret), nameOf });
  expect(find('called-king')?.dataset.card).toBe('SK');
  expect(textOf(find('partner'))).toBe('');
  expect(find('partner')?.getAttribute('role')).toBe('status');
  if (shown) void unmount(shown);
  show(ContractLine, { view: called(2, ['SK'], secret), nameOf });
  expect(textOf(find('partner'))).toBe('with Cene');
  if (shown) void unmount(shown);
  show(ContractLine, { view: called(1, ['T4'], ['declarer', 'defenders', 'declarer', 'defenders']), nameOf });
  expect(textOf(find('partner'))).toBe('with Cene');
});

test('a declarer whose king lay in the talon is said to be alone', () => {
  show(ContractLine, { view: called(1, ['T4'], ['declarer', 'defenders', 'defenders', 'defenders']), nameOf });
  expect(textOf(find('partner'))).toBe('alone');
  expect(find('partner')?.dataset.seat).toBeUndefined();
});

test('the talon has a button once some of it is seen', () => {
  const view = called(1, ['T4'], []);
  show(ContractLine, { view: { ...view, talon: 6 }, nameOf });
  expect(find('talon-note')).toBeNull();
  if (shown) void unmount(shown);
  show(ContractLine, { view: { ...view, left: ['H1', 'T7'] }, nameOf });
  expect(find('talon-note')).not.toBeNull();
});

test('cards that are laid open are told to all others', () => {
  const undertaking: TarokTerms = { declarer: 0, contract: 'open_berac', stakes: [] };
  const open = (observer: number): TarokGameView => ({
    ...called(observer, observer === 0 ? ['S7', 'T2'] : ['T4'], []),
    ...{ known: [['S7', 'T2'], [], [], []], hand_sizes: [2, 1, 1, 1] },
    phase: { name: 'playing', undertaking, leader: 0, tricks: [0, 0, 0, 0] },
  });
  show(ContractLine, { view: open(1), nameOf });
  expect(find('laid-open')?.getAttribute('aria-label')).toBe('Ana’s open cards');
  if (shown) void unmount(shown);
  show(ContractLine, { view: open(0), nameOf });
  expect(find('laid-open')).toBeNull();
});

test('what the defenders announced is theirs, and colour valat says that taroks are no trumps', () => {
  const stakes = [
    { item: 'game', multiplier: 1 },
    { item: 'kings', multiplier: 2, side: 'defenders' as const },
  ];
  show(ContractLine, { view: called(1, ['T4'], ['declarer', null, null, null], { stakes }), nameOf });
  expect(textOf(find('stake-kings'))).toContain('defenders: kings');
  expect(textOf(find('stake-kings'))).toContain('×2kontra');
  expect(find('no-trumps')).toBeNull();
  if (shown) void unmount(shown);
  const colours: TarokTerms = { declarer: 0, contract: 'colour_valat', stakes: [] };
  show(ContractLine, {
    view: { ...called(1, ['T4'], []), phase: { name: 'playing', undertaking: colours, leader: 0, tricks: [0, 0, 0, 0] } },
    nameOf,
  });
  expect(textOf(find('no-trumps'))).toBe('taroks are no trumps');
  expect(find('partner')).toBeNull();
});

test('the form of a new table offers the options of its number of players', () => {
  const options = (): string[] =>
    [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].map((box) => box.dataset.testid ?? '');
  const form = $state<TarokForm>({ ...TAROK_FORM, tarokPlayers: 3, deals: 6 });
  show<ComponentProps<typeof TarokFields>>(TarokFields, { form, offered: [3, 4] });
  expect(options()).toHaveLength(5);
  expect(find('open_radelci')).toBeNull();
  press('players-4');
  expect(form.tarokPlayers).toBe(4);
  expect(options()).toEqual(['round_to_five', 'compulsory_klop', 'kontra_costs', 'closing_klop']);
  expect(find('open_radelci')).not.toBeNull();
  form.deals = 0;
  flushSync();
  expect(options(), 'no deal is the last').toEqual(['round_to_five', 'compulsory_klop', 'kontra_costs']);
  if (shown) void unmount(shown);
  form.tarokPlayers = 3;
  show<ComponentProps<typeof TarokFields>>(TarokFields, { form, offered: [3] });
  expect(find('players-3'), 'nothing to choose').toBeNull();
});
