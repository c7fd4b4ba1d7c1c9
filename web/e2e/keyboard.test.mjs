/** A whole deal, the next one and a word to the table, with nothing but keys. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DESKTOP, MOVING, byId, launch, overflow, scrollable, shootBoth, visit } from './browser.mjs';
import { awaitTurn, playByArrows, playByDigit } from './play.mjs';
import { dealt, openTable, still } from './table.mjs';

let browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

function focused(page) {
  return page.evaluate(() => ({
    id: document.activeElement?.dataset.testid ?? document.activeElement?.tagName,
    visible: document.activeElement?.matches(':focus-visible'),
  }));
}

/** Tabs until the focus is there. */
async function tabTo(page, id) {
  for (let n = 0; n < 40; n += 1) {
    await page.keyboard.press('Tab');
    if ((await focused(page)).id === id) return;
  }
  assert.fail(`Tab does not lead to ${id}`);
}

test('one deal by keys alone, with words for everything', async () => {
  const page = await visit(browser, { ...DESKTOP, ...MOVING }, 'about:blank');
  await openTable(page, { players: 3 });
  await dealt(page);
  // Everything that is said politely.
  await page.evaluate(() => {
    window.heard = [];
    const live = document.querySelector('[data-testid="live"]');
    new MutationObserver(() => window.heard.push(live.textContent)).observe(live, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  assert.equal(await awaitTurn(page), 'turn');
  await tabTo(page, 'hand-card');
  const ring = await page.evaluate(() => {
    const { outlineColor, outlineWidth, outlineOffset, boxShadow } = getComputedStyle(document.activeElement);
    return { outlineColor, outlineWidth, outlineOffset, boxShadow };
  });
  // Cream outside of the card, with a dark line on both sides of it.
  assert.deepEqual(ring, {
    outlineColor: 'rgb(251, 243, 228)',
    outlineWidth: '3px',
    outlineOffset: '1px',
    boxShadow: 'rgb(32, 36, 47) 0px 0px 0px 5px',
  });
  let plays = 0;
  while ((await awaitTurn(page)) === 'turn') {
    // Some turns are played at once, others after everything has been heard.
    if (plays % 3 === 0) await still(page);
    await (plays % 2 === 0 ? playByArrows(page) : playByDigit(page));
    plays += 1;
    if (plays === 13) break;
    assert.deepEqual(await focused(page), { id: 'hand-card', visible: true }, `after card ${plays}`);
  }
  assert.equal(plays, 13);
  await byId(page, 'result').waitFor();
  await page.waitForFunction(() => document.activeElement?.dataset.testid === 'result');
  await shootBoth(page, 'result3-desktop');

  const heard = (await page.evaluate(() => window.heard)).join(' ');
  assert.match(heard, /[^.]+ plays the (three|two|ace|king|knight|jack|seven|six|five|four) of (coppe|spade|bastoni|denari)\./);
  assert.match(heard, /draws the /);
  assert.match(heard, /takes the trick: /);
  assert.match(heard, /It is your turn\./);
  assert.match(heard, /You (won|lost) \d+ : \d+ : \d+|A shared win, /);
  const said = heard.match(/ plays the /g).length;
  assert.ok(said >= 36, `${said} of the 39 cards were said (those before the page listened were not)`);

  await page.keyboard.press('Tab');
  assert.equal((await focused(page)).id, 'again');
  await page.keyboard.press('Enter');
  await dealt(page);
  await byId(page, 'result').waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.dataset.testid === 'hand-card');

  await tabTo(page, 'tab-chat');
  await page.keyboard.press('Enter');
  await tabTo(page, 'chat-input');
  // Digits are text here, no cards.
  await page.keyboard.type('1 lep pozdrav');
  await page.keyboard.press('Enter');
  await byId(page, 'chat').getByText('1 lep pozdrav').waitFor();
  assert.equal((await focused(page)).id, 'chat-input');
  assert.equal(await byId(page, 'hand-card').count(), 10);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('from the front page to the replay without a mouse', async () => {
  const page = await visit(browser, DESKTOP);
  await byId(page, 'play-now').waitFor();
  await tabTo(page, 'play-now');
  await page.keyboard.press('Enter');
  await dealt(page);
  let plays = 0;
  while ((await awaitTurn(page)) === 'turn') {
    if (plays === 0) await tabTo(page, 'hand-card');
    await (plays % 2 === 0 ? playByArrows(page) : playByDigit(page));
    plays += 1;
  }
  assert.equal(plays, 20);
  await page.waitForFunction(() => document.activeElement?.dataset.testid === 'result');
  await tabTo(page, 'look');
  await page.keyboard.press('Enter');
  await byId(page, 'replay').waitFor();
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector('[data-testid=replay]').dataset.step === '40');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('leaving asks first, in the page', async () => {
  const page = await visit(browser, DESKTOP, 'about:blank');
  await openTable(page, { players: 2 });
  await dealt(page);
  await still(page);
  page.on('dialog', () => page.faults.push(new Error('a dialog of the browser')));
  await tabTo(page, 'leave');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  assert.equal((await focused(page)).id, 'leave-yes');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal((await focused(page)).id, 'leave');
  assert.equal(await byId(page, 'hand-card').count(), 10);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('the rules open beside the table, which stays as it is', async () => {
  const page = await visit(browser, DESKTOP, 'about:blank');
  await openTable(page, { players: 4 });
  await dealt(page);
  await still(page);
  await tabTo(page, 'open-rules');
  await page.keyboard.press('Enter');
  const drawer = byId(page, 'rules-drawer');
  await drawer.locator('#play').waitFor();
  assert.equal((await focused(page)).id, 'rules-drawer');
  const [rules, hand] = [await drawer.boundingBox(), await byId(page, 'hand').boundingBox()];
  assert.ok(hand.x + hand.width <= rules.x, 'nothing of the table is covered');
  const text = await drawer.locator('.idea').boundingBox();
  assert.ok(text.width > 0.8 * rules.width, 'the text has the width of the drawer');
  assert.equal(await byId(page, 'hand-card').count(), 10);
  assert.deepEqual([await overflow(page), await scrollable(page)], [0, 0]);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  assert.equal((await focused(page)).id, 'open-rules');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
