/** Cards that are played without another press: made ready while another plays, and the last one of a hand. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DESKTOP, PHONE, byId, launch, shootBoth, visit } from './browser.mjs';
import { awaitTurn, handOf, playByPress } from './play.mjs';
import { dealt, openTable, still } from './table.mjs';
import { listen } from './secrets.mjs';

let browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

function ready(page) {
  return page.locator('[data-testid="hand-card"][data-ready="true"]');
}

function held(page, card) {
  return page.locator(`[data-testid="hand-card"][data-card="${card}"]`);
}

/** Returns the actions that the page has sent. */
function acts(heard) {
  return heard.sent.map(({ text }) => JSON.parse(text)).flatMap(({ type, action }) => (type === 'act' ? [action] : []));
}

test('a card made ready waits for its turn, by keys and by finger', async () => {
  const host = await visit(browser, DESKTOP, 'about:blank');
  const address = await openTable(host, { players: 2 }, { bots: undefined });
  await byId(host, 'invite').waitFor();
  const guest = await visit(browser, PHONE, 'about:blank');
  const pages = [host, guest];
  const heard = await Promise.all(pages.map((page) => listen(page)));
  await host.reload();
  await guest.goto(address);
  await guest.locator('[data-testid^="sit-"]').tap();
  await Promise.all(pages.map((page) => dealt(page)));
  const first = await Promise.race(pages.map((page, n) => awaitTurn(page).then(() => n)));
  const [turn, waits] = [pages[first], pages[1 - first]];
  const told = heard[1 - first];
  await still(waits);
  // The first card is made ready by its digit, another takes its place, and Escape takes that back.
  const [one, two] = await handOf(waits);
  await waits.keyboard.press('1');
  await ready(waits).waitFor();
  assert.equal(await ready(waits).getAttribute('data-card'), one);
  assert.equal(await ready(waits).getAttribute('aria-pressed'), 'true');
  await shootBoth(waits, 'ready');
  await waits.keyboard.press('2');
  await waits.waitForFunction((card) => document.querySelector('[data-ready="true"]')?.dataset.card === card, two);
  await waits.keyboard.press('Escape');
  await ready(waits).waitFor({ state: 'detached' });
  assert.deepEqual(acts(told), []);
  // One of the suit that is led goes as soon as it is its turn.
  const suits = new Set((await handOf(waits)).map((card) => card[0]));
  const leads = (await handOf(turn)).find((card) => suits.has(card[0]));
  assert.ok(leads, 'two hands of ten share a suit');
  const follows = (await handOf(waits)).find((card) => card[0] === leads[0]);
  await held(waits, follows).click({ position: { x: 8, y: 30 } });
  await ready(waits).waitFor();
  assert.deepEqual(acts(told), []);
  await held(turn, leads).click({ position: { x: 8, y: 30 } });
  await held(waits, follows).waitFor({ state: 'detached' });
  assert.deepEqual(acts(told), [follows]);
  for (const page of pages) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('the last card of a hand plays itself', async () => {
  const page = await visit(browser, { ...DESKTOP, settings: { autoLast: true, pace: 'fast' } }, 'about:blank');
  await openTable(page, { players: 4 }, { rated: false });
  await dealt(page);
  // The tenth of them is never pressed.
  for (let n = 1; n < 10; n += 1) {
    assert.equal(await awaitTurn(page), 'turn');
    await playByPress(page);
  }
  await byId(page, 'result').waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
