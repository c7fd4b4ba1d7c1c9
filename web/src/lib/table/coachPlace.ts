/** The place of a coach whose lines have no room of their own: over the cloth, for a moment, and over no card and no plate. */
import type { TableGeometry } from './geometry';
import { bottom, right, type Rect } from './rect';

/** The least room in which a sentence can be read: of one line across the table, or of several. */
const LEAST = { line: { width: 240, height: 24 }, lines: { width: 150, height: 40 } };
const GAP = 4;

/**
 * Returns the box over which the coach speaks: the row above the hand or, while a decision stands there, the room between
 * plates at the upper edge or the line of the contract. None where the lines have their own room in that row, or where
 * there is no such place: then the lamp above the table is lit.
 */
export function coachPlace(geometry: TableGeometry, deciding: boolean): Rect | undefined {
  const { lines, needs, strip, room, decision } = geometry;
  // By the letters of the page, as all boxes are.
  const unit = Math.max(1, room.letter / 16);
  const holds = (box: Rect, { width, height }: typeof LEAST.line): boolean => box.width >= width * unit && box.height >= height * unit;
  if (lines || !needs.coach || needs.hand === 0) return undefined;
  if (!deciding || bottom(decision) <= strip.y + 1) return holds(strip, LEAST.lines) ? strip : undefined;
  return betweenPlates(geometry).find((box) => holds(box, LEAST.lines)) ?? [lineAbove(geometry)].find((box) => holds(box, LEAST.line));
}

/** Returns the gaps between the plates of the upper edge, down to the line of the contract, the widest first. */
function betweenPlates({ seats, contract, decision, shape }: TableGeometry): Rect[] {
  if (shape !== 'low') return [];
  const plates = seats
    .slice(1)
    .map(({ plate }) => plate)
    .sort((a, b) => a.x - b.x);
  const floor = (contract?.y ?? decision.y) - GAP;
  const gaps = plates.slice(1).flatMap((next, n) => {
    const plate = plates[n];
    if (!plate || plate.y !== next.y) return [];
    const x = right(plate) + GAP;
    return [{ x, y: plate.y, width: next.x - GAP - x, height: floor - plate.y }];
  });
  return gaps.sort((a, b) => b.width - a.width);
}

/** Returns the line of the contract, with what is free below it. */
function lineAbove({ contract, decision }: TableGeometry): Rect {
  if (!contract) return { x: 0, y: 0, width: 0, height: 0 };
  return { ...contract, height: decision.y - contract.y };
}
