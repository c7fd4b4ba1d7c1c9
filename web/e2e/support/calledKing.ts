/** The king that is called at tarok for four, and everything that could tell too early who holds it. */
import { isDeepStrictEqual } from 'node:util';
import { type Page, expect } from '@playwright/test';
import type { GameEvent, GameOptions, GameStatus, ServerMessage, TarokSide } from '../../src/lib/protocol';
import { type Frame, dealOf, eventOf, messageOf, movesOf, takeDenied, texts, turnOf } from './frames.ts';
import type { Choose } from './socketTable.ts';

/** A table for four, where deals add up. */
export const FOUR: GameOptions = { name: 'tarok', options: { players: 4, deals: 3 } };

const KINGS = ['HK', 'DK', 'SK', 'CK'];
const SEATS = [0, 1, 2, 3];

/** Who could play what in a deal. */
export interface Roles {
  declarer: number;
  king: string;
  /** The seat that holds the king. */
  partner: number;
  defenders: number[];
  forehand: number;
  hands: string[][];
}

/**
 * Returns a declarer, a king, and the partner who holds it (the declarer, if `own`), such as `fits`
 * accepts, from the hands and the dealer.
 */
export function roles(fits: (roles: Roles) => boolean = () => true, own = false): (hands: string[][], dealer: number) => Roles | undefined {
  return (hands, dealer) => {
    const all = SEATS.flatMap((declarer) =>
      KINGS.map((king) => {
        const partner = hands.findIndex((hand) => hand.includes(king));
        const defenders = SEATS.filter((seat) => seat !== declarer && seat !== partner);
        return { declarer, king, partner, defenders, forehand: (dealer + 1) % 4, hands };
      }),
    );
    return all.find((one) => one.partner >= 0 && (one.partner === one.declarer) === own && fits(one));
  };
}

/**
 * Each says what is wished of that seat, once, where it is offered, and passes otherwise. Of the cards the
 * weakest is played, and this one last.
 */
export function saying(wishes: Record<number, string[]>, kept?: string): Choose {
  const left = SEATS.map((seat) => [...(wishes[seat] ?? [])]);
  return (seat, legal) => {
    const own = left[seat] ?? [];
    const wish = own.findIndex((one) => legal.includes(one));
    if (wish >= 0) return own.splice(wish, 1)[0];
    return legal.includes('pass') ? 'pass' : (legal.findLast((one) => one !== kept) ?? legal[0]);
  };
}

/** The wishes of a declarer who plays two and calls this king. */
export function callingFor(king: string): string[] {
  return ['bid:two', 'contract:two', `call:${king}`, 'take:0'];
}

/** What a page says of the sides: of the partner in the line of the contract, and of each seat. */
export interface Sides {
  partner: string;
  seats: string[];
}

/** Runs in the page: returns what it says of the sides. */
function read(): Sides {
  const seats = [0, 1, 2, 3].map((seat) => {
    const label = document.querySelector(`[data-testid="seat-${seat}"]`)?.getAttribute('aria-label') ?? '';
    const line = document.querySelector(`[data-testid="tarok-${seat}"]`)?.textContent ?? '';
    return /\b(declarer|partner|defender)\b/.exec(`${label} ${line}`)?.[0] ?? '';
  });
  return { partner: document.querySelector('[data-testid="partner"]')?.textContent.trim() ?? '', seats };
}

