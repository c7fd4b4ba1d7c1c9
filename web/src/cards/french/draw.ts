/** The cards of tablić as SVG documents: fetched when they are first to be seen. */
import { backFace } from '../back';
import { border, paper } from '../frame';
import { RED } from '../palette';
import { HEIGHT, WIDTH, imageAddress, pen, place, svgDocument, type Level } from '../svg';
import { frenchIndex } from './corner';
import { frenchFace } from './faces';
import { frenchRank, frenchSuit, type FrenchCardName } from './notation';

export type FrenchSide = FrenchCardName | 'back';

function draw(side: FrenchSide, level: Level): string {
  if (side === 'back') return svgDocument(backFace(level, RED));
  const suit = frenchSuit(side);
  const rank = frenchRank(side);
  const face = pen(frenchFace(suit, rank, level), level);
  const corner = frenchIndex(suit, rank, level);
  if (level === 'small') return svgDocument(paper() + face + corner);
  // The second index is for whoever sits opposite.
  return svgDocument(paper() + border() + face + corner + place(corner, WIDTH, HEIGHT, 180));
}

const drawn = new Map<string, string>();

/** The card as an SVG document. */
export function frenchSvg(side: FrenchSide, level: Level = 'full'): string {
  const key = side + level;
  let svg = drawn.get(key);
  if (svg === undefined) {
    svg = draw(side, level);
    drawn.set(key, svg);
  }
  return svg;
}

/** The card as a `data:` address for an image. */
export function frenchImage(side: FrenchSide, level: Level = 'full'): string {
  return imageAddress(frenchSvg(side, level));
}
