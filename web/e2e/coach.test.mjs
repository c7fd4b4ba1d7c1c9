/** The help of the first games, at a real page: the coach, the order of the cards, and why a deal came out so. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DESKTOP, PHONE, byId, launch, scrollable, shootBoth, visit } from './browser.mjs';
import { awaitTurn, playByPress } from './play.mjs';
import { WAYS, asked, decided, discard, playToEnd, recordOf, speak } from './tarok.mjs';
import { listen } from './secrets.mjs';
import { dealt, openTable, still } from './table.mjs';
import { held, layDown, legalOf, openTablic, pick, playUntil, readAction } from './tablic.mjs';

let browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

/** Sits down where nothing is at stake, and waits for the first turn. */
async function casual(size, options) {
  const page = await visit(browser, size, 'about:blank');
  await openTable(page, options, { rated: false });
  await dealt(page);
  assert.equal(await awaitTurn(page), 'turn');
  return page;
}

/** Waits until an element says something, and returns what it says at that moment. */
async function spoken(page, id = 'coach') {
  const said = await page.waitForFunction((id) => document.querySelector(`[data-testid="${id}"]`)?.innerText.trim(), id, {
    polling: 30,
  });
  return said.jsonValue();
}

for (const [size, where] of [
  [DESKTOP, 'desktop'],
  [PHONE, 'phone'],
]) {
  test(`the coach speaks at every turn and moves nothing, and at the end says why (${where})`, async () => {
    const page = await casual(size, { players: 2 });
    assert.match(await spoken(page), /^Most points win/);
    await still(page);
    await shootBoth(page, `coach-${where}`);
    const heights = new Set();
    while ((await awaitTurn(page)) === 'turn') {
      const said = await spoken(page);
      assert.doesNotMatch(said, /[{}]/);
      assert.match(said, /\.$/);
      heights.add((await byId(page, 'coach').boundingBox()).height);
      await playByPress(page, where === 'phone');
    }
    assert.equal(heights.size, 1, 'its room is the same whatever it says');
    assert.match(await spoken(page, 'why'), /took more: .+\.$|^Both took as much: .+\.$/);
    await shootBoth(page, `coach-why-${where}`);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

/** Fails if a button of the decision is covered, cut off by its panel or out of sight, or words stand over the talon. */
async function inSight(page) {
  const { panel, over, coach, buttons, window } = await page.evaluate(() => {
    const box = (node) => node.getBoundingClientRect().toJSON();
    const panel = document.querySelector('[data-testid="tarok-panel"]');
    const words = [...panel.querySelectorAll(':scope > h2, :scope > p')].filter((node) => node.offsetHeight > 1);
    const cards = [...panel.querySelectorAll('[data-testid^="take-"], .slot')];
    return {
      panel: box(panel),
      over: words.flatMap((one) => cards.filter((card) => box(one).bottom > box(card).top + 1 && box(one).top < box(card).bottom - 1).map(() => one.innerText)),
      coach: box(document.querySelector('[data-testid="coach"]')),
      buttons: [...document.querySelectorAll('[data-testid="tarok-panel"] button, [data-testid^="take-"]')].map((node) => ({ name: node.innerText, ...box(node) })),
      window: { width: window.innerWidth, height: window.innerHeight },
    };
  });
  assert.ok(buttons.length > 0);
  assert.deepEqual(over, [], 'words stand over cards');
  for (const button of buttons) {
    assert.ok(button.bottom <= coach.top + 1 || button.top >= coach.bottom - 1, `the coach covers ${JSON.stringify({ button, coach })}`);
    assert.ok(button.top >= panel.top - 1 && button.bottom <= panel.bottom + 1, `${button.name} is cut off: ${JSON.stringify({ button, panel })}`);
    assert.ok(button.top >= 0 && button.bottom <= window.height && button.left >= 0 && button.right <= window.width, `${button.name} is out of sight`);
  }
}

for (const [size, where, way] of [
  [DESKTOP, 'desktop', WAYS.mouse],
  [PHONE, 'phone', WAYS.finger],
  [{ ...PHONE, viewport: { width: 360, height: 640 } }, 'small', WAYS.finger],
  [{ ...PHONE, viewport: { width: 844, height: 390 } }, 'flat', WAYS.finger],
]) {
  test(`a first game of tarok leads through bid, talon, discard and announcement (${where})`, async () => {
    const page = await visit(browser, size);
    await way.press(page, byId(page, 'play-tarok'));
    await dealt(page);
    /** Waits for a question, and returns what the coach says to it. */
    const toldAt = async (name) => {
      assert.equal(await asked(page), name);
      const said = await spoken(page);
      assert.match(said, /^[^{}]+\.$/);
      await still(page);
      await inSight(page);
      await shootBoth(page, `lesson-${name}-${where}`);
      return said;
    };
    const answer = async (name, id) => {
      await way.press(page, byId(page, id));
      await decided(page, name);
    };
    const mark = await byId(page, 'prepared-deal').evaluate((node) => {
      const inside = node.parentElement.getBoundingClientRect();
      const { right, width } = node.getBoundingClientRect();
      return width > 0 && right <= inside.right + 1;
    });
    assert.ok(mark, 'it is said in whole that the deal was prepared');
    assert.match(await toldAt('bidding'), /eight taroks or more one often bids/);
    await answer('bidding', 'bid-two');
    assert.match(await toldAt('choosing'), /^The bidding is yours: play two/);
    await answer('choosing', 'contract-two');
    const [, group] = /[Gg]roup (\d)/.exec(await toldAt('taking'));
    await answer('taking', `take-${group - 1}`);
    assert.match(await toldAt('discarding'), /^Put 2 cards away/);
    await discard(page, way);
    await decided(page, 'discarding');
    const [, item] = /Announcing (trula|kings)/.exec(await toldAt('announcing'));
    await speak(page, way, [`announce:${item}`]);
    await decided(page, 'announcing');
    assert.equal(await asked(page), 'card');
    assert.match(await spoken(page), /^You play two alone/);
    await playToEnd(page, way);
    assert.match(await spoken(page, 'why'), /^You took \d+ of the 70 points/);
    await shootBoth(page, `lesson-result-${where}`);
    const record = await recordOf(page);
    assert.deepEqual(record.options.options, { prepared: true });
    await page.goto(`/game/${record.id}?move=20`);
    const stage = await byId(page, 'stage').boundingBox();
    const shown = page.viewportSize();
    assert.ok(where === 'small' || stage.height <= shown.height, `board and buttons take ${stage.height} of ${shown.height} px`);
    // On a telephone they are in sight as the page comes.
    assert.ok(where !== 'phone' || stage.y + stage.height <= shown.height, `board and buttons end at ${stage.y + stage.height} of ${shown.height} px`);
    await page.goto(`/game/${record.id}/fair`);
    await byId(page, 'prepared').waitFor();
    assert.equal(await byId(page, 'verdict').getAttribute('data-fair'), 'true');
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

test('in kifameno the fewest points win, and it says so', async () => {
  const page = await casual(DESKTOP, { variant: 'kifameno', players: 2 });
  assert.match(await spoken(page), /^Fewest points win/);
  await page.context().close();
});

test('the order of the cards lies at the edge, is folded away, and comes back by the help', async () => {
  const page = await casual(DESKTOP, { players: 2 });
  const strip = byId(page, 'order-strip');
  assert.match((await strip.locator('li').allInnerTexts()).join(' ').replace(/\s+/g, ' '), /^3 ⅓ 2 ⅓ A 1 K ⅓/);
  await byId(page, 'fold-strip').click();
  await strip.waitFor({ state: 'detached' });
  await page.reload();
  await dealt(page);
  assert.equal(await strip.count(), 0, 'what was folded stays so');
  await byId(page, 'open-help').click();
  await byId(page, 'help-strip').selectOption('on');
  await strip.waitFor();
  await byId(page, 'help-line').selectOption('off');
  await byId(page, 'coach').waitFor({ state: 'detached' });
  await page.context().close();
});

test('on a telephone the order of the cards opens by a button and moves nothing', async () => {
  const page = await casual(PHONE, { players: 2 });
  assert.equal(await byId(page, 'order-strip').isVisible(), false);
  await still(page);
  const before = await byId(page, 'hand').boundingBox();
  await byId(page, 'open-help').tap();
  await page.locator('[popover] li').first().waitFor();
  assert.deepEqual(await byId(page, 'hand').boundingBox(), before);
  assert.equal(await scrollable(page), 0);
  await page.context().close();
});

test('where ratings are at stake nobody is coached or reminded of cards', async () => {
  const page = await visit(browser, { ...DESKTOP, settings: { learner: true } }, 'about:blank');
  const asked = [];
  page.on('websocket', (ws) => ws.on('framesent', ({ payload }) => asked.push(String(payload))));
  await openTable(page, { players: 2 });
  await dealt(page);
  assert.equal(await awaitTurn(page), 'turn');
  await playByPress(page);
  assert.equal(await awaitTurn(page), 'turn');
  assert.equal(await byId(page, 'coach').count(), 0);
  assert.equal(await byId(page, 'cards-out').count(), 0);
  assert.equal(await page.locator('[data-testid^="known-"]').count(), 0);
  assert.deepEqual(asked.filter((frame) => frame.includes('"coach"')), []);
  await page.context().close();
});

test('where ratings are at stake tablić offers no best capture', async () => {
  let page, heard, found;
  const several = () => {
    const ways = legalOf(heard).legal.map(readAction).filter(({ taken }) => taken.length > 0);
    return ways.find(({ card }, n) => ways.some((other, m) => m > n && other.card === card));
  };
  // Until a card may take in two ways or more; nearly every deal has some.
  for (let deal = 0; deal < 4 && found === undefined; deal++) {
    await page?.context().close();
    page = await visit(browser, DESKTOP, 'about:blank');
    heard = await listen(page);
    await openTablic(page);
    await playUntil(page, layDown, () => (found = several()) !== undefined);
  }
  assert.ok(found, 'cards that are only laid down can be taken in several ways in the end');
  await still(page);
  await held(page, found.card).click({ position: { x: 8, y: 30 } });
  await byId(page, 'do-lay').waitFor();
  assert.equal(await byId(page, 'do-richest').count(), 0);
  assert.match(await byId(page, 'sums').innerText(), /choose cards on the table/);
  await pick(page, found.card, found.taken);
  await byId(page, 'do-capture').click();
  await held(page, found.card).waitFor({ state: 'detached' });
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
