import { beforeAll, expect, test } from 'vitest';
import { speak } from '../i18n/index.svelte';
import { clockWords } from './names';

beforeAll(() => speak('en'));

test('the clock is told with its units, the reserve as it stands at the seats', () => {
  expect(clockWords({ move_ms: 20_000, bank_ms: 60_000, grace_ms: 0 })).toBe('20 sec per move, reserve +1:00');
  expect(clockWords({ move_ms: 60_000, bank_ms: 300_000, grace_ms: 0 })).toBe('1 min per move, reserve +5:00');
});