/** Runs in the page: notes with every change what it says, and whether the king has fallen before its eyes. */
function watch(sides: () => Sides, king: string): void {
  window.sides = [];
  let fallen = false;
  const look = () => {
    fallen ||= document.querySelector(`[data-testid="trick-card"][data-card="${king}"]`) !== null;
    const now = JSON.stringify({ fallen, ...sides() });
    if (document.querySelector('[data-testid="seat-0"]') && window.sides.at(-1) !== now) window.sides.push(now);
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  look();
}

/** Returns what the page says of the sides. */
export function sidesOn(page: Page): Promise<Sides> {
  return page.evaluate(read);
}

/** Notes from now on what the page says of the sides. */
export async function watchSides(page: Page, king: string): Promise<void> {
  await page.evaluate(`(${watch})(${read}, ${JSON.stringify(king)})`);
}

/** The page has told the sides when the king lay there, never before; where it closes the trick, when that goes. */
export async function shownByTheKing(page: Page, secret: Sides, shown: Sides): Promise<void> {
  const states = (await page.evaluate(() => window.sides)).map((text) => JSON.parse(text) as Sides & { fallen: boolean });
  for (const { fallen, ...told } of states) {
    if (!fallen || told.partner === '') expect(told, `the king ${fallen ? 'has' : 'has not'} fallen`).toEqual(secret);
    else expect(told).toEqual(shown);
  }
  expect(
    states.some(({ fallen, partner }) => fallen && partner !== ''),
    JSON.stringify(states),
  ).toBe(true);
}

/** Returns the sides as far as everybody knows them; nothing before a king is called. */
export function sidesOf(status: GameStatus | null | undefined): readonly (TarokSide | null)[] | undefined {
  return status?.game === 'tarok' && 'undertaking' in status && 'called' in status.undertaking
    ? status.undertaking.called?.sides
    : undefined;
}

/** Waits until the page names the partner. */
export async function partnerNamed(page: Page): Promise<void> {
  await page.getByTestId('partner').filter({ hasText: /./ }).waitFor();
}

export type Heard = readonly Pick<Frame, 'text'>[];

/** The number by which a table counts: of an event, or up to which a snapshot tells. */
export function numberOf(message: ServerMessage): number {
  if (message.type === 'snapshot') return message.snapshot.seq;
  return 'seq' in message ? message.seq : 0;
}

/** Returns the messages that came before the event of this number. */
function before(frames: Heard, number: number): ServerMessage[] {
  const messages = frames.map(messageOf);
  const end = messages.findIndex((message) => numberOf(message) >= number);
  return end < 0 ? messages : messages.slice(0, end);
}

/** The cards that have been played, in their order, as somebody who looks on was told. */
function* playsIn(messages: readonly ServerMessage[]): Generator<{ seq: number; seat: number; card: string; led: string }> {
  let led: string | undefined;
  for (const message of messages) {
    for (const one of movesOf(message)) {
      if (one.type === 'trick_taken') led = undefined;
      if (one.type !== 'played') continue;
      led ??= one.card.charAt(0);
      yield { seq: numberOf(message), seat: one.seat, card: one.card, led };
    }
  }
}

/** A seat that words have shown as a defender, and the number of the event that did. */
interface Shown {
  seq: number;
  seat: number;
}

/** Returns the seats of which everybody knows, up to that number, that they do not hold the king: their suit was not followed, or words showed them as defenders. */
function without(king: string, messages: readonly ServerMessage[], number: number, shown: readonly Shown[]): number[] {
  const lacking = [...playsIn(messages)].filter(({ seq, card, led }) => seq <= number && led === king.charAt(0) && card.charAt(0) !== led);
  return [...new Set([...lacking.map(({ seat }) => seat), ...shown.filter((one) => one.seq <= number).map(({ seat }) => seat)])].sort();
}

export interface Secret {
  king: string;
  declarer: number;
  /** The reader's seat, who does not hold the king; none for one who looks on. */
  seat?: number | undefined;
  /** The number of the event that shows the sides. */
  until: number;
  /** The frames of one who looks on. */
  open: Heard;
  /** The defenders whom words have shown. */
  shown?: readonly Shown[];
}

/** Returns everything that frames tell of the sides before the event that shows them, as sentences. */
export function tells(frames: Heard, { king, declarer, seat, until, open, shown = [] }: Secret): string[] {
  const told = before(open, until);
  const found: string[] = [];
  for (const message of before(frames, until)) {
    const number = numberOf(message);
    const tell = (what: string) => found.push(`${message.type} ${number}: ${what}`);
    const known = shown.filter((one) => one.seq <= number).map((one) => one.seat);
    const cannot = takeDenied(message);
    if (cannot) {
      const denied = SEATS.filter((one) => cannot[one]?.includes(king));
      const expected = without(king, told, number, shown);
      if (!isDeepStrictEqual(denied, expected))
        tell(`denied says that ${denied} do not hold the king, and everybody knows it of ${expected}`);
    }
    // A field of the coach without a value says the same to all.
    const empty = new Set([...things(message)].flatMap(([path, facts]) => (/\/facts\/\d+$/.test(path) ? nulls(facts, path) : [])));
    for (const [path, words] of texts(message)) {
      if (/partner/i.test(words) && !empty.has(`${path.replace(/ \(name\)$/, '')}/${words}`)) tell(`${path} speaks of a partner`);
      const calls = /\/((called|events\/\d+)\/king|facts\/\d+\/called)$/.test(path) || words === `call:${king}`;
      if (!calls && new RegExp(`(?<![\\p{L}\\d])${king}(?![\\p{L}\\d])`, 'u').test(words)) tell(`${path} names the king`);
    }
    for (const [path, value] of things(message)) {
      if (path.endsWith('/sides')) {
        const expected = SEATS.map((one): TarokSide | null => (one === declarer ? 'declarer' : known.includes(one) ? 'defenders' : null));
        if (!isDeepStrictEqual(value, expected)) tell(`${path} is ${JSON.stringify(value)}`);
      }
      if (path.endsWith('/legal') && turnOf(message)?.seat !== seat) tell(`${path} says what somebody else may do`);
      if (/\/(result|finish)$/.test(path) && value !== null) tell(`${path} is there`);
    }
  }
  return found;
}

/** Returns the fields without a value. */
function nulls(value: unknown, path: string): string[] {
  return Object.entries(value as object).flatMap(([name, inner]) => (inner === null ? [`${path}/${name}`] : []));
}

/** Everything in a message that is more than a text, with where it stands. */
function* things(value: unknown, path = ''): Generator<[path: string, value: unknown]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value) as [string, unknown][]) {
    yield [`${path}/${name}`, inner];
    yield* things(inner, `${path}/${name}`);
  }
}

