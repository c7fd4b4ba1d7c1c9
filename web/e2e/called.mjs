/** The king that is called at tarok for four, and everything that could tell too early who holds it. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { byId } from './browser.mjs';
import { texts } from './secrets.mjs';

/** A table for four, where deals add up. */
export const FOUR = { name: 'tarok', options: { players: 4, deals: 3 } };

const KINGS = ['HK', 'DK', 'SK', 'CK'];
const SEATS = [0, 1, 2, 3];

/**
 * Returns a declarer, a king, and the partner who holds it (the declarer, if `own`), such as `fits`
 * accepts: for `Party.of`, which hands in the hands and the dealer.
 */
export function roles(fits = () => true, own = false) {
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
export function saying(wishes, kept) {
  const left = SEATS.map((seat) => [...(wishes[seat] ?? [])]);
  return (seat, legal) => {
    const wish = left[seat].findIndex((one) => legal.includes(one));
    if (wish >= 0) return left[seat].splice(wish, 1)[0];
    return legal.includes('pass') ? 'pass' : (legal.findLast((one) => one !== kept) ?? legal[0]);
  };
}

/** The wishes of a declarer who plays two and calls this king. */
export function callingFor(king) {
  return ['bid:two', 'contract:two', `call:${king}`, 'take:0'];
}

/** Runs in the page: what it says of the sides, of the partner in the line of the contract and of each seat. */
function read() {
  const seats = [0, 1, 2, 3].map((seat) => {
    const label = document.querySelector(`[data-testid="seat-${seat}"]`)?.getAttribute('aria-label') ?? '';
    const line = document.querySelector(`[data-testid="tarok-${seat}"]`)?.textContent ?? '';
    return `${label} ${line}`.match(/\b(declarer|partner|defender)\b/)?.[0] ?? '';
  });
  return { partner: document.querySelector('[data-testid="partner"]')?.textContent.trim() ?? '', seats };
}

/** Runs in the page: notes with every change what it says, and whether the king has fallen before its eyes. */
function watch(sides, king) {
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
export function sidesOn(page) {
  return page.evaluate(read);
}

/** Notes from now on what the page says of the sides. */
export async function watchSides(page, king) {
  await page.evaluate(`(${watch})(${read}, ${JSON.stringify(king)})`);
}

/** Returns what was noted, each change once. */
async function sidesSeen(page) {
  return (await page.evaluate(() => window.sides)).map((text) => JSON.parse(text));
}

/** The page has told the sides when the king lay there, never before; where it closes the trick, when that goes. */
export async function shownByTheKing(page, secret, shown) {
  const states = await sidesSeen(page);
  for (const { fallen, ...told } of states) {
    if (!fallen || told.partner === '') assert.deepEqual(told, secret, `the king ${fallen ? 'has' : 'has not'} fallen`);
    else assert.deepEqual(told, shown);
  }
  assert.ok(states.some(({ fallen, partner }) => fallen && partner !== ''), JSON.stringify(states));
}

/** Waits until the page names the partner. */
export async function partnerNamed(page) {
  await byId(page, 'partner').filter({ hasText: /./ }).waitFor();
}

/** The number by which a table counts: of an event, or up to which a snapshot tells. */
function numberOf(message) {
  return message.seq ?? message.snapshot?.seq ?? 0;
}

/** Returns the frames that came before the event of this number. */
function before(frames, number) {
  const messages = frames.map(({ text }) => JSON.parse(text));
  const end = messages.findIndex((message) => numberOf(message) >= number);
  return end < 0 ? messages : messages.slice(0, end);
}

/** The cards that have been played, in their order, as somebody who looks on was told. */
function* playsIn(messages) {
  let led;
  for (const { seq, event } of messages) {
    for (const one of event?.events ?? []) {
      if (one.type === 'trick_taken') led = undefined;
      if (one.type !== 'played') continue;
      led ??= one.card[0];
      yield { seq, seat: one.seat, card: one.card, led };
    }
  }
}

/** Returns the seats of which everybody knows, up to that number, that they do not hold the king: their suit was not followed, or words showed them as defenders. */
function without(king, messages, number, shown) {
  const lacking = [...playsIn(messages)].filter(({ seq, card, led }) => seq <= number && led === king[0] && card[0] !== led);
  return [...new Set([...lacking.map(({ seat }) => seat), ...shown.filter((one) => one.seq <= number).map(({ seat }) => seat)])].sort();
}

/**
 * Returns everything that frames tell of the sides before the event that shows them, as sentences. `seat` is
 * the reader's, who does not hold the king (undefined for one who looks on); `open` are the frames of one who
 * looks on; `shown` the defenders whom words have shown, with the number of the event that did.
 */
export function tells(frames, { king, declarer, seat, until, open, shown = [] }) {
  const told = before(open, until);
  const found = [];
  for (const message of before(frames, until)) {
    const number = numberOf(message);
    const tell = (what) => found.push(`${message.type} ${number}: ${what}`);
    const known = shown.filter((one) => one.seq <= number).map((one) => one.seat);
    const view = message.snapshot?.deal?.view ?? message.event?.deal?.view;
    if (view) {
      const denied = SEATS.filter((one) => view.denied[one].includes(king));
      const expected = without(king, told, number, shown);
      if (!isDeepStrictEqual(denied, expected)) tell(`denied says that ${denied} do not hold the king, and everybody knows it of ${expected}`);
      delete view.denied;
    }
    for (const [path, words] of texts(message)) {
      if (/partner/i.test(words)) tell(`${path} speaks of a partner`);
      const calls = /\/(called|events\/\d+)\/king$/.test(path) || words === `call:${king}`;
      if (!calls && new RegExp(`(?<![\\p{L}\\d])${king}(?![\\p{L}\\d])`, 'u').test(words)) tell(`${path} names the king`);
    }
    for (const [path, value] of things(message)) {
      if (path.endsWith('/sides')) {
        const expected = SEATS.map((one) => (one === declarer ? 'declarer' : known.includes(one) ? 'defenders' : null));
        if (!isDeepStrictEqual(value, expected)) tell(`${path} is ${JSON.stringify(value)}`);
      }
      if (path.endsWith('/legal') && turnOf(message)?.seat !== seat) tell(`${path} says what somebody else may do`);
      if (/\/(result|finish)$/.test(path) && value !== null) tell(`${path} is there`);
    }
  }
  return found;
}

function turnOf(message) {
  return message.turn ?? message.event?.turn ?? (message.event ?? message.snapshot)?.deal?.turn;
}

/** Everything in a message that is more than a text, with where it stands. */
function* things(value, path = '') {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    yield [`${path}/${name}`, inner];
    yield* things(inner, `${path}/${name}`);
  }
}

/**
 * Returns the numbers of the events before this one that a player was told otherwise than one who looks on,
 * but for the own cards and the own legal actions.
 */
export function differing(frames, open, until) {
  const own = (frame) => {
    const { event } = structuredClone(frame);
    for (const turn of [event.turn, event.deal?.turn]) for (const key of ['legal', 'claim', 'move_ms', 'bank_ms']) delete turn?.[key];
    for (const key of ['observer', 'hand']) delete event.deal?.view[key];
    for (const zone of Object.values(event.deal?.zones ?? {})) delete zone.cards;
    return event;
  };
  const events = (list) => new Map(before(list, until).filter(({ type }) => type === 'event').map((one) => [one.seq, own(one)]));
  const all = events(open);
  return [...events(frames)].filter(([seq, event]) => all.has(seq) && !isDeepStrictEqual(event, all.get(seq))).map(([seq]) => seq);
}

/** Returns the number of the event that fits. */
export function numberOfEvent(frames, fits) {
  const found = frames.map(({ text }) => JSON.parse(text)).find(({ event }) => event?.events?.some(fits));
  return found?.seq;
}
