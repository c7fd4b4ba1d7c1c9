import { describe, expect, it } from 'vitest';
import { hyphenated } from './hyphens';

/** Returns the number of letters, without their marks. */
const lettersOf = (text: string) => text.match(/\P{M}/gu)?.length ?? 0;
const shown = (name: string) => hyphenated(name).replaceAll('\u00ad', '-');

describe('hyphenated', () => {
  it('breaks long words after syllables', () => {
    expect(shown('Tramontana')).toBe('Tra-mon-tana');
    expect(shown('Mangart 2070')).toBe('Man-gart 2070');
    expect(shown('Bartolomej Koprivščanski')).toBe('Bar-tolo-mej Kop-riv-ščan-ski');
  });

  it('leaves short words whole', () => {
    for (const name of ['Burja', 'Delfin 1038', 'Žan', '']) expect(hyphenated(name)).toBe(name);
  });

  it('breaks words that have no syllables, and no letter from its mark', () => {
    expect(shown('QWRTPSDFGHJKLZXCVBNM1234')).toBe('QWRTPSD-FGHJKLZ-XCVBNM1-234');
    const marked = 'c\u030c'.repeat(24);
    expect(shown(marked)).toBe(['c\u030c'.repeat(7), 'c\u030c'.repeat(7), 'c\u030c'.repeat(7), 'c\u030c'.repeat(3)].join('-'));
  });

  it('changes no letter, and leaves no long piece', () => {
    const letters = ['\u030c', 'a', 'e', 'r', 'š', 's', 't', 'K', '7', '😀', ' '];
    let seed = 7;
    for (let n = 0; n < 2000; n += 1) {
      const name = Array.from({ length: 24 }, () => {
        seed = (seed * 48271) % 2147483647;
        return letters[seed % letters.length];
      }).join('');
      const text = hyphenated(name);
      expect(text.replaceAll('\u00ad', '')).toBe(name);
      // A last piece may be longer by what would be too short for a line of its own.
      for (const piece of text.split(/[\u00ad\s]/)) expect(lettersOf(piece), text).toBeLessThanOrEqual(9);
      for (const word of text.split(' ')) {
        const pieces = word.split('\u00ad');
        if (pieces.length > 1) for (const piece of pieces) expect(lettersOf(piece), text).toBeGreaterThanOrEqual(3);
      }
    }
  });
});