/**
 * Returns the numbers of the events before this one that a player was told otherwise than one who looks on,
 * but for the own cards and the own legal actions.
 */
export function differing(frames: Heard, open: Heard, until: number): number[] {
  const common = (message: ServerMessage): unknown => {
    const event = structuredClone(eventOf(message));
    const deal = dealOf(message) ? event?.type === 'dealt' && event.deal : undefined;
    for (const turn of [event && 'turn' in event ? event.turn : null, deal ? deal.turn : null])
      drop(turn, ['legal', 'claim', 'move_ms', 'bank_ms']);
    if (deal) {
      drop(deal.view ?? null, ['observer', 'hand']);
      for (const zone of Object.values(deal.zones ?? {})) drop(zone, ['cards']);
    }
    return event;
  };
  const events = (list: Heard) =>
    new Map(
      before(list, until)
        .filter(({ type }) => type === 'event')
        .map((one) => [numberOf(one), common(one)]),
    );
  const all = events(open);
  return [...events(frames)].filter(([seq, event]) => all.has(seq) && !isDeepStrictEqual(event, all.get(seq))).map(([seq]) => seq);
}

function drop(value: object | null, names: readonly string[]): void {
  if (value) for (const name of names) Reflect.deleteProperty(value, name);
}

/** Returns the number of the event that fits. */
export function numberOfEvent(frames: Heard, fits: (event: GameEvent) => boolean): number {
  const found = frames.map(messageOf).find((message) => movesOf(message).some(fits));
  if (!found) throw new Error('no event fits');
  return numberOf(found);
}
