import { expect, test } from 'vitest';
import { dateFormat, listFormat, numberFormat } from './formats';

test('a formatter is made once for each language and style', () => {
  const seconds = { style: 'unit', unit: 'second', unitDisplay: 'short' } as const;
  expect(numberFormat('en', seconds)).toBe(numberFormat('en', { ...seconds }));
  expect(numberFormat('en', seconds).format(20)).toBe('20 sec');
  expect(numberFormat('en', { ...seconds, unit: 'minute' }).format(2)).toBe('2 min');
  expect(numberFormat('it', { minimumFractionDigits: 1 }).format(2)).toBe('2,0');
  expect(numberFormat('en', { minimumFractionDigits: 1 }).format(2)).toBe('2.0');
  expect(dateFormat('sl', { dateStyle: 'medium' })).not.toBe(dateFormat('hr', { dateStyle: 'medium' }));
  expect(listFormat('en', {}).format(['a', 'b'])).toBe('a and b');
  expect(listFormat('en', { type: 'unit' }).format(['a', 'b'])).toBe('a, b');
});
