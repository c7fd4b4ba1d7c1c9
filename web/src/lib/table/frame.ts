/** The boxes around the cards: seats, contract, decisions, tools. They depend on the room alone, never on what is said in them. */
import type { Needs, Room } from './geometry';
import { bottom, center, clamp, right, type Rect } from './rect';
import { rowsHeight } from './hand';

export type Shape = 'wide' | 'tall' | 'low';

export interface SeatPlace {
  plate: Rect;
  /** The box of the seat's cards: the backs that look out from under the plate, or the whole hand where it is seen. */
  fan: Rect;
  /** The middle of the pile of what was taken. */
  pile: { x: number; y: number };
  /** The height of the pile as it lies, across. */
  pileHeight: number;
  /** The side of the plate on which the table is. */
  facing: 'up' | 'down';
  /** True if the plate has no room for more than a name in a row. */
  small: boolean;
}

export interface Frame {
  shape: Shape;
  /** By place, clockwise from the one at the lower edge. */
  seats: SeatPlace[];
  contract: Rect | undefined;
  /** The room of the trick or the open cards. */
  middle: Rect;
  /** The room of a decision before cards are played: the middle, and below it that of the status line, which has nothing more to say then. */
  decision: Rect;
  /** The room of what is said and decided above the hand. */
  strip: Rect;
  tools: Rect;
  hand: Rect | undefined;
}

export interface FrameDraft {
  /** The height that hand and middle share. */
  free: number;
  /** The height by which the room of a decision goes beyond the middle. */
  deeper: number;
  handWidth: number;
  /** The height that the hand may have at most, where it is not the middle's alone to give way. */
  handHeight?: number;
  middleWidth: number;
  /** Returns the frame around a hand of this height, with the room above it for cards that stand up. */
  finish: (hand: number, lift: number) => Frame;
}

export const PAD = 8;
const GAP = 6;
/** Windows narrower than this have everything below each other. */
const TALL = 640;
/** Windows so low have what is decided beside the table. */
const LOW = 430;
/** From this width on the own seat is beside the hand; beside one whose cards are only to be seen it is sooner. */
const BESIDE = { pressed: 1200, seen: 880 } as const;
/** Plates narrower than this are small. */
const SMALL = 160;
/** The room of the stock beside the own seat, where it lies there. */
const STOCK_COLUMN = 64;
/** The heights around the cards of a telephone: the usual ones, and those where the hand needs the room. */
const AROUND = {
  tall: {
    usual: { pad: PAD, gap: GAP, plate: 56, fan: 22, contract: 46, choice: 116 },
    tight: { pad: 4, gap: 4, plate: 44, fan: 12, contract: 28, choice: 98 },
  },
  low: { usual: { edge: 4, plate: 52, fan: 14 }, tight: { edge: 0, plate: 44, fan: 14 } },
} as const;
/** The height of two lines with a button, which a spectator who may take a seat back reads. */
const WATCHER = 72;
/** Open hands of others: a card's height, and rows. */
const BARE = { wide: 84, tall: 62, low: 56 } as const;
/** A card's height where two rows of players are below each other. */
const BARE_LOWEST = 46;
/** An open hand of a low table: the width of its fan, in widths of the plate, and the height of the pile beside one of a plate's width. */
const LOW_OPEN = { fan: 1.8, pile: 18 };
/** The row of the piles below open hands that take the whole width of their plates. */
const PILES = 24;

export function shapeOf({ width, height }: Room): Shape {
  if (height < LOW && width > height * 1.1) return 'low';
  return width < TALL ? 'tall' : 'wide';
}

/** The rows of an open hand beside the table. */
function bareRows(shape: Shape, full: number): number {
  return full > 6 && shape !== 'low' ? 2 : 1;
}

/** Returns the height of a card of an open hand in a fan of this height. */
export function bareHeight(shape: Shape, fan = Infinity): number {
  return Math.min(BARE[shape], fan - GAP);
}

