/** The pictures of players: a tarok for people, a court card for bots, by their name. Fetched when nothing else is to do. */
import type { Deck } from '../decks/deck';
import type { Player } from '../protocol';

const PEOPLE = Array.from({ length: 22 }, (_, n) => `T${n + 1}`);
const BOTS = ['H', 'S', 'D', 'C'].flatMap((suit) => ['K', 'Q', 'C', 'J'].map((rank) => suit + rank));
/** Nobody waits for a picture. */
const LATER_MS = 600;

let deck = $state.raw<Deck | undefined>(undefined);
let asked = false;

/** Fetches the pictures, once. */
export function fetchAvatars(): void {
  if (asked) return;
  asked = true;
  window.setTimeout(() => {
    void import('../../cards/packs/tarok/deck').then(
      ({ TAROK_DECK }) => (deck = TAROK_DECK),
      // The letter stays.
      () => (asked = false),
    );
  }, LATER_MS);
}

/** Returns a number that a text always gives. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (const letter of text) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return sum;
}

/** Returns the address of a player's picture, as soon as it is there. */
export function avatarOf({ kind, name }: Player): string | undefined {
  const cards = kind === 'bot' ? BOTS : PEOPLE;
  return deck?.image(cards[hash(name) % cards.length], 'small');
}

/** Returns the hue behind a player's letter, in degrees. */
export function hueOf({ name }: Player): number {
  return hash(name) % 360;
}
