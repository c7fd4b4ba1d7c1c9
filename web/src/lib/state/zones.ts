/**
 * The cards of a table by zone, moved as each event says. No rule of a game is known here: the server sends
 * what goes where, and how much of it the reader may know.
 */
import type { Transfer, ZoneCards } from '../protocol';

/** The zones that have cards: `hand:0`, `trick:2`, `pile:1`, `stock`, `talon`, `left`, `away`, `table`. */
export type Zones = Readonly<Partial<Record<string, ZoneCards>>>;

/** The whole trick: what lies in its places is taken together. */
const TRICK = 'trick';

/** Returns the zones after these transfers, one after the other. */
export function follow(zones: Zones, moves: readonly Transfer[] | undefined): Zones {
  return (moves ?? []).reduce(move, zones);
}

/** Returns the cards of a zone that the reader knows. */
export function cardsIn(zones: Zones, zone: string): readonly string[] {
  return zones[zone]?.cards ?? [];
}

/** Returns all cards whose place the reader knows. */
export function seenIn(zones: Zones): ReadonlySet<string> {
  return new Set(Object.keys(zones).flatMap((zone) => cardsIn(zones, zone)));
}

/** Returns the number of cards in a zone. */
export function countIn(zones: Zones, zone: string): number {
  return zones[zone]?.n ?? 0;
}

function move(zones: Zones, { cards = [], n = 0, from, to, unsure = [] }: Transfer): Zones {
  const next: Record<string, ZoneCards> = {};
  const moved = { n: n + cards.length, cards: [...cards] };
  for (const [zone, lying] of Object.entries(zones)) {
    if (!lying) continue;
    if (from === TRICK && zone.startsWith(`${TRICK}:`)) {
      moved.n += lying.n;
      moved.cards.push(...(lying.cards ?? []));
    } else if (zone === from) {
      const known = lying.cards?.filter((card) => !cards.includes(card) && !unsure.includes(card));
      lay(next, zone, lying.n - moved.n, known ?? []);
    } else {
      next[zone] = lying;
    }
  }
  lay(next, to, countIn(next, to) + moved.n, [...cardsIn(next, to), ...moved.cards]);
  return next;
}

/** Lays cards into a zone; one without any is none. */
function lay(zones: Record<string, ZoneCards>, zone: string, n: number, cards: readonly string[]): void {
  if (n > 0) zones[zone] = cards.length > 0 ? { n, cards: [...cards] } : { n };
}
