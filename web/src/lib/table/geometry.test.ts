import { describe, expect, test } from 'vitest';
import { CARD_SIZES, type CardSize } from './cardSize';
import { coachPlace } from './coachPlace';
import { tableGeometry, type Needs, type Room, type TableGeometry } from './geometry';
import { FINGER } from './hand';
import { isWithin as inside, overlap as meet, type Rect } from './rect';
import type { Spot } from './spots';
import { hasRoomToLay } from './spots';
import type { Zone } from './zones';

/** The letters that a page has in a window whose reader asks for these (`Cloth.svelte`), in pixels. */
function letterIn(wide: number, high: number, asked: number): number {
  return Math.min(asked, Math.max(16, Math.min(0.05 * Math.min(wide, high), (Math.max(wide, high) * 16) / 480)));
}

/** Windows of every size, as the cloth gets them: less the line above it and, where there is room, the log beside it. */
function* rooms(asked = 16): Generator<Room> {
  const widths = [320, 360, 375, 390, 412, 480, 568, 640, 667, 700, 768, 844, 900, 960, 1024, 1180, 1280, 1440, 1600, 1920, 2240, 2560];
  const heights = [320, 331, 375, 390, 412, 480, 548, 568, 640, 667, 740, 800, 844, 915, 1024, 1080, 1200, 1440];
  for (const wide of widths) {
    for (const high of heights) {
      // No telephone is smaller, upright or on its side.
      if (Math.max(wide, high) < 480) continue;
      const letter = letterIn(wide, high, asked);
      for (const coarse of [true, false]) {
        const beside = wide >= 64 * asked + 1 ? 18 * letter : 0;
        yield { width: wide - beside, height: high - (46 * letter) / 16, coarse, letter };
      }
    }
  }
}

const TRSET = { open: false, contract: false, revealed: false, coach: false, from: 0, direction: 'clockwise' } as const;
const GAMES: Record<string, Needs> = {
  'tršet for two': { ...TRSET, seats: 2, hand: 10, full: 10, stock: true },
  'tršet for three': { ...TRSET, seats: 3, hand: 10, full: 10, stock: true },
  'tršet for four': { ...TRSET, seats: 4, hand: 10, full: 10, stock: false },
  tarok: { ...TRSET, seats: 3, hand: 16, full: 16, stock: true, contract: true },
  'tarok for four': { ...TRSET, seats: 4, hand: 12, full: 12, stock: true, contract: true },
  ...Object.fromEntries(
    [2, 3, 4, 5, 6].map((seats) => [`tablić for ${seats}`, { ...TRSET, open: true, seats, hand: 6, full: 6, stock: true }]),
  ),
};
const REPLAYED = Object.fromEntries(Object.entries(GAMES).map(([name, needs]) => [`${name}, replayed`, { ...needs, revealed: true }]));
const COACHED = Object.fromEntries(Object.entries(GAMES).map(([name, needs]) => [`${name}, with a coach`, { ...needs, coach: true }]));
const WATCHED = Object.fromEntries(Object.entries(GAMES).map(([name, needs]) => [`${name}, watched`, { ...needs, hand: 0 }]));

function boxOf(g: TableGeometry, { x, y, rot, scale }: Spot): Rect {
  const turned = (Math.abs(rot) * Math.PI) / 180;
  const [w, h] = [g.card.width * scale, g.card.height * scale];
  const width = w * Math.cos(turned) + h * Math.sin(turned);
  const height = h * Math.cos(turned) + w * Math.sin(turned);
  return { x: x - width / 2, y: y - height / 2, width, height };
}

function apart(boxes: [string, Rect][], where: string): void {
  for (const [i, [name, box]] of boxes.entries()) {
    for (const [other, second] of boxes.slice(i + 1)) {
      if (meet(box, second)) expect.fail(`${where}: ${name} ${JSON.stringify(box)} lies over ${other} ${JSON.stringify(second)}`);
    }
  }
}

function all(g: TableGeometry, zone: Zone, of: number): Rect[] {
  return Array.from({ length: of }, (_, n) => boxOf(g, g.spots(zone, n, of)));
}

