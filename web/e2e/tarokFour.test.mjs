/** Tarok for four: a king is called, and nobody is told who holds it before the rules show it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible } from './axe.mjs';
import { DESKTOP, PHONE, byId, launch, overflow, scrollable } from './browser.mjs';
import { callingFor, differing, numberOfEvent, partnerNamed, roles, saying, sidesOn, sidesSeen, tells, watchSides } from './called.mjs';
import { watchPlaces } from './cloth.mjs';
import { Party } from './party.mjs';
import { listen } from './secrets.mjs';
import { dealt, still } from './table.mjs';
import { WAYS, asked, contractOf, decided, discard, playToEnd, recordOf, scoreOf, speak } from './tarok.mjs';

const GAME = { name: 'tarok', options: { players: 4, deals: 3 } };
const LOW = { viewport: { width: 844, height: 390 } };

let browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

/** Nothing on the cloth has left its place. */
async function unmoved(page) {
  const [wrong, looks] = await page.evaluate(() => [[...window.wrong], window.looks]);
  assert.deepEqual(wrong, []);
  assert.ok(looks > 10, 'the deal was watched');
}

/** The table of the result says what is recorded, and adds up for everybody. */
async function checkScore(page) {
  await byId(page, 'result').waitFor();
  const record = await recordOf(page);
  const { rows, sum, lines } = await scoreOf(page);
  assert.deepEqual(sum, record.result.scores);
  for (const seat of [0, 1, 2, 3]) {
    assert.equal(lines.reduce((all, line) => all + (line[seat] ?? 0), 0), sum[seat], `the lines of seat ${seat}`);
  }
  return { record, rows };
}

const ITEMS = { game: 'two', trula: 'trula', kings: 'kings', king_ultimo: 'king ultimo', pagat_ultimo: 'pagat ultimo', valat: 'valat' };
const RAISES = { 1: '', 2: 'kontra ×2', 4: 're ×4' };

/** Each item of a two is a line of the result's table that names its side and how often it counts. */
async function checkItems(page, record) {
  const lines = await byId(page, 'result-table').first().locator('tbody th').allInnerTexts();
  for (const { item, silent, multiplier, side } of record.result.items) {
    const whose = item === 'game' ? '' : `(${side === 'defenders' ? 'defenders' : 'declarer’s side'})`;
    const fits = (line) =>
      line.startsWith(ITEMS[item]) && line.includes(whose) && line.includes(RAISES[multiplier]) && (item === 'game' || line.includes(silent ? 'silent' : 'announced'));
    assert.ok(lines.some(fits), `${item} ${multiplier} ${whose}: ${lines.join(' | ')}`);
  }
  assert.ok(lines.includes('Running score'), lines.join(' | '));
}

function press(page, id, way) {
  return way.press(page, byId(page, id));
}

/** Bids and chooses this contract on the page; the forehand, of whom nobody asks a bid, only chooses. */
async function undertakes(page, contract, way) {
  for (let name = await asked(page); name === 'bidding' || name === 'choosing'; name = await asked(page)) {
    await press(page, `${name === 'bidding' ? 'bid' : 'contract'}-${contract}`, way);
    await decided(page, name);
  }
}

/** The number of a panel's buttons that lie wholly in its frame. */
function buttonsSeen(panel) {
  return panel.evaluate((node) => {
    const frame = node.getBoundingClientRect();
    const boxes = [...node.querySelectorAll('button')].map((button) => button.getBoundingClientRect());
    return boxes.filter((box) => box.top >= frame.top && box.bottom <= frame.bottom && box.left >= frame.left && box.right <= frame.right).length;
  });
}

/** The page has told the sides when the king lay there, never before; where it closes the trick, when that goes. */
async function shownByTheKing(page, secret, shown) {
  const states = await sidesSeen(page);
  for (const { fallen, ...told } of states) {
    if (!fallen || told.partner === '') assert.deepEqual(told, secret, `the king ${fallen ? 'has' : 'has not'} fallen`);
    else assert.deepEqual(told, shown);
  }
  assert.ok(states.some(({ fallen, partner }) => fallen && partner !== ''), JSON.stringify(states));
}

