/**
 * The cards of a table as things that stay the same while they move. A card whose face is not seen has no name:
 * when one is played, drawn or dealt, one of those that lay hidden where it came from becomes that card.
 */
import type { Zone, Zones } from './zones';

export interface Piece {
  /** Stays the same for as long as the card is on the table. */
  id: number;
  /** The card, as far as its face was ever seen. */
  card: string | undefined;
  /** True if its face is seen now. */
  up: boolean;
  zone: Zone;
  /** Its number among those of its zone, from below. */
  n: number;
  of: number;
  group: number | undefined;
  /** The zone it has just come from. */
  from: Zone | undefined;
  /** True if it lay hidden before its face was seen. */
  turned: boolean;
}

let newest = 0;

/** Returns the pieces in their zones, each the same as before as far as is known. */
export function place(before: readonly Piece[], zones: Zones): Piece[] {
  const named = new Set([...zones.values()].flatMap(({ cards }) => cards));
  const byCard = new Map(before.flatMap((piece) => (piece.card !== undefined && piece.up ? [[piece.card, piece] as const] : [])));
  /** Pieces that lay hidden, by zone; a card that is seen no more joins those where it lay. */
  const spare = new Map<Zone, Piece[]>();
  /** Cards that were seen and are not any more: they lie in a hidden place from now on. */
  const turned: Piece[] = [];
  for (const piece of before) {
    if (!piece.up) spare.set(piece.zone, [...(spare.get(piece.zone) ?? []), piece]);
    else if (piece.card === undefined || !named.has(piece.card)) turned.push(piece);
  }
  const kept = keep(spare, zones);
  const after: Piece[] = [];
  for (const [zone, { cards, hidden, group }] of zones) {
    const of = group !== undefined && zone === 'put' ? group : hidden + cards.length;
    cards.forEach((card, n) => {
      const same = byCard.get(card);
      const piece = same ?? source(zone, spare, turned);
      after.push({
        ...settle(piece, zone, hidden + n, of, group),
        card,
        up: true,
        turned: piece !== undefined && (piece.turned || !piece.up),
      });
    });
  }
  for (const [zone, { cards, hidden, group }] of zones) {
    const stay = kept.get(zone) ?? [];
    for (let n = 0; n < hidden; n += 1) {
      const piece = stay[n] ?? arrival(zone, spare, turned);
      after.push({ ...settle(piece, zone, n, hidden + cards.length, group), up: false });
    }
  }
  // In the order of their birth, so that no element changes its place among the others.
  return after.sort((a, b) => a.id - b.id);
}

/** Takes out of the spare pieces those that stay hidden where they are. */
function keep(spare: Map<Zone, Piece[]>, zones: Zones): Map<Zone, Piece[]> {
  const kept = new Map<Zone, Piece[]>();
  for (const [zone, pieces] of spare) {
    const wanted = zones.get(zone)?.hidden ?? 0;
    kept.set(zone, pieces.slice(0, wanted));
    spare.set(zone, pieces.slice(wanted));
  }
  return kept;
}

function take(spare: Map<Zone, Piece[]>, zone: Zone): Piece | undefined {
  const pieces = spare.get(zone);
  // From the top.
  const piece = pieces?.at(-1);
  if (piece) spare.set(zone, pieces?.slice(0, -1) ?? []);
  return piece;
}

/** Returns the hidden piece that becomes a card which is seen here: from where such cards come. */
function source(zone: Zone, spare: Map<Zone, Piece[]>, turned: Piece[]): Piece | undefined {
  const [kind, seat] = zone.split(':');
  const from: Zone[] =
    kind === 'hand' || kind === 'shown'
      ? ['stock', 'talon', `pile:${Number(seat)}`]
      : kind === 'trick'
        ? [`hand:${Number(seat)}`, 'stock']
        : ['stock', ...hands(spare)];
  for (const one of from) {
    const piece = take(spare, one);
    if (piece) return piece;
  }
  return kind === 'hand' ? turned.pop() : undefined;
}

function hands(spare: Map<Zone, Piece[]>): Zone[] {
  return [...spare.keys()].filter((zone) => zone.startsWith('hand:'));
}

/** Returns the piece that comes to lie hidden here: a card that was seen, or one that lay hidden elsewhere. */
function arrival(zone: Zone, spare: Map<Zone, Piece[]>, turned: Piece[]): Piece | undefined {
  const [, seat] = zone.split(':');
  const own = turned.findIndex((piece) => piece.zone === `shown:${Number(seat)}` || piece.zone === `hand:${Number(seat)}`);
  if (own >= 0 && seat !== undefined) return turned.splice(own, 1)[0];
  if (zone.startsWith('pile:')) {
    const trick = turned.findIndex((piece) => !piece.zone.startsWith('hand:'));
    if (trick >= 0) return turned.splice(trick, 1)[0];
  }
  const from: Zone[] = zone.startsWith('pile:') ? [`hand:${Number(seat)}`] : ['stock', ...spare.keys()];
  for (const one of from) {
    const piece = take(spare, one);
    if (piece) return piece;
  }
  return turned.shift();
}

function settle(piece: Piece | undefined, zone: Zone, n: number, of: number, group: number | undefined): Piece {
  const base = piece ?? { id: (newest += 1), card: undefined, up: false, turned: false };
  return {
    id: base.id,
    card: base.card,
    up: base.up,
    turned: base.turned,
    zone,
    n,
    of,
    group,
    from: piece && piece.zone !== zone ? piece.zone : undefined,
  };
}
