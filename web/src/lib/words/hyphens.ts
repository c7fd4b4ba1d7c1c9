/** Names in narrow columns: where a long word may be broken, with a hyphen. */

/** Shorter words stay whole. */
const LONG = 7;
/** The least number of letters before a hyphen and after it, and the most without a place for one. */
const [LEAST, MOST] = [3, 7];
const HYPHEN = '\u00ad';
const VOWEL = /[aeiouyàáâäèéêëìíîïòóôöùúûü]/i;

/** Returns the name with soft hyphens in its long words: a browser breaks them there, and only where a line is too short. */
export function hyphenated(name: string): string {
  return name
    .split(/(\s+)/)
    .map((word) => broken(word))
    .join('');
}

function broken(word: string): string {
  const letters = word.match(/^\p{M}*\P{M}\p{M}*|\P{M}\p{M}*/gu) ?? [];
  if (letters.length < LONG) return word;
  let piece = 0;
  return letters
    .map((letter, n) => {
      const [room, left] = [n - piece, letters.length - n];
      const wanted = room >= LEAST && left >= LEAST && (endsSyllable(letters, n) || room >= MOST);
      if (wanted) piece = n;
      return wanted ? HYPHEN + letter : letter;
    })
    .join('');
}

/** True if a syllable ends before the letter with this number: after a vowel before one consonant, or after the first of several. */
function endsSyllable(letters: readonly string[], n: number): boolean {
  const isVowel = (at: number): boolean => VOWEL.test(letters[at] ?? '');
  const vowelFollows = letters.slice(n).some((letter) => VOWEL.test(letter));
  if (isVowel(n) || !vowelFollows) return false;
  return isVowel(n - 1) ? isVowel(n + 1) : isVowel(n - 2);
}