/** Returns the frame of a table; a tight one leaves the cards of a telephone more room. The needs name a coach only if the lines have room of their own. */
export function frameOf(room: Room, needs: Needs, tight = false): FrameDraft {
  const shape = shapeOf(room);
  const heights = tight ? 'tight' : 'usual';
  if (shape === 'low') return low(room, needs, AROUND.low[heights]);
  return shape === 'tall' ? tall(room, needs, AROUND.tall[heights]) : wide(room, needs);
}

/** Returns the height of what looks out from under a plate: backs, or the whole hand. */
function fanHeight(shape: Shape, needs: Needs, backs: number): number {
  return needs.revealed ? bareHeight(shape) * rowsHeight(bareRows(shape, needs.hand)) + GAP : backs;
}

/** Returns the room that a coach's sentences take. */
export function coachHeight(shape: Shape, { coach }: Pick<Needs, 'coach'>): number {
  return coach ? { wide: 64, tall: 78, low: 54 }[shape] : 0;
}

/** Returns the middle with the part of the strip below it that the coach leaves. */
function deepened(middle: Rect, strip: Rect, coach: number): Rect {
  return { ...middle, height: strip.y + strip.height - coach - middle.y };
}

/** A plate with an open hand of its width below it, and the pile below that. */
function openSeat(plate: Rect, fan: number): SeatPlace {
  const pileHeight = PILES - 4;
  return {
    plate,
    fan: { x: plate.x + 2, y: bottom(plate), width: plate.width - 4, height: fan },
    pile: { x: right(plate) - 4 - pileHeight / 1.2, y: bottom(plate) + fan + pileHeight / 2 },
    pileHeight,
    facing: 'down',
    small: plate.width < SMALL,
  };
}

/** A plate of a low table with an open hand below it, which is wider towards the middle, and the pile beside that. */
function lowOpenSeat(plate: Rect, fan: number, others: number, { width }: Room): SeatPlace {
  const pileHeight = PILES;
  const pileWidth = pileHeight / 0.6;
  const most = Math.min(plate.width * LOW_OPEN.fan, width / others - pileWidth - 3 * GAP);
  const x = clamp(right(plate) - most, width / 2 - most / 2, plate.x);
  const beyond = center(plate).x > width / 2 + 1;
  return {
    plate,
    fan: { x, y: bottom(plate), width: most, height: fan },
    pile: { x: beyond ? x - GAP - pileWidth / 2 : x + most + GAP + pileWidth / 2, y: bottom(plate) + pileHeight / 2 + 2 },
    pileHeight,
    facing: 'down',
    small: plate.width < SMALL,
  };
}

/** A plate whose cards and pile lie below it. */
function seatAt(plate: Rect, fan: number, pileHeight = Math.min(fan, 28) - 4): SeatPlace {
  const pileWidth = pileHeight / 0.6;
  return {
    plate,
    fan: { x: plate.x + 4, y: plate.y + plate.height, width: plate.width - pileWidth - 12, height: fan },
    pile: { x: plate.x + plate.width - 4 - pileWidth / 2, y: plate.y + plate.height + pileHeight / 2 + 2 },
    pileHeight,
    facing: 'down',
    small: plate.width < SMALL,
  };
}

/** A plate in the middle of the top with an open hand beside it, up to the plate at the side or to the edge. */
function besideFan(plate: Rect, others: number, width: number): SeatPlace {
  const x = width / 2 - plate.width - GAP;
  const free = width / 2 - GAP - PAD - (others > 1 ? plate.width + GAP : 0);
  const fan = { x: width / 2 + GAP, y: plate.y, width: Math.min(free, plate.width + 120), height: bareHeight('wide') };
  return { plate: { ...plate, x }, fan, pile: { x: x - 28, y: plate.y + 16 }, pileHeight: 24, facing: 'down', small: plate.width < SMALL };
}

/** The plate at the lower edge: what belongs to it lies above. */
function ownAt(plate: Rect, fan: number): SeatPlace {
  const pileHeight = Math.min(fan, 28) - 4;
  const pileWidth = pileHeight / 0.6;
  return {
    plate,
    fan: { x: plate.x + 4, y: plate.y - fan, width: plate.width - pileWidth - 12, height: fan },
    pile: { x: plate.x + plate.width - 4 - pileWidth / 2, y: plate.y - pileHeight / 2 - 2 },
    pileHeight,
    facing: 'up',
    small: plate.width < SMALL,
  };
}

