/** The keys of a table, their list, and the line for typed commands. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DESKTOP, PHONE, byId, launch, overflow, shootBoth, visit } from './browser.mjs';
import { accessible } from './axe.mjs';
import { awaitTurn, handOf } from './play.mjs';
import { dealt, openTable, still } from './table.mjs';

let browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

const focused = (page) => page.evaluate(() => document.activeElement?.dataset.testid ?? document.activeElement?.tagName);

/** Types a command and returns the answer to it. */
async function ask(page, line) {
  const answers = byId(page, 'answers').locator('p');
  const last = (await answers.count()) === 0 ? undefined : await answers.last().elementHandle();
  await byId(page, 'command').fill(line);
  await byId(page, 'command').press('Enter');
  await page.waitForFunction((before) => {
    const now = document.querySelector('[data-testid="answers"] p:last-child');
    return now !== null && now !== before;
  }, last ?? null);
  return answers.last().innerText();
}

test('a question mark lists the keys, and no card is played behind the list', async () => {
  const page = await visit(browser, DESKTOP, 'about:blank');
  await openTable(page, { players: 2 });
  await dealt(page);
  assert.equal(await awaitTurn(page), 'turn');
  await still(page);
  await byId(page, 'hand-card').first().focus();
  await page.keyboard.press('?');
  const list = byId(page, 'keys-dialog');
  await list.waitFor();
  await shootBoth(page, 'keys-desktop');
  assert.match(await list.innerText(), /L\s+shows the last trick/);
  await accessible(page, 'keys');
  const hand = await handOf(page);
  for (const key of ['1', '2', 'l', '/']) await page.keyboard.press(key);
  assert.deepEqual(await handOf(page), hand);
  assert.equal(await byId(page, 'commands').count(), 0);
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  assert.equal(await focused(page), 'hand-card');

  // From the settings it opens, too, for those who know of no key.
  await byId(page, 'settings').click();
  await byId(page, 'show-keys').click();
  await list.waitFor();
  await page.keyboard.press('Escape');

  await page.keyboard.press('c');
  await page.waitForFunction(() => document.activeElement?.dataset.testid === 'chat-input');
  await page.keyboard.type('cl/?1');
  assert.equal(await byId(page, 'chat-input').inputValue(), 'cl/?1');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a whole trick by typed commands', async () => {
  const page = await visit(browser, DESKTOP, 'about:blank');
  await openTable(page, { players: 2 }, { rated: false });
  await dealt(page);
  assert.equal(await awaitTurn(page), 'turn');
  await still(page);
  await byId(page, 'hand-card').first().focus();
  await page.keyboard.press('/');
  await page.waitForFunction(() => document.activeElement?.dataset.testid === 'command');
  assert.match(await ask(page, 'hand'), /10 cards: (three|two|ace|king|knight|jack|seven|six|five|four) of /);
  assert.match(await ask(page, 'who'), /It is your turn\..*you, 10 cards/);
  assert.match(await ask(page, 'score'), /Match: /);
  assert.match(await ask(page, 'fish'), /is no command/);
  assert.match(await ask(page, 'out'), /Cards still out/);
  // More than fits above the hand.
  assert.match(await ask(page, 'coach'), /Most points win: .* The strongest card of the suit led takes the trick/);
  assert.match(await ask(page, 'order'), /Strongest first: 3 = ⅓, 2 = ⅓, A = 1/);
  await shootBoth(page, 'commands-desktop');
  await accessible(page, 'commands');
  const card = await page.locator('[data-testid="hand-card"][data-legal="true"]').first().getAttribute('data-card');
  assert.match(await ask(page, card.toLowerCase()), /You play: /);
  await page.locator(`[data-testid="hand-card"][data-card="${card}"]`).waitFor({ state: 'detached' });
  assert.equal(await awaitTurn(page), 'turn');
  await still(page);
  assert.match(await ask(page, 'may'), /You may play: /);
  await page.keyboard.press('Escape');
  await byId(page, 'commands').waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.dataset.testid === 'hand-card');
  // After the first trick there is one to look at.
  await byId(page, 'last-trick').waitFor();
  await page.keyboard.press('l');
  await page.locator('.content:popover-open').waitFor();
  await page.keyboard.press('l');
  await page.locator('.content:popover-open').waitFor({ state: 'detached' });
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('on a phone the list and the line fit', async () => {
  const page = await visit(browser, PHONE, 'about:blank');
  await openTable(page, { players: 2 });
  await dealt(page);
  await byId(page, 'settings').tap();
  await byId(page, 'show-keys').tap();
  await byId(page, 'keys-dialog').waitFor();
  await shootBoth(page, 'keys-phone');
  assert.equal(await overflow(page), 0);
  await page.keyboard.press('Escape');
  await byId(page, 'keys-dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await byId(page, 'command').waitFor();
  await ask(page, 'who');
  await shootBoth(page, 'commands-phone');
  assert.equal(await overflow(page), 0);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
