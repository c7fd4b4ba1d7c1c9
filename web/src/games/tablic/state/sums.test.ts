import { describe, expect, test } from 'vitest';
import { FRENCH_CARDS } from '../../../cards/packs/french/notation';
import { countsOf, sumsOf, targetOf, type Sums } from '../../../lib/state/capture/sums';
import { TABLIC_CAPTURING as RULES } from './capturing';

/** `7+3 10 | 5 (5)`: groups, then the rest with what it may count. */
function written({ groups, rest, counts }: Sums): string {
  const made = groups
    .map((group) =>
      group
        .map(({ card, value }) => `${card}=${value}`)
        .sort()
        .join('+'),
    )
    .sort();
  return [...made, ...(rest.length > 0 ? [`${rest.join('+')} (${counts.join('/')})`] : [])].join(' | ');
}

function sums(card: string, picked: string): string {
  return written(sumsOf(RULES, targetOf(RULES, card), picked.split(' ').filter(Boolean)));
}

test('cards count what the rules say', () => {
  expect(['H2', 'S10', 'DJ', 'CQ', 'HK', 'SA'].map((card) => targetOf(RULES, card))).toEqual([2, 10, 12, 13, 14, 11]);
  expect(countsOf(RULES, ['S7', 'HA', 'DA'])).toEqual([9, 19, 29]);
  expect(countsOf(RULES, [])).toEqual([0]);
});

describe('picked cards', () => {
  test('make groups whatever the order of the picks', () => {
    expect(sums('S10', 'C10')).toBe('C10=10');
    expect(sums('S10', 'D7 H8 C2 H3')).toBe('C2=2+H8=8 | D7=7+H3=3');
    expect(sums('S10', 'H3 C2 H8 D7')).toBe('C2=2+H8=8 | D7=7+H3=3');
    expect(sums('SQ', 'HQ')).toBe('HQ=13');
  });

  test('tell what is left over and what that counts', () => {
    expect(sums('S10', 'D7')).toBe('D7 (7)');
    expect(sums('S10', 'C10 D7')).toBe('C10=10 | D7 (7)');
    expect(sums('S7', 'H3 D4 C4')).toBe('D4=4+H3=3 | C4 (4)');
    expect(sums('S7', 'HQ')).toBe('HQ (13)');
    expect(sums('SK', 'D3 HA')).toBe('D3=3+HA=11');
    expect(sums('SQ', 'D3 HA')).toBe('D3+HA (4/14)');
  });

  test('count aces as 1 or 11, each as it fits', () => {
    expect(sums('DJ', 'HA CA')).toBe('CA=1+HA=11');
    expect(sums('SA', 'HA H6 D5')).toBe('D5=5+H6=6 | HA=11');
    expect(sums('SA', 'HA DA S9')).toBe('DA=1+HA=1+S9=9');
    expect(sums('SK', 'HA SA DA CA')).toMatch(/^[SHDC]A=1\+.*=11/);
    expect(sums('S2', 'HA DA')).toBe('DA=1+HA=1');
    expect(sums('H2', 'HA')).toBe('HA (1/11)');
  });

  test('are many: the example of Penzar’s tablić', () => {
    const all = 'CJ S2 C10 D2 D3 H7 SA H3 S3 C5 HA CA';
    const { groups, rest } = sumsOf(RULES, 12, all.split(' '));
    expect(rest).toEqual([]);
    expect(groups.flat()).toHaveLength(12);
    for (const group of groups) expect(group.reduce((sum, { value }) => sum + value, 0)).toBe(12);
  });

  test('leave as few over as can be', () => {
    // The nine could go with an ace, or the eight with the two: not both leave the ace.
    expect(sums('S10', 'H9 D8 HA C2')).toBe('C2=2+D8=8 | H9=9+HA=1');
    expect(sums('S10', 'H6 D4 C4 H2')).toBe('C4=4+D4=4+H2=2 | H6 (6)');
    expect(sums('S9', 'H8 D7 HA S2 C5 D4')).toBe('C5=5+D4=4 | D7=7+S2=2 | H8=8+HA=1');
  });

  test('are not grouped without a card to take them', () => {
    expect(written(sumsOf(RULES, undefined, ['D7', 'H3']))).toBe('D7+H3 (10)');
    expect(written(sumsOf(RULES, undefined, []))).toBe('');
  });
});

/** True if cards can be parted into groups with this sum: every way is tried. */
function parts(target: number, values: readonly number[][]): boolean {
  const [first, ...rest] = values;
  if (!first) return true;
  const groupWith = (sum: number, left: readonly number[][], at: number, out: readonly number[][]): boolean => {
    if (sum === target && parts(target, [...out, ...left.slice(at)])) return true;
    for (let n = at; n < left.length; n += 1) {
      const skipped = left.slice(at, n);
      for (const value of left[n] ?? []) {
        if (sum + value <= target && groupWith(sum + value, left, n + 1, [...out, ...skipped])) return true;
      }
    }
    return false;
  };
  return first.some((value) => value <= target && groupWith(value, rest, 0, []));
}

test('what adds up is found, and nothing else, on tables of every kind', () => {
  let seed = 7;
  const next = (below: number): number => {
    seed = (seed * 48271) % 0x7fffffff;
    return seed % below;
  };
  const value = (card: string): number[] => (card.endsWith('A') ? [1, 11] : [targetOf(RULES, card)]);
  let made = 0;
  for (let n = 0; n < 900; n += 1) {
    const small = FRENCH_CARDS.filter((card) => n % 2 === 0 || /[A23456]$/.test(card));
    const picked = Array.from({ length: 1 + next(6) }, () => small[next(small.length)] ?? 'H2').filter(
      (card, i, all) => all.indexOf(card) === i,
    );
    const target = [10, 11, 12, 13, 14, 7, 9][next(7)] ?? 10;
    const { groups, rest } = sumsOf(RULES, target, picked);
    for (const group of groups) expect(group.reduce((sum, one) => sum + one.value, 0)).toBe(target);
    expect([...groups.flat().map(({ card }) => card), ...rest].sort()).toEqual([...picked].sort());
    expect(rest.length === 0, `${target}: ${picked.join(' ')}`).toBe(parts(target, picked.map(value)));
    if (rest.length === 0) made += 1;
  }
  expect(made).toBeGreaterThan(40);
});

test('many cards at once do not keep anybody waiting', () => {
  const picked = FRENCH_CARDS.filter((_, n) => n % 2 === 0);
  const began = performance.now();
  const { groups, rest } = sumsOf(RULES, 14, picked);
  expect(performance.now() - began).toBeLessThan(500);
  expect(groups.flat().length + rest.length).toBe(26);
});