/** Plates side by side in the middle of a row, with as much between them as around them. */
function inRow(count: number, most: number, height: number, y: number, x: number, width: number): Rect[] {
  const each = Math.min(most, (width - GAP * (count - 1)) / count);
  const between = (width - each * count) / (count + 1);
  const gap = Math.max(GAP, between);
  const left = x + (width - each * count - gap * (count - 1)) / 2;
  return Array.from({ length: count }, (_, n) => ({ x: left + n * (each + gap), y, width: each, height }));
}

/** A room wider than high: the others around the table. */
function wide(room: Room, needs: Needs): FrameDraft {
  const { width, height } = room;
  const plateWidth = Math.round(clamp(136, width * 0.23, 232));
  const plateHeight = plateWidth >= 176 ? 64 : 56;
  const backs = 28;
  const fan = fanHeight('wide', needs, backs);
  const others = needs.seats - 1;
  const seated = needs.hand > 0;
  const beside = seated && width >= BESIDE[needs.revealed ? 'seen' : 'pressed'];
  const atTop = needs.open || others !== 2;
  // An open hand opposite lies beside its plate: the height is the trick's.
  const flat = needs.revealed && !needs.open && atTop && (others === 1 || width >= BESIDE.seen);
  const block = plateHeight + fan + (needs.revealed ? PILES : 0);
  const topHeight = flat ? Math.max(plateHeight, bareHeight('wide')) : block;
  const contractY = PAD + (atTop ? topHeight + GAP : 0);
  const top = contractY + (needs.contract ? 34 + GAP : 0);
  // Above the hand what is decided; beside it, or below it, the own seat.
  const stripHeight = (needs.open && seated ? 112 : seated ? 72 : 40) + coachHeight('wide', needs);
  const rowHeight = beside ? stripHeight : Math.max(stripHeight, plateHeight + backs);
  const below = seated ? rowHeight : stripHeight + plateHeight + backs + GAP;
  const sides = !needs.open && others > 1 ? plateWidth + PAD + GAP : 0;
  const middleX = Math.max(PAD, sides);
  const middleWidth = width - 2 * middleX;
  const handInset = beside ? PAD + plateWidth + 2 * GAP : PAD;
  return {
    free: height - top - PAD - below - 2 * GAP,
    deeper: (seated ? rowHeight : stripHeight) - coachHeight('wide', needs),
    handWidth: width - 2 * handInset,
    middleWidth,
    finish(hand, lift) {
      const handTop = height - PAD - hand - (seated ? lift : 0);
      const rowY = seated ? handTop - rowHeight : height - PAD - below;
      const middle = { x: middleX, y: top, width: middleWidth, height: rowY - GAP - top };
      const ownY = beside ? height - PAD - plateHeight : rowY + (seated ? rowHeight - plateHeight : below - plateHeight);
      const ownX = seated ? PAD : (width - plateWidth) / 2;
      const plates = around(others, needs.open, { width: plateWidth, height: plateHeight }, block, room, middle).map((plate, n) => {
        const opposite = flat && n === (others - 1) / 2;
        return opposite ? besideFan(plate, others, width) : (needs.revealed ? openSeat : seatAt)(plate, fan);
      });
      // Above the plates at the sides, where these are lower.
      const wider = sides > 0 && middle.height >= block ? plateWidth / 2 : 0;
      const toolsWidth = Math.min(plateWidth, 176);
      const stripInset = seated && (!beside || needs.revealed) ? PAD + plateWidth + GAP : middleX;
      const strip = { x: stripInset, y: rowY, width: width - 2 * stripInset, height: seated ? rowHeight : stripHeight };
      return {
        shape: 'wide',
        seats: [ownAt({ x: ownX, y: ownY, width: plateWidth, height: plateHeight }, backs), ...plates],
        contract: needs.contract ? { x: middleX - wider, y: contractY, width: middleWidth + 2 * wider, height: 34 } : undefined,
        middle,
        decision: deepened(middle, strip, coachHeight('wide', needs)),
        strip,
        tools: { x: width - PAD - toolsWidth, y: ownY, width: toolsWidth, height: plateHeight },
        hand: seated ? { x: handInset, y: height - PAD - hand, width: width - 2 * handInset, height: hand } : undefined,
      };
    },
  };
}