/** The boxes that must never meet. */
function boxes(g: TableGeometry, needs: Needs): [string, Rect][] {
  const trick: [string, Rect][] = needs.open
    ? [['table', g.table]]
    : g.form.places.map((_, seat) => [`trick of ${seat}`, boxOf(g, g.spots(`trick:${seat}`, 0, 1))]);
  return [
    ...g.seats.flatMap(({ plate, fan }, seat): [string, Rect][] =>
      seat === 0
        ? [['own plate', plate]]
        : [
            [`plate ${seat}`, plate],
            [`fan ${seat}`, fan],
          ],
    ),
    ...trick,
    ['strip', g.strip],
    ...(g.tools.width > 0 ? [['tools', g.tools] as [string, Rect]] : []),
    ...(g.hand ? [['hand', g.hand] as [string, Rect]] : []),
    ...(g.contract ? [['contract', g.contract] as [string, Rect]] : []),
    ...(needs.stock ? [['stock', g.stock] as [string, Rect]] : []),
  ];
}

/** Returns the room of a replay's board, which has its buttons below it and scrolls where there is no room for both. */
function boardIn(window: Room): Room {
  const width = Math.min(window.width, 1100);
  const low = window.height < 496 && window.width >= 656;
  const height = low ? Math.max(336, window.height - 8) - 56 : Math.max(window.height - 150, window.width < 640 ? 560 : 480);
  return { ...window, width, height };
}

/** The least of an open card that shows what it is. */
const INDEX = 10;
const SIZES = Object.keys(CARD_SIZES) as CardSize[];
const TABLES = Object.entries({ ...GAMES, ...WATCHED, ...REPLAYED, ...COACHED }).flatMap(([name, needs]) =>
  SIZES.map((size) => ({ name, needs, size })),
);

describe.each(TABLES)('$name, $size cards', ({ needs, size }) => {
  test('nothing lies over anything else, and everything is inside', () => {
    let seen = 0;
    for (const window of rooms()) {
      const room = needs.revealed ? boardIn(window) : window;
      const g = tableGeometry(room, needs, size);
      const where = `${room.width} × ${room.height}${room.coarse ? ' by finger' : ''}, ${g.shape}`;
      const parts = boxes(g, needs);
      for (const [name, box] of parts) {
        if (!inside(box, room)) expect.fail(`${where}: ${name} ${JSON.stringify(box)} is not inside`);
        if (box.width < 8 || box.height < 8) expect.fail(`${where}: ${name} ${JSON.stringify(box)} is too small`);
      }
      apart(parts, where);
      for (let seat = 1; seat < needs.seats; seat += 1) {
        for (const back of all(g, `hand:${seat}`, 10)) {
          const fan = g.seats[seat]?.fan;
          if (!fan || back.x < fan.x - 3 || back.x + back.width > fan.x + fan.width + 3)
            expect.fail(`${where}: the backs of ${seat} leave their fan`);
        }
      }
      seen += 1;
    }
    expect(seen).toBeGreaterThan(400);
  });

  test('backs that stay in a hand do not move when others go', () => {
    if (needs.revealed) return;
    for (const room of rooms()) {
      const g = tableGeometry(room, needs, size);
      for (let seat = 1; seat < needs.seats; seat += 1) {
        const first = Array.from({ length: needs.full }, (_, n) => g.spots(`hand:${seat}`, n, needs.full));
        for (let of = needs.full - 1; of > 0; of -= 1) {
          for (let n = 0; n < of; n += 1) {
            const now = g.spots(`hand:${seat}`, n, of);
            if (JSON.stringify(now) !== JSON.stringify(first[n])) expect.fail(`${room.width} × ${room.height}: back ${n} of ${of} moved`);
          }
        }
      }
    }
  });

  test('every card of an open hand shows its index', () => {
    if (!needs.revealed) return;
    for (const window of rooms()) {
      const room = boardIn(window);
      const g = tableGeometry(room, needs, size);
      for (let seat = 1; seat < needs.seats; seat += 1) {
        const cards = all(g, `hand:${seat}`, needs.hand);
        for (const [n, { x, y, width }] of cards.entries()) {
          const next = cards[n + 1];
          const strip = next && Math.abs(next.y - y) < 1 ? next.x - x : width;
          if (strip < INDEX) expect.fail(`${room.width} × ${room.height}, ${g.shape}: ${strip} px of card ${n} of ${seat}`);
        }
      }
    }
  });

  test('every card of a hand has a strip for the finger, and stays inside', () => {
    // The cards of a replay are not pressed.
    if (needs.hand === 0 || needs.revealed) return;
    for (const room of rooms()) {
      const g = tableGeometry(room, needs, size);
      const where = `${room.width} × ${room.height}${room.coarse ? ' by finger' : ''}`;
      for (let of = 1; of <= needs.hand; of += 1) {
        const cards = all(g, 'hand:0', of);
        cards.forEach((card, n) => {
          if (!inside(card, room)) expect.fail(`${where}: card ${n} of ${of} ${JSON.stringify(card)} is not inside`);
          const next = cards[n + 1];
          if (!next || next.y !== card.y) return;
          const strip = next.x - card.x;
          if (room.coarse && strip < FINGER - 0.1) expect.fail(`${where}: of ${of} cards one is ${strip} px wide to the finger`);
        });
      }
    }
  });
});

