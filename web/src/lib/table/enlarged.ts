/** A layout for larger letters: all of it so many times as large. */
import type { SeatPlace } from './frame';
import type { TableGeometry } from './geometry';
import type { Rect } from './rect';

export function enlarged(g: TableGeometry, unit: number): TableGeometry {
  if (unit === 1) return g;
  const point = ({ x, y }: { x: number; y: number }): { x: number; y: number } => ({ x: x * unit, y: y * unit });
  const size = ({ width, height }: { width: number; height: number }): { width: number; height: number } => ({
    width: width * unit,
    height: height * unit,
  });
  const rect = (one: Rect): Rect => ({ ...point(one), ...size(one) });
  const seat = (place: SeatPlace): SeatPlace => ({
    ...place,
    plate: rect(place.plate),
    fan: rect(place.fan),
    pile: point(place.pile),
    pileHeight: place.pileHeight * unit,
  });
  return {
    ...g,
    room: { ...g.room, ...size(g.room) },
    seats: g.seats.map(seat),
    contract: g.contract && rect(g.contract),
    middle: rect(g.middle),
    decision: rect(g.decision),
    strip: rect(g.strip),
    tools: rect(g.tools),
    hand: g.hand && rect(g.hand),
    card: size(g.card),
    trick: size(g.trick),
    heart: point(g.heart),
    stock: rect(g.stock),
    table: rect(g.table),
    spots: (...which) => {
      const spot = g.spots(...which);
      return { ...spot, ...point(spot) };
    },
  };
}
