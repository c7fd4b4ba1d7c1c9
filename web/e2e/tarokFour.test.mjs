/** Tarok for four: a called king by mouse and by finger, a klop, and a solo that is raised to a colour valat. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible } from './axe.mjs';
import { DESKTOP, PHONE, byId, launch, overflow, scrollable } from './browser.mjs';
import { FOUR, callingFor, partnerNamed, roles, saying, shownByTheKing, sidesOn, watchSides } from './called.mjs';
import { watchPlaces } from './cloth.mjs';
import { Party } from './party.mjs';
import { still } from './table.mjs';
import { WAYS, asked, contractOf, decided, discard, playToEnd, recordOf, scoreOf, speak } from './tarok.mjs';

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

test('a whole deal by mouse with a called king: the partner is shown when the king falls', async () => {
  // The declarer, who plays the strongest cards first, takes a trick with the škis, and a defender one with the mond.
  const wanted = ({ declarer, partner, defenders, forehand, hands }) =>
    partner !== forehand && hands[declarer].includes('T22') && defenders.some((seat) => hands[seat].includes('T21'));
  const party = await Party.of(browser, FOUR, roles(wanted));
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
    // A card that is played before everything has been shown ends the picture, in which the king lies there.
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
  const party = await Party.of(browser, FOUR, roles());
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
  const party = await Party.of(browser, FOUR, (hands, dealer) => ({ forehand: (dealer + 1) % 4 }));
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
  const party = await Party.of(browser, FOUR, (hands, dealer) => ({ declarer: (dealer + 2) % 4, defender: (dealer + 3) % 4 }));
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