test.each(['tarok', 'tarok, with a coach'])(
  'a decision in %s lies over nothing that is seen meanwhile, and what answers has room',
  (name) => {
    const needs = { ...GAMES, ...COACHED }[name];
    if (!needs) throw new Error(name);
    for (const room of rooms()) {
      const g = tableGeometry(room, needs);
      const where = `${room.width} × ${room.height}${room.coarse ? ' by finger' : ''}, ${g.shape}`;
      const { decision, strip } = g;
      // The coach's sentences are all that is left of the strip.
      const coach = { ...strip, y: decision.y + decision.height, height: strip.y + strip.height - decision.y - decision.height };
      apart([...boxes({ ...g, strip: coach }, needs).filter(([part]) => !/^(trick|stock)/.test(part)), ['decision', decision]], where);
      // In the smallest windows its words are scrolled.
      const smallest = Math.max(room.width, room.height) < 600 || room.height < 300;
      if (decision.height < (smallest ? 96 : 110)) expect.fail(`${where}: a decision has ${decision.height} px`);
      for (const [zone, of, group] of [
        ['talon', 6, 2],
        ['talon', 6, 1],
        ['talon', 6, 3],
        ['put', 3, 3],
        ['put', 1, 1],
      ] as const) {
        for (let n = 0; n < of; n += 1) {
          const card = boxOf(g, g.spots(zone, n, of, group));
          if (!inside({ ...card, x: card.x - decision.x, y: card.y - decision.y }, decision))
            expect.fail(`${where}: card ${n} of ${zone} ${JSON.stringify(card)} leaves ${JSON.stringify(decision)}`);
          if (card.height < (smallest ? 36 : 40)) expect.fail(`${where}: cards of ${zone} are ${card.height} px high`);
        }
      }
    }
  },
);

/** Whatever the letters, and whether or not a coach speaks. */
test.each([16, 20, 24, 32].flatMap((asked) => SIZES.map((size) => [asked, size] as const)))(
  'with letters of %i px every one of the %s cards is as wide as a finger, and nothing lies over anything else',
  (asked, size) => {
    for (const [name, needs] of Object.entries({ ...GAMES, ...COACHED })) {
      for (const room of rooms(asked)) {
        const g = tableGeometry(room, needs, size);
        const where = `${name}, ${room.width} × ${room.height}${room.coarse ? ' by finger' : ''}, letters of ${room.letter}`;
        // By mouse a reader may want smaller ones.
        const least = room.coarse || size !== 'small' ? FINGER : FINGER * CARD_SIZES.small;
        if (g.card.width < least - 0.1) expect.fail(`${where}: a card of the hand is ${g.card.width} px wide`);
        if (!needs.open && g.trick.height < g.card.height * 0.5) expect.fail(`${where}: a card of the trick is ${g.trick.height} px high`);
        const parts = boxes(g, needs);
        for (const [part, box] of parts) if (!inside(box, room)) expect.fail(`${where}: ${part} ${JSON.stringify(box)} is not inside`);
        apart(parts, where);
        const scale = room.letter / 16;
        for (const { plate } of g.seats) if (plate.height < 44 * scale - 0.1) expect.fail(`${where}: a plate is ${plate.height} px high`);
      }
    }
  },
);