/** The plates of the others around a wide table, clockwise; a block is a plate with what lies below it. */
function around(others: number, open: boolean, size: Pick<Rect, 'width' | 'height'>, block: number, room: Room, middle: Rect): Rect[] {
  if (open) return inRow(others, size.width, size.height, PAD, PAD, room.width - 2 * PAD);
  const y = Math.max(PAD, Math.min(middle.y + (middle.height - block) * 0.42, middle.y + middle.height - block));
  const left = { x: PAD, y, ...size };
  const above = { x: (room.width - size.width) / 2, y: PAD, ...size };
  const beyond = { x: room.width - PAD - size.width, y, ...size };
  if (others === 1) return [above];
  return others === 2 ? [left, beyond] : [left, above, beyond];
}

/** A telephone held upright: the others in a row at the top. */
function tall(room: Room, needs: Needs, around: (typeof AROUND.tall)['usual' | 'tight']): FrameDraft {
  const { width, height } = room;
  const { pad, gap, plate: plateHeight, fan: ownFan, contract: contractHeight, choice } = around;
  const inner = width - 2 * PAD;
  const others = needs.seats - 1;
  const seated = needs.hand > 0;
  const perRow = others > 3 ? Math.ceil(others / 2) : others;
  const rows = Math.ceil(others / perRow);
  const fan = needs.revealed && rows > 1 ? BARE_LOWEST + GAP : fanHeight('tall', needs, ownFan);
  const block = plateHeight + fan + gap + (needs.revealed ? PILES : 0);
  const top = pad + rows * block + (needs.contract ? contractHeight + gap : 0);
  const ownWidth = clamp(112, width * 0.33, 144);
  const ownRow = plateHeight + ownFan;
  // A capture's choice, a coach's sentences and a spectator's way back need the whole width. The sentences stand below a
  // decision, the choice at the hand.
  const stacked = needs.open || needs.coach || !seated;
  const stripHeight = stacked ? (seated ? (needs.open ? choice : 44) : WATCHER) + coachHeight('tall', needs) : ownRow;
  const below = stacked ? ownRow + stripHeight : ownRow;
  // As wide in a row of fewer.
  const most = Math.min(others === 1 ? 208 : 190, (inner - GAP * (perRow - 1)) / perRow);
  // A replay has its buttons below the board, and words for each move.
  const toolsWidth = stacked ? inner - ownWidth - GAP - STOCK_COLUMN : needs.revealed ? 0 : 44;
  return {
    free: height - top - pad - below - gap,
    deeper: stacked && !needs.open ? stripHeight - coachHeight('tall', needs) : 0,
    handWidth: inner,
    middleWidth: inner,
    finish(hand, lift) {
      const rowY = height - pad - hand - (seated ? lift : 0) - below;
      const plates = Array.from({ length: rows }, (_, row) =>
        inRow(Math.min(perRow, others - row * perRow), most, plateHeight, pad + row * block, PAD, inner),
      ).flat();
      const [ownY, stripY] = needs.open || !stacked ? [rowY + ownFan, stacked ? rowY + ownRow : rowY] : [rowY + stripHeight + ownFan, rowY];
      const own = { x: PAD, y: ownY, width: ownWidth, height: plateHeight };
      const middle = { x: PAD, y: top, width: inner, height: rowY - gap - top };
      const strip = stacked
        ? { x: PAD, y: stripY, width: inner, height: stripHeight }
        : { x: PAD + ownWidth + GAP, y: stripY, width: inner - ownWidth - GAP - (toolsWidth > 0 ? toolsWidth + GAP : 0), height: ownRow };
      return {
        shape: 'tall',
        seats: [ownAt(own, ownFan), ...plates.map((plate) => (needs.revealed ? openSeat : seatAt)(plate, fan))],
        contract: needs.contract ? { x: PAD, y: top - contractHeight - gap, width: inner, height: contractHeight } : undefined,
        middle,
        decision: stacked && !needs.open ? deepened(middle, strip, coachHeight('tall', needs)) : middle,
        strip,
        tools: { x: width - PAD - toolsWidth, y: ownY, width: toolsWidth, height: plateHeight },
        hand: seated ? { x: PAD, y: height - pad - hand, width: inner, height: hand } : undefined,
      };
    },
  };
}

