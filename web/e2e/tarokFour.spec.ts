/** Tarok for four: a called king by mouse and by finger, a klop, and a solo that is raised to a colour valat. */
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import type { TarokItemResult } from '../src/lib/protocol';
import { expect, test } from './support/fixtures.ts';
import { accessible } from './support/accessibility.ts';
import { overflow, scrollable } from './support/page.ts';
import { DESKTOP, PHONE } from './support/sizes.ts';
import {
  FOUR,
  type Roles,
  callingFor,
  partnerNamed,
  roles,
  saying,
  shownByTheKing,
  sidesOf,
  sidesOn,
  watchSides,
} from './support/calledKing.ts';
import { unmoved, watchPlaces } from './support/layout.ts';
import { recordOf, resultOf } from './support/record.ts';
import { SocketTable } from './support/socketTable.ts';
import { still } from './support/table.ts';
import { type Hand, WAYS, asked, contractOf, decided, discard, playToEnd, scoreOf, speak } from './support/tarok.ts';

const LOW = { viewport: { width: 844, height: 390 } };

/** The table of the result says what is recorded, and adds up for everybody. */
async function checkScore(page: Page) {
  await page.getByTestId('result').waitFor();
  const record = await recordOf(page);
  const result = resultOf(record, 'tarok');
  const { rows, sum, lines } = await scoreOf(page);
  expect(sum).toEqual(result.scores);
  for (const seat of [0, 1, 2, 3]) {
    expect(
      lines.reduce((all, line) => all + (line[seat] ?? 0), 0),
      `the lines of seat ${seat}`,
    ).toBe(sum[seat]);
  }
  return { record, result, rows };
}

const ITEMS: Record<string, string> = {
  game: 'two',
  trula: 'trula',
  kings: 'kings',
  king_ultimo: 'king ultimo',
  pagat_ultimo: 'pagat ultimo',
  valat: 'valat',
};
const RAISES: Record<number, string> = { 1: '', 2: 'kontra ×2', 4: 're ×4' };

/** Each item of a two is a line of the result's table that names its side and how often it counts. */
async function checkItems(page: Page, items: readonly TarokItemResult[]) {
  const lines = await page.getByTestId('result-table').first().locator('tbody th').allInnerTexts();
  for (const { item, silent, multiplier, side } of items) {
    const whose = item === 'game' ? '' : `(${side === 'defenders' ? 'defenders' : 'declarer’s side'})`;
    const [name, raise] = [ITEMS[item], RAISES[multiplier]];
    assert.ok(name !== undefined && raise !== undefined, `${item} ${multiplier}`);
    const fits = (line: string) =>
      line.startsWith(name) &&
      line.includes(whose) &&
      line.includes(raise) &&
      (item === 'game' || line.includes(silent ? 'silent' : 'announced'));
    expect(lines.some(fits), `${item} ${multiplier} ${whose}: ${lines.join(' | ')}`).toBe(true);
  }
  expect(lines, lines.join(' | ')).toContain('Running score');
}

function press(page: Page, id: string, way: Hand) {
  return way.press(page, page.getByTestId(id));
}

/** Bids and chooses this contract on the page; the forehand, of whom nobody asks a bid, only chooses. */
async function undertakes(page: Page, contract: string, way: Hand) {
  for (let name = await asked(page); name === 'bidding' || name === 'choosing'; name = await asked(page)) {
    await press(page, `${name === 'bidding' ? 'bid' : 'contract'}-${contract}`, way);
    await decided(page, name);
  }
}

/** The number of a panel's buttons that lie wholly in its frame. */
function buttonsSeen(panel: Locator) {
  return panel.evaluate((node) => {
    const frame = node.getBoundingClientRect();
    const boxes = [...node.querySelectorAll<HTMLElement>('button')].map((button) => button.getBoundingClientRect());
    return boxes.filter((box) => box.top >= frame.top && box.bottom <= frame.bottom && box.left >= frame.left && box.right <= frame.right)
      .length;
  });
}