test('larger letters enlarge the table as the zoom of a browser does', () => {
  const needs = { ...GAMES.tarok, coach: true } as Needs;
  const usual = tableGeometry({ width: 640, height: 377, coarse: false, letter: 16 }, needs);
  const large = tableGeometry({ width: 1280, height: 754, coarse: false, letter: 32 }, needs);
  expect(large.card.height).toBeCloseTo(usual.card.height * 2);
  expect(large.seats[1]?.plate.width).toBeCloseTo((usual.seats[1]?.plate.width ?? NaN) * 2);
  const spot = usual.spots('hand:0', 3, 16);
  expect(large.spots('hand:0', 3, 16)).toEqual({ ...spot, x: spot.x * 2, y: spot.y * 2 });
});

test.each([
  // The coach of a small telephone gives way.
  [320, 434, true, 'tarok', false],
  [375, 502, true, 'tarok', false],
  [390, 618, true, 'tablić for 6', false],
  [568, 280, true, 'tarok', false],
  [667, 285, true, 'tablić for 2', false],
  [683, 282, false, 'tršet for four', false],
  [390, 798, true, 'tarok', true],
  [844, 344, true, 'tarok', true],
  [992, 754, false, 'tablić for 4', true],
] as const)('in %i × %i by finger (%s) the lines of a coach in %s have room of their own: %s', (width, height, coarse, name, lines) => {
  const needs = COACHED[`${name}, with a coach`];
  if (!needs) throw new Error(name);
  const g = tableGeometry({ width, height, coarse, letter: 16 }, needs);
  expect(g.lines).toBe(lines);
  if (lines) for (const deciding of [true, false]) expect(coachPlace(g, deciding)).toBeUndefined();
});

test.each([16, 32].flatMap((asked) => Object.keys(COACHED).map((name) => [name, asked] as const)))(
  'a coach of %s without room of its own, with letters of %i px, lies over no card and no plate, and has room for a sentence',
  (name, asked) => {
    const needs = COACHED[name];
    if (!needs) throw new Error(name);
    const seen = { placed: 0, lit: 0 };
    for (const room of rooms(asked)) {
      const g = tableGeometry(room, needs);
      if (g.lines) continue;
      const deciding: boolean[] = needs.contract ? [true, false] : [false];
      for (const early of deciding) {
        const place: Rect | undefined = coachPlace(g, early);
        if (place) seen.placed += 1;
        else seen.lit += 1;
        if (!place) continue;
        const where: string = `${room.width} × ${room.height}${room.coarse ? ' by finger' : ''}, ${g.shape}${early ? ', deciding' : ''}`;
        expect(inside(place, room), where).toBe(true);
        const covered = early && g.decision.height > g.middle.height;
        for (const [part, box] of boxes(g, needs)) {
          // The place may be the row above the hand, or the line of the contract; backs and undealt cards say nothing.
          if (part === 'strip' || part === 'contract' || /^fan/.test(part) || (early && /^(trick|stock)/.test(part))) continue;
          if (meet(place, box)) expect.fail(`${where}: the coach ${JSON.stringify(place)} lies over ${part} ${JSON.stringify(box)}`);
        }
        if (covered) expect(meet(place, g.decision), where).toBe(false);
      }
    }
    // In the usual windows it can be read.
    expect(seen.placed).toBeGreaterThanOrEqual(seen.lit);
  },
);

