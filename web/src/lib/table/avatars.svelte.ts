/** The pictures of players' faces. Fetched when nothing else is to do. */
import type { Deck } from '../decks/deck';
import type { Player } from '../protocol';
import { hash } from '../state/faces';

/** Nobody waits for a picture. */
const LATER_MS = 600;

let deck = $state.raw<Deck | undefined>(undefined);
let asked = false;

/** Fetches the pictures, once; at once where they are to be chosen from. */
export function fetchAvatars(after = LATER_MS): void {
  if (deck || (asked && after > 0)) return;
  asked = true;
  window.setTimeout(() => {
    void import('../../cards/packs/tarok/deck').then(
      ({ TAROK_DECK }) => (deck = TAROK_DECK),
      // The letter stays.
      () => (asked = false),
    );
  }, after);
}

/** Returns the address of a face's picture, as soon as it is there. */
export function pictureOf(face: string): string | undefined {
  return deck?.image(face, 'small');
}

/** Returns the hue behind a player's letter, in degrees. */
export function hueOf({ id }: Player): number {
  return hash(id) % 360;
}
