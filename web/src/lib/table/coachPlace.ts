/** The place of a coach whose lines have no room of their own: over the cloth, for a moment. */
import type { TableGeometry } from './geometry';
import { bottom, type Rect } from './rect';

/** The lines of a low table need more than the height of a row, in heights of that row. */
const LOW = 1.35;

/**
 * Returns the box over which the coach speaks: the row above the hand or, while a decision stands there, the upper
 * edge, as far as that leaves the decision alone. None where the lines have their own room in that row.
 */
export function coachPlace({ lines, needs, shape, seats, strip, room, decision }: TableGeometry, deciding: boolean): Rect | undefined {
  const own = seats[0]?.plate;
  if (lines || !needs.coach || !own) return undefined;
  const height = shape === 'low' && !needs.open ? strip.height * LOW : strip.height;
  if (deciding && bottom(decision) > strip.y + 1) {
    const edge = own.x;
    return { x: edge, y: edge, width: room.width - 2 * edge, height: Math.min(height, decision.y - 1.5 * edge) };
  }
  // The own plate and the tools of a telephone held upright may be covered for as long.
  const beside = shape === 'tall' ? { x: own.x, width: room.width - 2 * own.x } : strip;
  return { x: beside.x, y: bottom(strip) - height, width: beside.width, height };
}