/** A telephone on its side: what stands above the hand elsewhere stands beside the trick. */
function low(room: Room, needs: Needs, around: (typeof AROUND.low)['usual' | 'tight']): FrameDraft {
  const { width, height } = room;
  const edge = 4;
  const handEdge = around.edge;
  const plateWidth = clamp(104, width * 0.16, 136);
  const { plate: plateHeight, fan: ownFan } = around;
  const fan = fanHeight('low', needs, ownFan);
  const others = needs.seats - 1;
  const seated = needs.hand > 0;
  const atTop = needs.open || others === 3;
  const contractY = edge + (atTop ? plateHeight + fan : 0);
  const top = contractY + (needs.contract ? 28 : 0) + 2;
  const stripHeight = needs.open ? 0 : 44 + coachHeight('low', needs);
  const side = edge + plateWidth + GAP;
  const stripWidth = needs.open ? clamp(150, width * 0.32, 300) : 0;
  // Beside the middle lie plates, or open hands that are wider.
  const beside = needs.revealed && !needs.open && !atTop ? edge + plateWidth * LOW_OPEN.fan + GAP : side;
  const middleWidth = needs.open ? width - side - stripWidth - edge - GAP : width - 2 * beside;
  return {
    free: height - top - edge - stripHeight,
    deeper: needs.open ? 0 : stripHeight - coachHeight('low', needs),
    handWidth: width - 2 * handEdge,
    // An open hand at the left edge lies above the own plate.
    ...(needs.revealed && !needs.open ? { handHeight: height - 2 * edge - 2 * plateHeight - fan - GAP } : {}),
    middleWidth,
    finish(hand, lift) {
      const handTop = height - edge - hand - (seated ? lift : 0);
      const middle = { x: beside, y: top, width: middleWidth, height: handTop - stripHeight - top };
      const strip = needs.open
        ? { x: width - edge - stripWidth, y: top, width: stripWidth, height: handTop - top - 46 }
        : { x: side, y: handTop - stripHeight, width: width - 2 * side, height: stripHeight };
      const ownY = handTop - plateHeight - 2;
      const size = { width: plateWidth, height: plateHeight };
      const left = { x: edge, y: edge, ...size };
      const above = { x: (width - plateWidth) / 2, y: edge, ...size };
      const beyond = { x: width - edge - plateWidth, y: edge, ...size };
      const plates = needs.open
        ? inRow(others, 176, plateHeight, edge, edge, width - 2 * edge)
        : ([[left], [left, beyond], [left, above, beyond]][others - 1] ?? []);
      return {
        shape: 'low',
        seats: [
          ownAt({ x: edge, y: ownY, ...size }, ownFan),
          ...plates.map((plate) =>
            needs.revealed && !needs.open
              ? lowOpenSeat(plate, fan, others, room)
              : seatAt(plate, fan, needs.revealed ? LOW_OPEN.pile : undefined),
          ),
        ],
        contract: needs.contract ? { x: side, y: contractY, width: width - 2 * side, height: 26 } : undefined,
        middle,
        decision: needs.open ? middle : deepened(middle, strip, coachHeight('low', needs)),
        strip,
        tools: { x: width - edge - plateWidth, y: handTop - 46, width: plateWidth, height: 44 },
        hand: seated ? { x: handEdge, y: height - edge - hand, width: width - 2 * handEdge, height: hand } : undefined,
      };
    },
  };
}
