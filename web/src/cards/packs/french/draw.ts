/** The cards of the French pack as SVG documents: fetched when they are first to be seen. */
import { backFace } from '../../back';
import { border, paper } from '../../frame';
import { RED } from '../../palette';
import { PLAIN, styleKey, type CardStyle } from '../../style';
import { HEIGHT, WIDTH, imageAddress, pen, place, svgDocument, type Level } from '../../svg';
import { inColours } from '../../frenchSuited/suits';
import { frenchIndex } from './corner';
import { frenchFace } from './faces';
import { frenchRank, frenchSuit, type FrenchCardName } from './notation';

export type FrenchSide = FrenchCardName | 'back';

function draw(side: FrenchSide, level: Level, style: CardStyle): string {
  if (side === 'back') return svgDocument(backFace(level, RED));
  const suit = frenchSuit(side);
  const rank = frenchRank(side);
  const face = pen(frenchFace(suit, rank, level), level);
  const corner = frenchIndex(suit, rank, level, style);
  if (level === 'small') return svgDocument(paper() + face + corner);
  // The second index is for the player opposite.
  return svgDocument(paper() + border() + face + corner + place(corner, WIDTH, HEIGHT, 180));
}

const drawn = new Map<string, string>();

/** The card as an SVG document. */
export function frenchSvg(side: FrenchSide, level: Level = 'full', style = PLAIN): string {
  const key = side + level + styleKey(style);
  let svg = drawn.get(key);
  if (svg === undefined) {
    svg = inColours(style, () => draw(side, level, style));
    drawn.set(key, svg);
  }
  return svg;
}

/** The card as a `data:` address for an image. */
export function frenchImage(side: FrenchSide, level: Level = 'full', style = PLAIN): string {
  return imageAddress(frenchSvg(side, level, style));
}