test('a whole deal by mouse with a called king: the partner is shown when the king falls', async ({ visit }) => {
  // The declarer, who plays the strongest cards first, takes a trick with the škis, and a defender one with the mond.
  const wanted = ({ declarer, partner, defenders, forehand, hands }: Roles) =>
    partner !== forehand && !!hands[declarer]?.includes('T22') && defenders.some((seat) => hands[seat]?.includes('T21'));
  const party = await SocketTable.of(visit, FOUR, roles(wanted));
  const { declarer, partner, defenders, king } = party.roles;
  const [loud, quiet] = defenders;
  assert.ok(loud !== undefined && quiet !== undefined);
  const wishes = { [loud]: ['announce:trula', 'raise:game'] };
  const way = WAYS.mouse;
  party.play(saying(wishes, king), declarer);
  const page = await party.page(declarer, DESKTOP);
  await undertakes(page, 'two', way);

  expect(await asked(page)).toBe('calling');
  await still(page);
  await accessible(page, 'calling');
  for (const size of [LOW, PHONE]) {
    const small = await party.page(declarer, size);
    expect(await asked(small)).toBe('calling');
    expect(await buttonsSeen(small.getByTestId('tarok-panel')), `each king is in sight at ${size.viewport.width} pixels`).toBe(4);
    expect([await overflow(small), await scrollable(small)]).toEqual([0, 0]);
  }
  await watchPlaces(page);
  await press(page, `call-${king}`, way);
  await decided(page, 'calling');
  await expect(page.getByTestId('called-king')).toHaveAttribute('data-card', king);
  expect(await asked(page)).toBe('taking');
  await press(page, 'take-0', way);
  await decided(page, 'taking');
  await discard(page, way);
  await decided(page, 'discarding');
  expect(await asked(page)).toBe('announcing');
  await speak(page, way, ['announce:kings']);
  await decided(page, 'announcing');

  // A defender has said kontra and announced trula; both are answered.
  expect(await asked(page)).toBe('doubling');
  await still(page);
  await accessible(page, 'announcements and kontra');
  const names = party.people.map(({ name }) => name);
  const log = await page.getByTestId('log').innerText();
  expect(log).toMatch(new RegExp(`${names[loud]} \\(defenders\\) announces trula`));
  expect(log).toMatch(new RegExp(`${names[loud]} says kontra ×2: game`));
  await speak(page, way, ['raise:game', 'raise:trula']);
  await decided(page, 'doubling');
  await page.getByTestId('stake-trula').filter({ hasText: 'defenders: trula' }).filter({ hasText: '×2' }).waitFor();
  await page.getByTestId('stake-game').filter({ hasText: '×4' }).waitFor();

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
    expect(name).toBe('card');
    // A card that is played before everything has been shown ends the picture, in which the king lies there.
    if ((await sidesOn(page)).partner === '') await still(page);
    if (cards === 2 && !sidesOf(party.status)?.every(Boolean)) {
      expect(await sidesOn(page)).toEqual(secret);
      // From now on the partner plays the king as soon as that is allowed.
      party.play(saying({ [partner]: [king] }), declarer);
    }
    await way.play(page);
    cards += 1;
  }
  expect(cards).toBe(12);
  const shown = { partner: `with ${names[partner]}`, seats: [...secret.seats] };
  shown.seats[partner] = 'partner';
  shown.seats[quiet] = 'defender';
  await shownByTheKing(page, secret, shown);
  await expect(page.getByTestId('log')).toHaveText(new RegExp(`${names[declarer]} and ${names[partner]} play together`), {
    useInnerText: true,
  });

  const { record, result } = await checkScore(page);
  expect([result.declarer, result.partner]).toEqual([declarer, partner]);
  expect((result.scores[partner] ?? NaN) - (result.seats[partner]?.mond ?? NaN)).toBe(result.seats[declarer]?.result);
  const heads = await page.getByTestId('result-table').first().locator('thead th').allInnerTexts();
  expect(heads[1]).toMatch(new RegExp(`${names[declarer]}\\s+declarer`));
  expect(heads[2]).toMatch(new RegExp(`${names[partner]}\\s+partner`));
  await checkItems(page, result.items);
  const said = result.items.filter(({ silent }) => !silent).map(({ item, multiplier, side = 'declarer' }) => [item, multiplier, side]);
  expect(said).toEqual([
    ['game', 4, 'declarer'],
    ['kings', 1, 'declarer'],
    ['trula', 2, 'defenders'],
  ]);
  await accessible(page, 'result');
  await unmoved(page);

  await page.getByTestId('look').click();
  await page.getByTestId('replay').waitFor();
  expect((await page.getByTestId('partner').allInnerTexts()).join('')).toBe('');
  await page.getByTestId('replay-last').click();
  await partnerNamed(page);
  expect((await scoreOf(page)).sum).toEqual(result.scores);
  await page.goto(`/game/${record.id}/fair`);
  await expect(page.getByTestId('verdict')).toHaveAttribute('data-fair', 'true');
});

