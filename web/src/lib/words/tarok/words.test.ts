import { beforeAll, expect, test, vi } from 'vitest';
import { speak } from '../../i18n/index.svelte';
import { dutyText } from '../trick';
import { whyText } from './result';
import { tarokRuleText } from './rules';
import { tarokWords } from './say.svelte';

beforeAll(async () => {
  await speak('en');
  tarokWords.follow();
  await vi.waitFor(() => {
    expect(tarokWords.ready).toBe(true);
  });
});

test('a tarok is no suit: whoever must follow one is told to play a tarok', () => {
  expect(dutyText('follow', 'tarok', 'T12')).toBe('play a tarok');
  expect(dutyText('follow', 'tarok', 'HK')).toBe('follow suit: hearts');
  expect(tarokRuleText('must_follow_suit', 'T12')).toBe('Tarok was led: you must play one.');
  expect(tarokRuleText('must_follow_suit', 'HK')).toBe('You must follow hearts.');
});

test('the value of a game is a list, no formula', () => {
  expect(whyText({ kind: 'game', contract: 'one', made: false, base: -30, beyond: -12, multiplier: 2 })).toBe(
    'one −30, difference −12, kontra ×2',
  );
  expect(whyText({ kind: 'berac', contract: 'berac', made: true, base: 70, multiplier: 1 })).toBe('berač +70');
});
