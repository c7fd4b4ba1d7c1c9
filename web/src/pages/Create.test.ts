import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lobby } from '../lib/app/lobby.svelte';
import { opening } from '../lib/app/opening';
import { speak } from '../lib/i18n/index.svelte';
import { EMPTY_LOBBY } from '../lib/state/lobby';
import Create from './Create.svelte';

let page: Record<string, unknown>;

beforeEach(async () => {
  window.sessionStorage.clear();
  window.localStorage.clear();
  await speak('en');
  page = mount(Create, { target: document.body });
  flushSync();
});

afterEach(() => {
  void unmount(page);
  lobby.state = EMPTY_LOBBY;
  vi.restoreAllMocks();
});

function find<E extends HTMLElement>(name: string): E {
  const found = document.querySelector<E>(`[data-testid=${name}]`);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

function choose(variant: string): void {
  find(`variant-${variant}`).click();
  flushSync();
}

test('the game that is chosen is explained, and no other', async () => {
  const ideas: string[] = [];
  for (const variant of ['trset', 'kifameno', 'tarok', 'tablic']) {
    choose(variant);
    await expect.poll(() => find('idea').textContent).not.toBe('');
    ideas.push(find('idea').textContent);
  }
  expect(ideas).toEqual([
    'Collect points in tricks: whoever has the most wins.',
    'Tršet turned round: the same cards and tricks, but whoever has the fewest points wins.',
    'Bid, call a king, take from the talon, announce: mostly two against two, and only the holder of the king knows who they are. 12 cards each, 6 in the talon.',
    'Take from the table cards that add up to yours, alone or in pairs.',
  ]);
});

test('a private table keeps its seats for those who have the link', async () => {
  const bots = find<HTMLSelectElement>('bots');
  expect(bots.value).toBe('');
  find('preset-quick').click();
  flushSync();
  expect(bots.value).toBe('medium');
  find('private').click();
  await tick();
  expect(bots.value).toBe('');
  find('private').click();
  await tick();
  expect(bots.value).toBe('medium');
});

test('tarok is for four unless three are asked for', async () => {
  const open = vi.spyOn(opening, 'open').mockResolvedValue();
  choose('tarok');
  const players = (): object[] => open.mock.calls.map(([{ game }]) => game);
  const submit = async (): Promise<void> => {
    find('create-form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    await tick();
  };
  await expect.poll(() => document.querySelector('[data-testid=players-4]')).not.toBeNull();
  await submit();
  find('players-3').click();
  flushSync();
  await submit();
  expect(players()).toEqual([
    { name: 'tarok', options: { players: 4 } },
    { name: 'tarok', options: {} },
  ]);
});

test('in another tab the form opens with the last table', async () => {
  const open = vi.spyOn(opening, 'open').mockResolvedValue();
  const submit = async (): Promise<void> => {
    find('create-form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    await tick();
  };
  find('preset-tarokThree').click();
  flushSync();
  await submit();
  void unmount(page);
  window.sessionStorage.clear();
  page = mount(Create, { target: document.body });
  flushSync();
  expect(find('preset-tarokThree').getAttribute('aria-pressed')).toBe('true');
  await submit();
  expect(open.mock.calls.map(([{ game }]) => game)).toEqual(Array(2).fill({ name: 'tarok', options: { deals: 12 } }));
});

test('times that no clock has are refused in the words of the page', async () => {
  const open = vi.spyOn(opening, 'open').mockResolvedValue();
  // A form with a clock of one's own, as it was left.
  void unmount(page);
  window.sessionStorage.setItem('vzetek.table', JSON.stringify({ clock: 'own' }));
  page = mount(Create, { target: document.body });
  flushSync();
  const move = find<HTMLInputElement>('move-s');
  const submit = async (): Promise<void> => {
    expect(find<HTMLFormElement>('create-form').noValidate).toBe(true);
    find('create-form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    await tick();
  };
  move.value = '0';
  move.dispatchEvent(new Event('input', { bubbles: true }));
  await submit();
  expect(find('clock-range').getAttribute('role')).toBe('alert');
  expect(open).not.toHaveBeenCalled();
  move.value = '7';
  move.dispatchEvent(new Event('input', { bubbles: true }));
  await submit();
  expect(open).toHaveBeenCalledOnce();
});

test('a level is offered for the kinds of tables that have it, and never asked for at others', async () => {
  const open = vi.spyOn(opening, 'open').mockResolvedValue();
  const levelKinds = { natural: ['trset-2', 'kifameno-2'] };
  lobby.state = { ...EMPTY_LOBBY, levels: ['gentle', 'medium', 'natural'], levelKinds, loaded: true };
  flushSync();
  const offered = (): string[] => [...find<HTMLSelectElement>('bots').options].map((option) => option.textContent.trim());
  const usual = ['wait for people', 'beginner bots', 'medium bots'];
  expect(offered()).toEqual([...usual, 'human-like bots']);
  // A form with that level, as it was left.
  void unmount(page);
  window.sessionStorage.setItem('vzetek.table', JSON.stringify({ bots: 'natural' }));
  page = mount(Create, { target: document.body });
  flushSync();
  const bots = find<HTMLSelectElement>('bots');
  expect(bots.value).toBe('natural');
  choose('kifameno');
  expect(bots.value).toBe('natural');
  await expect.poll(() => document.querySelector('[data-testid=players-4]')).not.toBeNull();
  find('players-4').click();
  flushSync();
  expect([bots.value, offered()]).toEqual(['medium', usual]);
  find('create-form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await tick();
  expect(open.mock.calls.map(([{ bots: level }]) => level)).toEqual(['medium']);
});
