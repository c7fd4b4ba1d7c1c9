import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import Card from './Card.svelte';
import SuitIcon from './packs/italian/SuitIcon.svelte';
import { cardImage } from './packs/italian/draw';

afterEach(() => {
  document.body.replaceChildren();
});

function image(): HTMLImageElement {
  const found = document.querySelector('img');
  if (!found) throw new Error('no image');
  return found;
}

test('a card is one image with the label as its name', () => {
  const card = mount(Card, { target: document.body, props: { card: 'CK', label: 'kralj coppe', width: 72 } });
  flushSync();
  expect(document.body.querySelectorAll('*').length).toBe(1);
  expect(image().alt).toBe('kralj coppe');
  expect(image().getAttribute('src')).toBe(cardImage('CK', 'full'));
  void unmount(card);
});

test('narrow cards take the small drawing, and hidden ones do not tell what they are', () => {
  const narrow = mount(Card, { target: document.body, props: { card: 'B7', width: 44 } });
  flushSync();
  expect(image().getAttribute('src')).toBe(cardImage('B7', 'small'));
  void unmount(narrow);
  document.body.replaceChildren();
  const hidden = mount(Card, { target: document.body, props: { card: 'B7', faceDown: true, width: 72 } });
  flushSync();
  expect(image().getAttribute('src')).toBe(cardImage('back', 'full'));
  void unmount(hidden);
});

test('a suit icon without a label is decoration', () => {
  const icon = mount(SuitIcon, { target: document.body, props: { suit: 'S' } });
  flushSync();
  expect(document.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
  void unmount(icon);
});
