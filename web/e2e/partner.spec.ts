/** Tarok for four: no page and no frame tells who holds the called king before the rules show it. */
import assert from 'node:assert/strict';
import { expect, test } from './support/fixtures.ts';
import {
  type Heard,
  FOUR,
  type Roles,
  type Secret,
  callingFor,
  differing,
  numberOf,
  numberOfEvent,
  roles,
  saying,
  shownByTheKing,
  sidesOf,
  sidesOn,
  tells,
  watchSides,
} from './support/calledKing.ts';
import { type Frames, altered, dealOf, eventOf, isSnapshot, messageOf, movesOf, recordFrames } from './support/frames.ts';
import { resultOf } from './support/record.ts';
import { DESKTOP } from './support/sizes.ts';
import { SocketTable } from './support/socketTable.ts';
import { dealt, still } from './support/table.ts';
import { WAYS, asked, decided, speak } from './support/tarok.ts';

interface Reader {
  frames: Heard;
  seat: number | undefined;
}

/** The frames of everybody but the partner, and whose they are. */
function framesOf(party: SocketTable<Roles>, more: Reader[] = []): Reader[] {
  const all = party.people.map(({ heard }, n) => ({ frames: heard, seat: n < 4 ? n : undefined }));
  return [...all, ...more].filter(({ seat }) => seat !== party.roles.partner || seat === party.roles.declarer);
}

function framesAt(party: SocketTable<Roles>, n: number): Heard {
  const heard = party.people[n]?.heard;
  assert.ok(heard);
  return heard;
}

/** The frames of the one who looks on. */
function onlooker(party: SocketTable<Roles>): Heard {
  return framesAt(party, party.people.length - 1);
}

interface Opening {
  /** A defender who says nothing before the king falls, and the one who leads its suit. */
  quiet: number;
  loud: number;
  lead: string;
}

function openingOf({ king, partner, forehand, defenders, hands }: Roles): Opening | undefined {
  const quiet = defenders.find((seat) => seat !== forehand && (seat - forehand + 4) % 4 < (partner - forehand + 4) % 4);
  const lead = hands[forehand]?.find((card) => card.charAt(0) === king.charAt(0));
  return defenders.includes(forehand) && quiet !== undefined && lead ? { quiet, loud: forehand, lead } : undefined;
}

/** The forehand, a defender, leads the suit of the king; after another defender has followed, the king falls. */
function kingInTheFirstTrick(hands: string[][], dealer: number): (Roles & Opening) | undefined {
  const found = roles((one) => openingOf(one) !== undefined)(hands, dealer);
  const opening = found && openingOf(found);
  return opening && { ...found, ...opening };
}

