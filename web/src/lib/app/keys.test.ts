import { afterEach, expect, test } from 'vitest';
import { settings } from './settings.svelte';
import { TABLE_KEYS, pressedKey, type Pressed } from './keys';

afterEach(() => {
  document.body.replaceChildren();
});

/** Presses a key on this element and returns what it does at the table. */
function press(key: string, on: Element = document.body, more: KeyboardEventInit = {}): Pressed | undefined {
  let found: Pressed | undefined;
  const hear = (event: Event): void => {
    found = pressedKey(event as KeyboardEvent);
  };
  document.addEventListener('keydown', hear);
  on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  document.removeEventListener('keydown', hear);
  return found;
}

function put(html: string): Element {
  document.body.innerHTML = html;
  const last = [...document.body.querySelectorAll('*')].at(-1);
  if (!last) throw new Error('nothing was put there');
  return last;
}

test('digits stand for cards, 0 for the tenth, and letters are the same in capitals', () => {
  expect(press('1')).toEqual({ does: 'card', index: 0 });
  expect(press('0')).toEqual({ does: 'card', index: 9 });
  expect([press('l')?.does, press('L')?.does]).toEqual(['last', 'last']);
  expect([press('c')?.does, press('/')?.does, press('?')?.does]).toEqual(['chat', 'command', 'keys']);
  expect([press('r')?.does, press('h')?.does]).toEqual(['claim', 'coach']);
  expect(press('x')).toBeUndefined();
});

test('a key that is held or goes with others does nothing', () => {
  for (const more of [{ repeat: true }, { ctrlKey: true }, { altKey: true }, { metaKey: true }])
    expect(press('l', document.body, more)).toBeUndefined();
});

test('a key in a field, a panel or a dialog belongs to it', () => {
  for (const html of [
    '<input>',
    '<textarea></textarea>',
    '<select></select>',
    '<div popover><b></b></div>',
    '<div role="dialog"><b></b></div>',
  ]) {
    expect(press('1', put(html)), html).toBeUndefined();
  }
  expect(press('1', put('<div><b></b></div>'))?.does).toBe('card');
});

test('nothing is played behind an open dialog', () => {
  put('<dialog open></dialog>');
  expect(press('1')).toBeUndefined();
  put('<dialog></dialog>');
  expect(press('1')?.does).toBe('card');
});

test('no key stands for two things', () => {
  const all = TABLE_KEYS.flatMap(({ keys }) => keys);
  expect(new Set(all).size).toBe(all.length);
});

test('who speaks to the computer can do without single keys', () => {
  settings.keys = false;
  expect(press('1')).toBeUndefined();
  settings.keys = true;
  expect(press('1')?.does).toBe('card');
});
