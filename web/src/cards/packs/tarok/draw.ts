/** The cards of tarok as SVG documents: fetched when tarok is first to be seen. */
import { backFace } from '../../back';
import { border, paper } from '../../frame';
import { GREEN } from '../../palette';
import { PLAIN, styleKey, type CardStyle } from '../../style';
import { imageAddress, pen, place, svgDocument, type Level } from '../../svg';
import { tarokCourt, tarokFace, tarokPips } from './faces';
import { skisCap } from './figures';
import { numeralIndex, rankIndex, twice } from './letters';
import { inColours } from '../../frenchSuited/suits';
import { SKIS, tarokNumber, tarokRank, tarokSuit, type CourtRank, type PipRank, type TarokCardName } from './notation';

export type TarokSide = TarokCardName | 'back';

const COURT: readonly string[] = ['K', 'Q', 'C', 'J'];

/** The škis has a cap for a numeral. */
function cap(level: Level): string {
  const [x, y, scale] = level === 'full' ? [28, 26, 0.85] : [25, 25, 1.1];
  return place(pen(skisCap(), level), x, y, 0, scale);
}

function draw(side: TarokSide, level: Level, style: CardStyle): string {
  if (side === 'back') return svgDocument(backFace(level, GREEN));
  const number = tarokNumber(side);
  const suit = tarokSuit(side);
  const rank = tarokRank(side);
  const edge = paper() + (level === 'full' ? border() : '');
  if (number !== undefined || suit === undefined) {
    const at = number ?? SKIS;
    const corner = at === SKIS ? cap(level) : numeralIndex(at, level);
    return svgDocument(edge + pen(tarokFace(at, level), level) + (level === 'full' ? twice(corner) : corner));
  }
  const corner = rankIndex(suit, rank, level, style);
  const middle = COURT.includes(rank) ? tarokCourt(suit, rank as CourtRank, level) : tarokPips(suit, rank as PipRank, level);
  return svgDocument(edge + pen(middle, level) + (level === 'full' ? twice(corner) : corner));
}

const drawn = new Map<string, string>();

/** The card as an SVG document. */
export function tarokSvg(side: TarokSide, level: Level = 'full', style = PLAIN): string {
  const key = side + level + styleKey(style);
  let svg = drawn.get(key);
  if (svg === undefined) {
    svg = inColours(style, () => draw(side, level, style));
    drawn.set(key, svg);
  }
  return svg;
}

/** The card as a `data:` address for an image. */
export function tarokImage(side: TarokSide, level: Level = 'full', style = PLAIN): string {
  return imageAddress(tarokSvg(side, level, style));
}
