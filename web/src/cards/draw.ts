/** Whole cards as SVG documents, drawn once each and kept. */
import { backFace } from './back';
import { kaval } from './figures/kaval';
import { fant } from './figures/fant';
import { kralj } from './figures/kralj';
import { border, indices, paper } from './frame';
import { rankOf, suitOf, type CardName, type Rank, type Suit } from './notation';
import { pipFace } from './pips';
import { ACE } from './suits';
import { HEIGHT, WIDTH, pen, place, type Level } from './svg';

export type Side = CardName | 'back';

/** Below this width in CSS pixels the small drawing reads better. */
export const SMALL_BELOW = 60;

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
      return beside(kralj(suit, level), level, 'court');
    case 'C':
      return beside(kaval(suit, level), level, 'court');
    case 'J':
      return beside(fant(suit, level), level, 'court');
    default:
      return pipFace(suit, rank, level);
  }
}

function draw(side: Side, level: Level): string {
  const body =
    side === 'back'
      ? backFace(level)
      : paper() +
        (level === 'full' ? border() : '') +
        pen(face(suitOf(side), rankOf(side), level), level) +
        indices(suitOf(side), rankOf(side), level);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${body}</svg>`;
}

const drawn = new Map<string, string>();

/** The card as an SVG document. */
export function cardSvg(side: Side, level: Level = 'full'): string {
  const key = side + level;
  let svg = drawn.get(key);
  if (svg === undefined) {
    svg = draw(side, level);
    drawn.set(key, svg);
  }
  return svg;
}

const addresses = new Map<string, string>();

/**
 * The card as a `data:` address for an image. One image node a card, rasterised once by the
 * browser and moved by the compositor: a full table stays light however rich the drawing.
 */
export function cardImage(side: Side, level: Level = 'full'): string {
  const key = side + level;
  let address = addresses.get(key);
  if (address === undefined) {
    // Only these characters are unsafe in a data address; encoding all would triple its length.
    const body = cardSvg(side, level).replace(/[%#<>"]/g, encodeURIComponent);
    address = `data:image/svg+xml,${body}`;
    addresses.set(key, address);
  }
  return address;
}
