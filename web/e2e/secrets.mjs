/**
 * The check that a page was not told too much: every frame it received is held against what was
 * known to everybody at that moment, which the record of the game says afterwards.
 */
import { isDeepStrictEqual } from 'node:util';

const CARD = /(?<![\p{L}\d])[CSBD][A23KCJ7654](?![\p{L}\d])/gu;
const SUITS = ['C', 'S', 'B', 'D'];
const RANKS = ['A', '2', '3', 'K', 'C', 'J', '7', '6', '5', '4'];

/** Writes down every frame of a page's connections, with the time on the clock that all pages share. */
export async function listen(page) {
  const client = await page.context().newCDPSession(page);
  const heard = { received: [], sent: [] };
  client.on('Network.webSocketFrameReceived', ({ timestamp, response }) => {
    heard.received.push({ at: timestamp, text: response.payloadData });
  });
  client.on('Network.webSocketFrameSent', ({ timestamp, response }) => {
    heard.sent.push({ at: timestamp, text: response.payloadData });
  });
  await client.send('Network.enable');
  return heard;
}

/** Returns the cards that a declaration shows: those it names. */
function declared(text) {
  const [, kind, what, missing] = /^(napola|three|four):([CSBDA23])(?:\/([CSBD]))?$/.exec(text) ?? [];
  if (kind === 'napola') return ['A', '2', '3'].map((rank) => what + rank);
  if (kind) return SUITS.filter((suit) => suit !== missing).map((suit) => suit + what);
  return [];
}

/** The cards that a text names, in whatever words they stand. */
function cardsIn(text) {
  return [...(text.match(CARD) ?? []), ...declared(text)];
}

/** Everything in a message that can be read, with where it stands; the names of fields, too. */
export function* texts(value, path = '') {
  if (typeof value === 'string') yield [path, value];
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (!Array.isArray(value)) yield [`${path} (name)`, name];
      yield* texts(inner, `${path}/${name}`);
    }
  }
}

/** The cards that what followed an action shows to everybody. */
export function shownBy(events) {
  return events.flatMap((event) => (event.type === 'declared' ? declared(event.declaration) : (event.card ?? [])));
}

/** Per seat the cards that everybody knows to be elsewhere after these steps: suits not followed, and what was declared missing. */
function deniedAfter(steps, seats) {
  const denied = Array.from({ length: seats }, () => new Set());
  let led;
  for (const event of steps.flatMap((step) => step.events)) {
    if (event.type === 'trick_taken') led = undefined;
    if (event.type === 'played') {
      led ??= event.card[0];
      if (event.card[0] !== led) for (const rank of RANKS) denied[event.seat].add(led + rank);
    }
    const missing = event.type === 'declared' && /^three:(.)\/(.)$/.exec(event.declaration);
    if (missing) denied[event.seat].add(missing[2] + missing[1]);
  }
  return denied.map((set) => [...set].sort());
}

/**
 * Returns the time at which each action of the record was decided: when a page sent it, which must
 * be before anybody can have heard of it. Refused ones were sent, too, so they are matched in
 * order.
 */
export function decidedAt(record, sentBySeat) {
  const acts = sentBySeat.map((sent) =>
    sent.map(({ at, text }) => ({ at, ...JSON.parse(text) })).filter((message) => message.type === 'act'),
  );
  return record.steps.map(({ seat, action }) => {
    const next = acts[seat].findIndex((act) => act.action === action);
    if (next < 0) throw new Error(`nobody at seat ${seat} sent ${action}`);
    return acts[seat].splice(0, next + 1).at(-1).at;
  });
}

/**
 * Returns the secrets that the frames told to a seat (or, without one, to a spectator), which were
 * hidden from it at that moment, as sentences. `decided` says when each action of the record was
 * sent.
 */
export function leaks(received, record, decided, seat) {
  const seats = record.cards.hands.length;
  const own = seat === undefined ? [] : record.cards.hands[seat];
  const whose = new Map(record.cards.stock.map((card, n) => [card, `${n + 1} of the stock`]));
  record.cards.hands.forEach((hand, n) => hand.forEach((card) => whose.set(card, `the hand of ${n}`)));
  const found = [];
  for (const { at, text } of received) {
    const done = decided.filter((time) => time <= at).length;
    const steps = record.steps.slice(0, done);
    const known = new Set([...own, ...steps.flatMap((step) => shownBy(step.events))]);
    const message = JSON.parse(text);
    const tell = (what) => found.push(`after ${done} actions, in ${message.type}: ${what}`);
    const view = message.snapshot?.deal?.view ?? message.event?.deal?.view;
    if (view) {
      // Conclusions open to everybody, which name cards that nobody has seen:
      // exactly these, no more.
      const told = message.snapshot?.deal?.moves.length ?? 0;
      const expected = deniedAfter(record.steps.slice(0, told), seats);
      if (!isDeepStrictEqual(view.denied.map((set) => [...set].sort()), expected)) tell('denied says what does not follow');
      delete view.denied;
    }
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