test('no page and no frame tells the partner before the king falls, and a reload finds what may be known', async ({ visit }) => {
  const party = await SocketTable.of(visit, FOUR, kingInTheFirstTrick);
  const { declarer, partner, loud, quiet, king, lead } = party.roles;
  const open = onlooker(party);
  party.play(saying({ [declarer]: callingFor(king), [loud]: ['announce:trula', lead], [partner]: [king] }), quiet);
  let heard: Frames = { received: [], sent: [] };
  const page = await party.page(quiet, DESKTOP, async (one) => {
    heard = await recordFrames(one);
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
    if (name === 'bidding') await way.press(page, page.getByTestId('bid-pass'));
    else await speak(page, way, []);
    await decided(page, name);
  }
  secret.seats[loud] = 'defender';
  await still(page);
  expect(await sidesOn(page)).toEqual(secret);
  expect(await reloaded()).toEqual(secret);
  expect(await page.getByTestId('log').innerText()).not.toMatch(/together/);
  await expect(page.getByTestId('called-king')).toHaveAttribute('data-card', king);
  await party.look();
  await way.play(page);

  expect(await asked(page)).toBe('card');
  await still(page);
  const shown = { partner: `with ${party.people[partner]?.name}`, seats: [...secret.seats] };
  shown.seats[partner] = 'partner';
  expect(await sidesOn(page)).toEqual(shown);
  await shownByTheKing(page, secret, shown);
  expect(await reloaded()).toEqual(shown);
  party.play(saying({}));
  await page.getByTestId('result').waitFor();
  await party.until(() => party.finish !== undefined, 'the deal does not come to its end');

  const until = numberOfEvent(open, (event) => event.type === 'played' && event.card === king);
  const announced = numberOfEvent(open, (event) => event.type === 'announced');
  const told: Secret = { king, declarer, until, open, shown: [{ seq: announced, seat: loud }] };
  const all = framesOf(party, [{ frames: heard.received, seat: quiet }]);
  for (const { frames, seat } of all) {
    expect(tells(frames, { ...told, seat }), `the reader at ${seat}`).toEqual([]);
    if (seat !== declarer) expect(differing(frames, open, until), `the reader at ${seat}`).toEqual([]);
  }
  expect(differing(framesAt(party, partner), open, until), 'the partner').toEqual([]);
  expect(
    all.every(({ frames }) => frames.filter(isSnapshot).length >= 2),
    'each was shown the table again',
  ).toBe(true);
  // No seat is passed over in the round in which a player spoke, nor in the silent one after it.
  const events = open.map(messageOf).flatMap(movesOf);
  const talk = events
    .slice(events.findLastIndex(({ type }) => type === 'discarded'))
    .flatMap((event) => (event.type === 'passed' ? event.seat : []));
  expect(talk).toEqual(Array.from({ length: 9 }, (_, n) => (declarer + n) % 4));
  checkOfTheCheck(told, party.roles);
  const aimed = heard.received.findLastIndex((frame) => /"fact":"aim"/.test(frame.text) && numberOf(messageOf(frame)) < until);
  const spoiled = altered(heard.received, aimed, 'coach/facts/0/partner', partner);
  expect(tells(spoiled, { ...told, seat: quiet }).length, 'the coach').toBe(1);
});

/** Whatever is told too early, wherever it stands, is found. */
function checkOfTheCheck(told: Secret, { king, partner, quiet }: Roles & Opening): void {
  const { open, until } = told;
  const messages = open.map(messageOf);
  const late = (type: 'event' | 'snapshot') =>
    messages.findLastIndex((message) => {
      const event = eventOf(message);
      const status = event?.type === 'moved' ? event.status : message.type === 'snapshot' ? dealOf(message)?.status : undefined;
      return message.type === type && numberOf(message) < until && sidesOf(status) !== undefined;
    });
  const [moved, shot] = [late('event'), late('snapshot')];
  const changes: [at: number, path: string, value: unknown][] = [
    [moved, `event/status/undertaking/called/sides/${partner}`, 'declarer'],
    [moved, 'event/partner', partner],
    [moved, 'event/words', `${king} is there`],
    [moved, 'event/turn/legal', ['T1']],
    [moved, 'event/result', {}],
    [shot, `snapshot/deal/view/denied/${quiet}/+`, king],
    [shot, `snapshot/deal/view/known/${partner}/+`, king],
    [shot, `snapshot/deal/zones/hand:${partner}/cards`, [king]],
  ];
  for (const [at, path, value] of changes) expect(tells(altered(open, at, path, value), told).length, path).toBe(1);
  const [changed] = messages.slice(moved);
  expect(differing(altered(open, moved, 'event/seen', true), open, until)).toEqual([changed && numberOf(changed)]);
}

test('a king of the own hand looks to the others like any other', async ({ visit }) => {
  const party = await SocketTable.of(
    visit,
    FOUR,
    roles(() => true, true),
  );
  const { declarer, king } = party.roles;
  const open = onlooker(party);
  party.play(saying({ [declarer]: callingFor(king) }, king));
  await party.until(() => party.status?.game === 'tarok' && party.status.phase === 'playing', 'cards are not played');
  await party.look();
  await party.until(() => party.finish !== undefined, 'the deal does not come to its end');
  const until = numberOfEvent(open, (event) => event.type === 'played' && event.card === king);
  for (const { frames, seat } of framesOf(party)) {
    if (seat === declarer) continue;
    expect(tells(frames, { king, declarer, until, open, seat }), `the reader at ${seat}`).toEqual([]);
    expect(differing(frames, open, until), `the reader at ${seat}`).toEqual([]);
  }
  assert.ok(party.finish);
  expect(resultOf(party.finish, 'tarok').partner).toBe(undefined);
  const sides = ['defenders', 'defenders', 'defenders', 'defenders'];
  sides[declarer] = 'declarer';
  expect(sidesOf(party.status)).toEqual(sides);
});