test('a whole deal by mouse with a called king: the partner is shown when the king falls', async () => {
  // The declarer, who plays the strongest cards first, takes a trick with the škis, and a defender one with the mond.
  const wanted = ({ declarer, partner, defenders, forehand, hands }) =>
    partner !== forehand && hands[declarer].includes('T22') && defenders.some((seat) => hands[seat].includes('T21'));
  const party = await Party.of(browser, GAME, roles(wanted));
  const { declarer, partner, defenders, king } = party.roles;
  const [loud, quiet] = defenders;
  const wishes = { [loud]: ['announce:trula', 'raise:game'] };
  const way = WAYS.mouse;
  party.play(saying(wishes, king), declarer);
  const page = await party.page(declarer, DESKTOP);
  await undertakes(page, 'two', way);

  assert.equal(await asked(page), 'calling');
  await still(page);
  await accessible(page, 'calling');
  for (const size of [LOW, PHONE]) {
    const small = await party.page(declarer, size);
    assert.equal(await asked(small), 'calling');
    assert.equal(await buttonsSeen(byId(small, 'tarok-panel')), 4, `each king is in sight at ${size.viewport.width} pixels`);
    assert.deepEqual([await overflow(small), await scrollable(small)], [0, 0]);
    await small.context().close();
  }
  await watchPlaces(page);
  await press(page, `call-${king}`, way);
  await decided(page, 'calling');
  assert.equal(await byId(page, 'called-king').getAttribute('data-card'), king);
  assert.equal(await asked(page), 'taking');
  await press(page, 'take-0', way);
  await decided(page, 'taking');
  await discard(page, way);
  await decided(page, 'discarding');
  assert.equal(await asked(page), 'announcing');
  await speak(page, way, ['announce:kings']);
  await decided(page, 'announcing');

  // A defender has said kontra and announced trula; both are answered.
  assert.equal(await asked(page), 'doubling');
  await still(page);
  await accessible(page, 'announcements and kontra');
  const names = party.people.map(({ name }) => name);
  const log = await byId(page, 'log').innerText();
  assert.match(log, new RegExp(`${names[loud]} \\(defenders\\) announces trula`));
  assert.match(log, new RegExp(`${names[loud]} says kontra ×2: game`));
  await speak(page, way, ['raise:game', 'raise:trula']);
  await decided(page, 'doubling');
  await byId(page, 'stake-trula').filter({ hasText: 'defenders: trula' }).filter({ hasText: '×2' }).waitFor();
  await byId(page, 'stake-game').filter({ hasText: '×4' }).waitFor();

  const secret = { partner: '', seats: ['', '', '', ''] };
  secret.seats[declarer] = 'declarer';
  secret.seats[loud] = 'defender';
  await watchSides(page, king);
  let cards = 0;
  for (let name = await asked(page); name !== 'over'; name = await asked(page)) {
    if (name === 'doubling') {
      await speak(page, way, []);
      await decided(page, name);
      continue;
    }
    assert.equal(name, 'card');
    // Who plays before everything has been shown would not see the king lie there.
    if ((await sidesOn(page)).partner === '') await still(page);
    if (cards === 2 && !party.status.undertaking.called.sides.every(Boolean)) {
      assert.deepEqual(await sidesOn(page), secret);
      // From now on the partner plays the king as soon as that is allowed.
      party.play(saying({ [partner]: [king] }), declarer);
    }
    await way.play(page);
    cards += 1;
  }
  assert.equal(cards, 12);
  const shown = { partner: `with ${names[partner]}`, seats: [...secret.seats] };
  shown.seats[partner] = 'partner';
  shown.seats[quiet] = 'defender';
  await shownByTheKing(page, secret, shown);
  assert.match(await byId(page, 'log').innerText(), new RegExp(`${names[declarer]} and ${names[partner]} play together`));

  const { record } = await checkScore(page);
  assert.deepEqual([record.result.declarer, record.result.partner], [declarer, partner]);
  assert.equal(record.result.scores[partner] - record.result.seats[partner].mond, record.result.seats[declarer].result);
  const heads = await byId(page, 'result-table').first().locator('thead th').allInnerTexts();
  assert.match(heads[1], new RegExp(`${names[declarer]}\\s+declarer`));
  assert.match(heads[2], new RegExp(`${names[partner]}\\s+partner`));
  await checkItems(page, record);
  const said = record.result.items.filter(({ silent }) => !silent).map(({ item, multiplier, side = 'declarer' }) => [item, multiplier, side]);
  assert.deepEqual(said, [['game', 4, 'declarer'], ['kings', 1, 'declarer'], ['trula', 2, 'defenders']]);
  await accessible(page, 'result');
  await unmoved(page);

  await byId(page, 'look').click();
  await byId(page, 'replay').waitFor();
  assert.equal((await byId(page, 'partner').allInnerTexts()).join(''), '');
  await byId(page, 'replay-last').click();
  await partnerNamed(page);
  assert.deepEqual((await scoreOf(page)).sum, record.result.scores);
  await page.goto(`/game/${record.id}/fair`);
  assert.equal(await byId(page, 'verdict').getAttribute('data-fair'), 'true');
  await party.end();
});

