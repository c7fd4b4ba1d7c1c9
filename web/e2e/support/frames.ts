/**
 * The frames that pages exchange with the server, and the check that a page was not told too much: every frame is
 * held against what was known to everybody at that moment, which the record of the game says afterwards.
 */
import type { Page } from '@playwright/test';
import type { ClientMessage, GameEvent, GameRecord, ServerMessage, TableEvent, Turn } from '../../src/lib/protocol';

export interface Frame {
  /** The time on the clock that all pages share, in seconds. */
  at: number;
  text: string;
}

export interface Frames {
  received: Frame[];
  sent: Frame[];
}

const CARD = /(?<![\p{L}\d])[CSBD][A23KCJ7654](?![\p{L}\d])/gu;
const SUITS = ['C', 'S', 'B', 'D'];

/** Records every frame of a page's connections. */
export async function recordFrames(page: Page): Promise<Frames> {
  const client = await page.context().newCDPSession(page);
  const frames: Frames = { received: [], sent: [] };
  client.on('Network.webSocketFrameReceived', ({ timestamp, response }) => {
    frames.received.push({ at: timestamp, text: response.payloadData });
  });
  client.on('Network.webSocketFrameSent', ({ timestamp, response }) => {
    frames.sent.push({ at: timestamp, text: response.payloadData });
  });
  await client.send('Network.enable');
  return frames;
}

/** Routes the socket of a page that is not loaded yet such that what the server says can be held back. */
export async function holdable(page: Page) {
  const waiting: (() => void)[] = [];
  let holds = false;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      const send = () => {
        socket.send(message);
      };
      if (holds) waiting.push(send);
      else send();
    });
  });
  const hold = () => {
    holds = true;
  };
  const release = () => {
    holds = false;
    for (const send of waiting.splice(0)) send();
  };
  return { hold, release };
}

export function messageOf({ text }: Pick<Frame, 'text'>): ServerMessage {
  return JSON.parse(text) as ServerMessage;
}

/** Returns the event that a message tells, if it tells one. */
export function eventOf(message: ServerMessage): TableEvent | undefined {
  return message.type === 'event' ? message.event : undefined;
}

/** Returns what happened in the deal by a move, as a message tells it. */
export function movesOf(message: ServerMessage): GameEvent[] {
  const event = eventOf(message);
  return event?.type === 'moved' ? event.events : [];
}

/** Returns the deal that a message shows. */
export function dealOf(message: ServerMessage) {
  if (message.type === 'snapshot') return message.snapshot.deal;
  const event = eventOf(message);
  return event?.type === 'dealt' ? event.deal : null;
}

/** Returns the turn of which a message tells. */
export function turnOf(message: ServerMessage): Turn | null {
  const event = eventOf(message);
  const told = event && 'turn' in event ? event.turn : message.type === 'turn' ? message.turn : undefined;
  return told ?? dealOf(message)?.turn ?? null;
}

export function isMove(frame: Frame): boolean {
  return eventOf(messageOf(frame))?.type === 'moved';
}

export function isSnapshot(frame: Pick<Frame, 'text'>): boolean {
  return messageOf(frame).type === 'snapshot';
}

/** Returns the actions that a page has sent, with the time of each. */
export function actsOf(sent: readonly Frame[]): { at: number; action: string }[] {
  return sent.flatMap(({ at, text }) => {
    const message = JSON.parse(text) as ClientMessage;
    return message.type === 'act' ? [{ at, action: message.action }] : [];
  });
}

/** Returns the frames with a value put into one of them at a path such as `event/turn/legal`; `+` adds to a list. */
export function altered<F extends Pick<Frame, 'text'>>(frames: readonly F[], at: number, path: string, value: unknown): F[] {
  return frames.map((frame, n) =>
    n === at ? { ...frame, text: JSON.stringify(put(JSON.parse(frame.text), path.split('/'), value)) } : frame,
  );
}