test('by touch at 390 pixels: the partner knows the own side at once, and shows it by announcing the king', async ({ visit }) => {
  const party = await SocketTable.of(visit, FOUR, roles());
  const { declarer, partner, defenders, king } = party.roles;
  const way = WAYS.finger;
  party.play(saying({ [declarer]: callingFor(king) }), partner);
  const page = await party.page(partner, PHONE);
  await watchPlaces(page);
  while ((await asked(page)) === 'bidding') {
    await press(page, 'bid-pass', way);
    await decided(page, 'bidding');
  }
  expect(await asked(page)).toBe('doubling');
  await still(page);
  const own = { partner: `with ${party.people[partner]?.name}`, seats: ['', '', '', ''] };
  own.seats[declarer] = 'declarer';
  own.seats[partner] = 'partner';
  expect(await sidesOn(page)).toEqual(own);
  expect(sidesOf(party.status), 'nobody else knows it').toContain(null);
  expect([await overflow(page), await scrollable(page)]).toEqual([0, 0]);
  await accessible(page, 'announcements on a phone');
  await speak(page, way, ['announce:king_ultimo']);
  await decided(page, 'doubling');
  await page.getByTestId('stake-king_ultimo').waitFor();
  const all = { ...own, seats: [...own.seats] };
  for (const seat of defenders) all.seats[seat] = 'defender';
  const played = await playToEnd(page, way);
  expect(await sidesOn(page)).toEqual(all);
  expect(played.length).toBe(12);

  const { result } = await checkScore(page);
  expect([result.declarer, result.partner]).toEqual([declarer, partner]);
  await checkItems(page, result.items);
  const table = await page
    .getByTestId('result-table')
    .first()
    .evaluate((node) => ({ all: node.scrollWidth, seen: node.parentElement?.clientWidth ?? 0 }));
  expect(table.all, `four columns are in sight: ${JSON.stringify(table)}`).toBeLessThanOrEqual(table.seen);
  expect(await overflow(page)).toBe(0);
  await accessible(page, 'result on a phone');
  await unmoved(page);
});

test('a klop of four: gifts of the talon, and a column for each', async ({ visit }) => {
  const party = await SocketTable.of(visit, FOUR, (_, dealer) => ({ forehand: (dealer + 1) % 4 }));
  const { forehand } = party.roles;
  const way = WAYS.mouse;
  party.play(saying({}), forehand);
  const page = await party.page(forehand, DESKTOP);
  await watchPlaces(page);
  await page.evaluate(() => {
    window.gifts = new Set();
    new MutationObserver(() => {
      for (const gift of document.querySelectorAll<HTMLElement>('[data-testid="gift"]')) window.gifts.add(gift.dataset.card ?? '');
    }).observe(document.body, { childList: true, subtree: true });
  });
  await undertakes(page, 'klop', way);
  expect(await contractOf(page)).toBe('klop');
  await page.getByTestId('klop-talon').waitFor();
  expect(await page.getByTestId('called-king').count()).toBe(0);
  // The talon has a card for each of six tricks.
  for (let card = 0; card < 6; card += 1) {
    expect(await asked(page)).toBe('card');
    await way.play(page);
  }
  expect(await asked(page)).toBe('card');
  await still(page);
  await unmoved(page);
  const gifts = await page.evaluate(() => [...window.gifts]);
  party.play(saying({}));

  const { record, result, rows } = await checkScore(page);
  expect([result.contract, result.declarer]).toEqual(['klop', null]);
  expect(gifts).toEqual(record.cards.stock);
  expect(rows.find(({ name }) => name === 'result-klop')?.values.length).toBe(4);
  expect(rows.find(({ name }) => name === 'result-radelci')?.values).toEqual(['1', '1', '1', '1']);
});

test('a solo is raised to a colour valat, on a telephone on its side', async ({ visit }) => {
  const party = await SocketTable.of(visit, FOUR, (_, dealer) => ({ declarer: (dealer + 2) % 4, defender: (dealer + 3) % 4 }));
  const { declarer, defender } = party.roles;
  const way = WAYS.mouse;
  party.play(saying({ [defender]: ['raise:game'] }), declarer);
  const page = await party.page(declarer, LOW);
  await watchPlaces(page);
  await undertakes(page, 'solo_three', way);
  expect(await asked(page)).toBe('taking');
  await press(page, 'take-1', way);
  await decided(page, 'taking');
  await discard(page, way);
  await decided(page, 'discarding');
  expect(await asked(page)).toBe('announcing');
  await still(page);
  const panel = page.getByTestId('tarok-panel');
  expect(await buttonsSeen(panel), 'all that can be said is in sight').toBe(await panel.locator('button').count());
  await press(page, 'raise-to-colour_valat', way);
  await decided(page, 'announcing');
  expect(await asked(page)).toBe('doubling');
  expect(await contractOf(page)).toBe('colour valat');
  await expect(page.getByTestId('no-trumps')).toHaveText('taroks are no trumps');
  expect(await page.getByTestId('say-announce:trula').count(), 'nothing is announced').toBe(0);
  await speak(page, way, ['raise:game']);
  await decided(page, 'doubling');
  await page.getByTestId('stake-game').filter({ hasText: '×4' }).waitFor();
  await playToEnd(page, way);
  const { record, result } = await checkScore(page);
  const [game] = result.items;
  expect([result.contract, result.declarer, result.partner ?? null]).toEqual(['colour_valat', declarer, null]);
  expect(game?.value).toBe((game?.made ? 4 : -4) * 125);
  expect(result.radelci, 'everybody gets a radelc').toBe(true);
  const first = record.steps.find(({ events }) => events.some(({ type }) => type === 'played'));
  expect(first?.seat, 'the declarer leads').toBe(declarer);
  await unmoved(page);
});