test.each([
  ['tarok for four', 844, 344],
  ['tarok for four', 667, 329],
  ['tarok', 844, 344],
  ['tarok', 667, 285],
  ['tablić for 2', 390, 618],
  ['tršet for four', 667, 329],
] as const)('a coach of %s in %i × %i by finger has a place', (name, width, height) => {
  const needs = COACHED[`${name}, with a coach`];
  if (!needs) throw new Error(name);
  const g = tableGeometry({ width, height, coarse: true, letter: 16 }, needs);
  for (const deciding of [true, false]) expect(g.lines || coachPlace(g, deciding)).toBeTruthy();
});

/** The sizes that the design counts on, in pixels of height. */
test.each([
  ['tršet for two', 992, 756, false, 250],
  ['tršet for four', 992, 756, false, 180],
  ['tarok', 992, 756, false, 225],
  ['tablić for 2', 992, 756, false, 190],
  ['tablić for 2, with a coach', 972, 690, false, 150],
  ['tršet for four', 1632, 1036, false, 255],
  ['tarok', 1632, 1036, false, 255],
  ['tršet for two', 390, 795, true, 170],
  ['tršet for four', 390, 795, true, 150],
  ['tarok', 390, 795, true, 130],
  ['tablić for 2', 390, 795, true, 90],
  ['tršet for four', 844, 345, true, 96],
  ['tarok', 844, 345, true, 100],
  ['tršet for two, replayed', 1056, 515, false, 145],
  ['tršet for four, replayed', 1056, 515, false, 110],
  ['tarok, replayed', 1056, 515, false, 130],
] as const)('%s in %i × %i has large cards', (name, width, height, coarse, least) => {
  const needs = { ...GAMES, ...REPLAYED, ...COACHED }[name];
  if (!needs) throw new Error(name);
  const g = tableGeometry({ width, height, coarse, letter: 16 }, needs);
  expect(Math.round(g.card.height)).toBeGreaterThanOrEqual(least);
});

test.each([
  ['tršet for two', 1152, 854, false],
  ['tršet for four', 992, 754, false],
  ['tarok', 1632, 1034, false],
  ['tablić for 2', 1632, 1034, false],
  ['tršet for four', 360, 594, true],
] as const)('%s in %i × %i has cards of three sizes', (name, width, height, coarse) => {
  const needs = GAMES[name];
  if (!needs) throw new Error(name);
  const [small, usual, large] = (['small', 'usual', 'large'] as const).map((size) =>
    tableGeometry({ width, height, coarse, letter: 16 }, needs, size),
  );
  if (!small || !usual || !large) throw new Error('there are three');
  expect(small.card.height).toBeCloseTo(usual.card.height * 0.8, 0);
  expect(small.trick.height).toBeLessThan(usual.trick.height * 0.9);
  expect(large.card.height).toBeGreaterThan(usual.card.height * 1.04);
});

test('large cards are never smaller than the usual ones, nor small ones larger', () => {
  for (const needs of Object.values(GAMES)) {
    for (const room of rooms()) {
      const [small, usual, large] = SIZES.map((size) => tableGeometry(room, needs, size).card.height);
      expect(large).toBeGreaterThanOrEqual(usual ?? NaN);
      expect(small).toBeLessThanOrEqual(usual ?? NaN);
    }
  }
});

test('a card that is held up covers no words and, but for a telephone’s trick, no other cards', () => {
  const drawing = Object.entries({ ...GAMES, ...WATCHED, ...COACHED }).filter(
    ([, { stock, contract, open }]) => stock && !contract && !open,
  );
  for (const [name, needs] of drawing) {
    for (const room of rooms()) {
      const g = tableGeometry(room, needs);
      const where = `${name}, ${room.width} × ${room.height}${room.coarse ? ' by finger' : ''}, ${g.shape}`;
      const seen = boxes(g, needs).filter(([part]) => !part.startsWith('fan') && !(g.shape === 'tall' && /^(trick|stock)/.test(part)));
      for (let seat = needs.hand > 0 ? 1 : 0; seat < needs.seats; seat += 1) {
        const card = boxOf(g, g.spots(`shown:${seat}`, 0, 1));
        if (!inside(card, room)) expect.fail(`${where}: the card of ${seat} ${JSON.stringify(card)} is not inside`);
        for (const [part, box] of seen) {
          if (meet(card, box))
            expect.fail(`${where}: the card of ${seat} ${JSON.stringify(card)} lies over ${part} ${JSON.stringify(box)}`);
        }
      }
    }
  }
});