test('by touch at 390 pixels: the partner knows the own side at once, and shows it by announcing the king', async () => {
  const party = await Party.of(browser, GAME, roles());
  const { declarer, partner, defenders, king } = party.roles;
  const way = WAYS.finger;
  party.play(saying({ [declarer]: callingFor(king) }), partner);
  const page = await party.page(partner, PHONE);
  await watchPlaces(page);
  while ((await asked(page)) === 'bidding') {
    await press(page, 'bid-pass', way);
    await decided(page, 'bidding');
  }
  assert.equal(await asked(page), 'doubling');
  await still(page);
  const own = { partner: `with ${party.people[partner].name}`, seats: ['', '', '', ''] };
  own.seats[declarer] = 'declarer';
  own.seats[partner] = 'partner';
  assert.deepEqual(await sidesOn(page), own);
  assert.ok(party.status.undertaking.called.sides.includes(null), 'nobody else knows it');
  assert.deepEqual([await overflow(page), await scrollable(page)], [0, 0]);
  await accessible(page, 'announcements on a phone');
  await speak(page, way, ['announce:king_ultimo']);
  await decided(page, 'doubling');
  await byId(page, 'stake-king_ultimo').waitFor();
  const all = { ...own, seats: [...own.seats] };
  for (const seat of defenders) all.seats[seat] = 'defender';
  const played = await playToEnd(page, way);
  assert.deepEqual(await sidesOn(page), all);
  assert.equal(played.length, 12);

  const { record } = await checkScore(page);
  assert.deepEqual([record.result.declarer, record.result.partner], [declarer, partner]);
  await checkItems(page, record);
  const table = await byId(page, 'result-table').first().evaluate((node) => ({ all: node.scrollWidth, seen: node.parentElement.clientWidth }));
  assert.ok(table.all <= table.seen, `four columns are in sight: ${JSON.stringify(table)}`);
  assert.equal(await overflow(page), 0);
  await accessible(page, 'result on a phone');
  await unmoved(page);
  await party.end();
});

test('a klop of four: gifts of the talon, and a column for each', async () => {
  const party = await Party.of(browser, GAME, (hands, dealer) => ({ forehand: (dealer + 1) % 4 }));
  const { forehand } = party.roles;
  const way = WAYS.mouse;
  party.play(saying({}), forehand);
  const page = await party.page(forehand, DESKTOP);
  await watchPlaces(page);
  await page.evaluate(() => {
    window.gifts = new Set();
    new MutationObserver(() => {
      for (const gift of document.querySelectorAll('[data-testid="gift"]')) window.gifts.add(gift.dataset.card);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await undertakes(page, 'klop', way);
  assert.equal(await contractOf(page), 'klop');
  await byId(page, 'klop-talon').waitFor();
  assert.equal(await byId(page, 'called-king').count(), 0);
  // The talon has a card for each of six tricks.
  for (let card = 0; card < 6; card += 1) {
    assert.equal(await asked(page), 'card');
    await way.play(page);
  }
  assert.equal(await asked(page), 'card');
  await still(page);
  await unmoved(page);
  const gifts = await page.evaluate(() => [...window.gifts]);
  party.play(saying({}));

  const { record, rows } = await checkScore(page);
  assert.deepEqual([record.result.contract, record.result.declarer], ['klop', null]);
  assert.deepEqual(gifts, record.cards.stock);
  assert.equal(rows.find(({ name }) => name === 'result-klop')?.values.length, 4);
  assert.deepEqual(rows.find(({ name }) => name === 'result-radelci')?.values, ['1', '1', '1', '1']);
  await party.end();
});

test('a solo is raised to a colour valat, on a telephone on its side', async () => {
  const party = await Party.of(browser, GAME, (hands, dealer) => ({ declarer: (dealer + 2) % 4, defender: (dealer + 3) % 4 }));
  const { declarer, defender } = party.roles;
  const way = WAYS.mouse;
  party.play(saying({ [defender]: ['raise:game'] }), declarer);
  const page = await party.page(declarer, LOW);
  await watchPlaces(page);
  await undertakes(page, 'solo_three', way);
  assert.equal(await asked(page), 'taking');
  await press(page, 'take-1', way);
  await decided(page, 'taking');
  await discard(page, way);
  await decided(page, 'discarding');
  assert.equal(await asked(page), 'announcing');
  await still(page);
  const panel = byId(page, 'tarok-panel');
  assert.equal(await buttonsSeen(panel), await panel.locator('button').count(), 'all that can be said is in sight');
  await press(page, 'raise-to-colour_valat', way);
  await decided(page, 'announcing');
  assert.equal(await asked(page), 'doubling');
  assert.equal(await contractOf(page), 'colour valat');
  assert.equal(await byId(page, 'no-trumps').innerText(), 'taroks are no trumps');
  assert.equal(await byId(page, 'say-announce:trula').count(), 0, 'nothing is announced');
  await speak(page, way, ['raise:game']);
  await decided(page, 'doubling');
  await byId(page, 'stake-game').filter({ hasText: '×4' }).waitFor();
  await playToEnd(page, way);
  const { record } = await checkScore(page);
  const [game] = record.result.items;
  assert.deepEqual([record.result.contract, record.result.declarer, record.result.partner ?? null], ['colour_valat', declarer, null]);
  assert.equal(game.value, (game.made ? 4 : -4) * 125);
  assert.ok(record.result.radelci, 'everybody gets a radelc');
  const first = record.steps.find(({ events }) => events.some(({ type }) => type === 'played'));
  assert.equal(first.seat, declarer, 'the declarer leads');
  await unmoved(page);
  await party.end();
});

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
  const party = await Party.of(browser, GAME, kingInTheFirstTrick);
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
    if (name === 'bidding') await press(page, 'bid-pass', way);
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
  const party = await Party.of(browser, GAME, roles(() => true, true));
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
