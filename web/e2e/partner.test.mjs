/** Tarok for four: no page and no frame tells who holds the called king before the rules show it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DESKTOP, byId, launch } from './browser.mjs';
import { FOUR, callingFor, differing, numberOfEvent, roles, saying, shownByTheKing, sidesOn, tells, watchSides } from './called.mjs';
import { Party } from './party.mjs';
import { listen } from './secrets.mjs';
import { dealt, still } from './table.mjs';
import { WAYS, asked, decided, speak } from './tarok.mjs';

let browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

/** The frames of everybody but the partner, and whose they are. */
function framesOf(party, more = []) {
  const all = party.people.map(({ heard }, n) => ({ frames: heard, seat: n < 4 ? n : undefined }));
  return [...all, ...more].filter(({ seat }) => seat !== party.roles.partner || seat === party.roles.declarer);
}

/** The forehand, a defender, leads the suit of the king; after another defender has followed, the king falls. */
function kingInTheFirstTrick(hands, dealer) {
  const leads = ({ king, partner, forehand, defenders }) => {
    const [quiet] = defenders.filter((seat) => seat !== forehand && (seat - forehand + 4) % 4 < (partner - forehand + 4) % 4);
    const lead = hands[forehand].find((card) => card[0] === king[0]);
    return defenders.includes(forehand) && quiet !== undefined && lead && { quiet, loud: forehand, lead };
  };
  const found = roles(leads)(hands, dealer);
  return found && { ...found, ...leads(found) };
}

test('no page and no frame tells the partner before the king falls, and a reload finds what may be known', async () => {
  const party = await Party.of(browser, FOUR, kingInTheFirstTrick);
  const { declarer, partner, loud, quiet, king, lead } = party.roles;
  const open = party.people.at(-1).heard;
  party.play(saying({ [declarer]: callingFor(king), [loud]: ['announce:trula', lead], [partner]: [king] }), quiet);
  let heard;
  const page = await party.page(quiet, DESKTOP, async (one) => {
    heard = await listen(one);
  });
  const reloaded = async () => {
    await page.reload();
    await dealt(page);
    await still(page);
    await watchSides(page, king);
    return sidesOn(page);
  };
  const way = WAYS.mouse;
  const secret = { partner: '', seats: ['', '', '', ''] };
  secret.seats[declarer] = 'declarer';
  secret.seats[quiet] = 'defender';
  for (let name = await asked(page); name !== 'card'; name = await asked(page)) {
    if (name === 'bidding') await way.press(page, byId(page, 'bid-pass'));
    else await speak(page, way, []);
    await decided(page, name);
  }
  secret.seats[loud] = 'defender';
  await still(page);
  assert.deepEqual(await sidesOn(page), secret);
  assert.deepEqual(await reloaded(), secret);
  assert.doesNotMatch(await byId(page, 'log').innerText(), /together/);
  assert.equal(await byId(page, 'called-king').getAttribute('data-card'), king);
  await party.look();
  await way.play(page);

  assert.equal(await asked(page), 'card');
  await still(page);
  const shown = { partner: `with ${party.people[partner].name}`, seats: [...secret.seats] };
  shown.seats[partner] = 'partner';
  assert.deepEqual(await sidesOn(page), shown);
  await shownByTheKing(page, secret, shown);
  assert.deepEqual(await reloaded(), shown);
  party.play(saying({}));
  await byId(page, 'result').waitFor();

  const until = numberOfEvent(open, ({ type, card }) => type === 'played' && card === king);
  const announced = numberOfEvent(open, ({ type }) => type === 'announced');
  const told = { king, declarer, until, open, shown: [{ seq: announced, seat: loud }] };
  const all = framesOf(party, [{ frames: heard.received, seat: quiet }]);
  for (const { frames, seat } of all) {
    assert.deepEqual(tells(frames, { ...told, seat }), [], `the reader at ${seat}`);
    if (seat !== declarer) assert.deepEqual(differing(frames, open, until), [], `the reader at ${seat}`);
  }
  assert.deepEqual(differing(party.people[partner].heard, open, until), [], 'the partner');
  assert.ok(all.every(({ frames }) => frames.filter(({ text }) => text.startsWith('{"type":"snapshot"')).length >= 2), 'each was shown the table anew');
  // Nobody is passed over in the round in which somebody spoke, nor in the silent one after it.
  const events = open.flatMap(({ text }) => JSON.parse(text).event?.events ?? []);
  const talk = events.slice(events.findLastIndex(({ type }) => type === 'discarded')).filter(({ type }) => type === 'passed');
  assert.deepEqual(talk.map(({ seat }) => seat), Array.from({ length: 9 }, (_, n) => (declarer + n) % 4));
  checkOfTheCheck(open, told, party.roles);
  await party.end();
});

/** Whatever is told too early, wherever it stands, is found. */
function checkOfTheCheck(open, { until, ...told }, { king, partner, quiet }) {
  const messages = open.map(({ text }) => JSON.parse(text));
  const spoilt = (at, change) =>
    open.map((frame, n) => {
      if (n !== at) return frame;
      const message = JSON.parse(frame.text);
      change(message);
      return { text: JSON.stringify(message) };
    });
  const late = (fits) => messages.findLastIndex((message) => (message.seq ?? message.snapshot?.seq) < until && fits(message));
  const moved = late(({ event }) => event?.status?.undertaking?.called);
  const shot = late(({ snapshot }) => snapshot?.deal?.status.undertaking?.called);
  const changes = [
    [moved, (message) => (message.event.status.undertaking.called.sides[partner] = 'declarer')],
    [moved, (message) => (message.event.partner = partner)],
    [moved, (message) => (message.event.words = `${king} is there`)],
    [moved, (message) => (message.event.turn.legal = ['T1'])],
    [moved, (message) => (message.event.result = {})],
    [shot, (message) => message.snapshot.deal.view.denied[quiet].push(king)],
    [shot, (message) => message.snapshot.deal.view.known[partner].push(king)],
    [shot, (message) => (message.snapshot.deal.zones[`hand:${partner}`].cards = [king])],
  ];
  for (const [at, change] of changes) assert.equal(tells(spoilt(at, change), { ...told, until }).length, 1, `${change}`);
  const other = spoilt(moved, (message) => (message.event.seen = true));
  assert.deepEqual(differing(other, open, until), [messages[moved].seq]);
}

test('a king of the own hand looks to the others like any other', async () => {
  const party = await Party.of(browser, FOUR, roles(() => true, true));
  const { declarer, king } = party.roles;
  const open = party.people.at(-1).heard;
  party.play(saying({ [declarer]: callingFor(king) }, king));
  await party.until(() => party.status.phase === 'playing', 'cards are not played');
  await party.look();
  await party.until(() => party.finish, 'the deal does not come to its end');
  const until = numberOfEvent(open, ({ type, card }) => type === 'played' && card === king);
  for (const { frames, seat } of framesOf(party)) {
    if (seat === declarer) continue;
    assert.deepEqual(tells(frames, { king, declarer, until, open, seat }), [], `the reader at ${seat}`);
    assert.deepEqual(differing(frames, open, until), [], `the reader at ${seat}`);
  }
  assert.equal(party.finish.result.partner, undefined);
  const sides = ['defenders', 'defenders', 'defenders', 'defenders'];
  sides[declarer] = 'declarer';
  assert.deepEqual(party.status.undertaking.called.sides, sides);
  await party.end();
});