test('nothing depends on how many cards are left', () => {
  const needs = GAMES['tarok'];
  if (!needs) throw new Error('no tarok');
  const g = tableGeometry({ width: 390, height: 795, coarse: true, letter: 16 }, needs);
  const nineteen = all(g, 'hand:0', 19);
  const sixteen = all(g, 'hand:0', 16);
  expect(nineteen[0]?.width).toBe(sixteen[0]?.width);
  expect(new Set(sixteen.map(({ y }) => y)).size).toBe(2);
  expect(new Set(nineteen.map(({ y }) => y)).size).toBe(3);
});

test.each(['tarok', 'tarok for four'])('a hand of %s that is laid open on a wide table can be read and covers nothing', (name) => {
  const needs = GAMES[name];
  if (!needs) throw new Error(`there is no ${name}`);
  let seen = 0;
  for (const room of rooms()) {
    const g = tableGeometry(room, needs);
    if (!hasRoomToLay(g)) {
      // There the line of the contract tells the cards.
      if (room.width >= 640 && room.height >= 560) expect.fail(`${room.width} × ${room.height}: no room for open cards`);
      continue;
    }
    const where = `${room.width} × ${room.height}${room.coarse ? ' by finger' : ''}`;
    const others: [string, Rect][] = boxes(g, needs).filter(([part]: [string, Rect]) => !part.startsWith('fan'));
    for (let seat = 1; seat < needs.seats; seat += 1) {
      const cards: Rect[] = Array.from({ length: needs.hand }, (_, n) => boxOf(g, g.spots(`hand:${seat}`, n, needs.hand, needs.hand)));
      for (const [n, card] of cards.entries()) {
        if (!inside(card, room)) expect.fail(`${where}: card ${n} of ${seat} ${JSON.stringify(card)} is not inside`);
        for (const [part, box] of others) {
          if (meet(card, box))
            expect.fail(`${where}: card ${n} of ${seat} ${JSON.stringify(card)} lies over ${part} ${JSON.stringify(box)}`);
        }
        const next = cards[n + 1];
        if (next && next.y === card.y && next.x - card.x < 9)
          expect.fail(`${where}: ${next.x - card.x} px of card ${n} of ${seat} are seen`);
      }
    }
    seen += 1;
  }
  expect(seen).toBeGreaterThan(100);
});

describe.each(Object.entries({ ...GAMES, ...REPLAYED, ...WATCHED }))('%s, played to the right', (_, needs) => {
  const room = { width: 1280, height: 754, coarse: false, letter: 16 };
  const left = tableGeometry(room, { ...needs, from: 1 });
  const right = tableGeometry(room, { ...needs, from: 1, direction: 'counterclockwise' });

  test('has the same places, and each card at the one of its player', () => {
    expect(right.seats).toEqual(left.seats);
    const zones = needs.open ? (['hand', 'pile', 'shown'] as const) : (['hand', 'pile', 'shown', 'trick'] as const);
    for (let steps = 0; steps < needs.seats; steps += 1) {
      const [after, before] = [(1 + steps) % needs.seats, (1 - steps + needs.seats) % needs.seats];
      for (const zone of zones) expect(right.spots(`${zone}:${after}`, 0, 5)).toEqual(left.spots(`${zone}:${before}`, 0, 5));
    }
  });

  test('has the next player at the right where there are sides', () => {
    if (needs.open || needs.seats < 3) return;
    const { x } = right.spots(`trick:${2 % needs.seats}`, 0, 1);
    expect(x).toBeGreaterThan(right.heart.x);
    expect(left.spots(`trick:${2 % needs.seats}`, 0, 1).x).toBeLessThan(left.heart.x);
  });
});
