/** The faces of players: cards of tarok, no two alike at one table. */
import type { Player } from '../protocol';

const TAROKS = Array.from({ length: 22 }, (_, n) => `T${n + 1}`);
/** Rank by rank: those of one suit have the same colours, and look much alike. */
const COURTS = ['K', 'Q', 'C', 'J'].flatMap((rank) => ['H', 'S', 'D', 'C'].map((suit) => suit + rank));

/** All that can be chosen: the taroks and the court cards. */
export const FACES: readonly string[] = [...TAROKS, ...COURTS];

/** Returns a number that a text always gives. */
export function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (const letter of text) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return sum;
}

/** The face that a player has chosen, if this page knows it. */
function chosen({ face }: Player): string | undefined {
  return face !== undefined && FACES.includes(face) ? face : undefined;
}

/** The cards from which a player without a choice has a face: bots the courts, people the taroks. */
function pack({ kind }: Player): readonly string[] {
  return kind === 'bot' ? COURTS : TAROKS;
}

/** Returns the face of a player alone: the chosen one, or one by the id. */
export function faceOf(player: Player): string {
  const cards = pack(player);
  return chosen(player) ?? cards[hash(player.id) % cards.length] ?? '';
}

/**
 * Returns the face of each seat, no two alike. Of the players who have chosen the first in the order of seats keeps the
 * face, then of the others; the next one of the pack that is free goes to each player who finds it taken.
 */
export function facesOf(seats: readonly (Player | null)[]): (string | undefined)[] {
  const faces: (string | undefined)[] = seats.map(() => undefined);
  const give = (seat: number, player: Player, cards: readonly string[]): void => {
    const from = cards.indexOf(faceOf(player));
    const turned = [...cards.slice(from), ...cards.slice(0, from)];
    faces[seat] = turned.find((card) => !faces.includes(card));
  };
  seats.forEach((player, seat) => player && chosen(player) !== undefined && give(seat, player, FACES));
  seats.forEach((player, seat) => player && chosen(player) === undefined && give(seat, player, pack(player)));
  return faces;
}