function put(whole: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(whole))
    return name === '+'
      ? [...(whole as unknown[]), value]
      : whole.map((one: unknown, n) => (String(n) === name ? put(one, rest, value) : one));
  const fields = (whole ?? {}) as Record<string, unknown>;
  return { ...fields, [name]: put(fields[name], rest, value) };
}

/** Takes out of a message which cards a player cannot hold: everybody may conclude that from what was seen. Returns it. */
export function takeDenied(message: ServerMessage): string[][] | undefined {
  const view = dealOf(message)?.view;
  if (!view || !('denied' in view)) return undefined;
  const { denied } = view;
  Reflect.deleteProperty(view, 'denied');
  return denied;
}

/** Returns the cards that a declaration shows: those it names. */
function declared(text: string): string[] {
  const [, kind, what = '', missing] = /^(napola|three|four):([CSBDA23])(?:\/([CSBD]))?$/.exec(text) ?? [];
  if (kind === 'napola') return ['A', '2', '3'].map((rank) => what + rank);
  if (kind) return SUITS.filter((suit) => suit !== missing).map((suit) => suit + what);
  return [];
}

/** The cards that a text names, in whatever words they stand. */
function cardsIn(text: string): string[] {
  return [...(text.match(CARD) ?? []), ...declared(text)];
}

/** Everything in a message that can be read, with where it stands; the names of fields, too. */
export function* texts(value: unknown, path = ''): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value) as [string, unknown][]) {
      if (!Array.isArray(value)) yield [`${path} (name)`, name];
      yield* texts(inner, `${path}/${name}`);
    }
  }
}

/** The cards that what followed an action shows to everybody. */
export function shownBy(events: readonly GameEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === 'declared') return declared(event.declaration);
    return 'card' in event && typeof event.card === 'string' ? event.card : [];
  });
}

/**
 * Returns the time at which each action of the record was decided: when a page sent it, which must
 * be before anybody can have heard of it. Refused ones were sent, too, so they are matched in
 * order.
 */
export function decidedAt(record: GameRecord, sentBySeat: readonly (readonly Frame[])[]): number[] {
  const acts = sentBySeat.map(actsOf);
  return record.steps.map(({ seat, action }) => {
    const own = acts[seat] ?? [];
    const next = own.findIndex((act) => act.action === action);
    const decided = own.splice(0, next + 1).at(-1);
    if (!decided) throw new Error(`nobody at seat ${seat} sent ${action}`);
    return decided.at;
  });
}

/**
 * Returns the secrets that the frames told to a seat (or, without one, to a spectator), which were
 * hidden from it at that moment, as sentences. `decided` says when each action of the record was
 * sent.
 */
export function leaks(received: readonly Frame[], record: GameRecord, decided: readonly number[], seat?: number): string[] {
  const own = seat === undefined ? [] : (record.cards.hands[seat] ?? []);
  const whose = new Map(record.cards.stock.map((card, n) => [card, `${n + 1} of the stock`]));
  record.cards.hands.forEach((hand, n) => hand.forEach((card) => whose.set(card, `the hand of ${n}`)));
  const found: string[] = [];
  for (const frame of received) {
    const done = decided.filter((time) => time <= frame.at).length;
    const steps = record.steps.slice(0, done);
    const known = new Set([...own, ...steps.flatMap((step) => shownBy(step.events))]);
    const message = messageOf(frame);
    const tell = (what: string) => found.push(`after ${done} actions, in ${message.type}: ${what}`);
    for (const [path, words] of texts(message)) {
      for (const card of cardsIn(words)) {
        if (!known.has(card)) tell(`${path} names ${card}, ${whose.get(card) ?? 'which is not in the pack'}`);
      }
      // With it everybody could deal the cards again.
      if (done < record.steps.length && words.includes(record.secret)) tell(`${path} is the secret of the shuffle`);
    }
  }
  return found;
}
