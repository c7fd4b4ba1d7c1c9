/** Whole cards as SVG documents, drawn once each and kept. */
import { backFace } from '../../back';
import { kaval } from '../../figures/kaval';
import { fant } from '../../figures/fant';
import { LOOK } from './look';
import { kralj } from '../../figures/kralj';
import { border, paper } from '../../frame';
import { indices } from './corner';
import { rankOf, suitOf, type CardName, type Rank, type Suit } from './notation';
import { pipFace } from './pips';
import { PLAIN, styleKey, type CardStyle } from '../../style';
import { ACE } from './suits';
import { imageAddress, pen, place, svgDocument, type Level } from '../../svg';

export type Side = CardName | 'back';

/** With the large index the figures stand lower and further right; the scale keeps them on the card. */
const BESIDE_INDEX = { ace: [19, 27, 0.84], court: [12, 17, 0.92] } as const;

function beside(markup: string, level: Level, kind: keyof typeof BESIDE_INDEX): string {
  const [x, y, scale] = BESIDE_INDEX[kind];
  return level === 'full' ? markup : place(markup, x, y, 0, scale);
}

function face(suit: Suit, rank: Rank, level: Level): string {
  switch (rank) {
    case 'A':
      return beside(ACE[suit](level), level, 'ace');
    case 'K':
      return beside(kralj(LOOK[suit], level), level, 'court');
    case 'C':
      return beside(kaval(LOOK[suit], level), level, 'court');
    case 'J':
      return beside(fant(LOOK[suit], level), level, 'court');
    default:
      return pipFace(suit, rank, level);
  }
}

function draw(side: Side, level: Level, style: CardStyle): string {
  const body =
    side === 'back'
      ? backFace(level)
      : paper() +
        (level === 'full' ? border() : '') +
        pen(face(suitOf(side), rankOf(side), level), level) +
        indices(suitOf(side), rankOf(side), level, style);
  return svgDocument(body);
}

const drawn = new Map<string, string>();

/** The card as an SVG document. */
export function cardSvg(side: Side, level: Level = 'full', style = PLAIN): string {
  const key = side + level + styleKey(style);
  let svg = drawn.get(key);
  if (svg === undefined) {
    svg = draw(side, level, style);
    drawn.set(key, svg);
  }
  return svg;
}

/**
 * The card as a `data:` address for an image. One image node a card, rasterised once by the
 * browser and moved by the compositor: a full table stays light however rich the drawing.
 */
export function cardImage(side: Side, level: Level = 'full', style = PLAIN): string {
  return imageAddress(cardSvg(side, level, style));
}
