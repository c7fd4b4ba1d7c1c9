import { afterEach, expect, test } from 'vitest';
import { speak } from '../i18n/index.svelte';
import type { Phrase } from '../protocol';
import { lineText } from './chat';

afterEach(() => speak('en'));

test('a phrase is shown in the language of whoever reads it', async () => {
  await speak('sl');
  expect(lineText({ text: 'Thanks!', phrase: 'thanks' })).toBe('Hvala!');
  await speak('en');
  expect(lineText({ text: 'Thanks!', phrase: 'thanks' })).toBe('Thanks!');
});

test('what was typed, and a phrase of a newer server, is shown as it came', () => {
  expect(lineText({ text: 'Thanks!' })).toBe('Thanks!');
  expect(lineText({ text: 'Encore!', phrase: 'encore' as Phrase })).toBe('Encore!');
});
