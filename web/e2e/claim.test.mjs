/** The rest of a deal is claimed once it is certain: by a press, by a key's command, and never before. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DESKTOP, PHONE, byId, launch, overflow, shootBoth, visit } from './browser.mjs';
import { accessible } from './axe.mjs';
import { watchPlaces } from './cloth.mjs';
import { awaitTurn, handOf } from './play.mjs';
import { anotherTable, becomeGuest, dealt, still } from './table.mjs';
import { search } from './unseen.mjs';

let browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

/** Plays on until the rest is certain. */
function certain(legal, _, { claim }) {
  return claim === undefined ? legal[0] : 'stop';
}

/** Opens a table at which the rest is certain on one's own turn. Returns the number of one's cards. */
async function untilCertain(page) {
  await page.goto(await search(page, { game: { name: 'trset', options: { players: 2 } }, rated: false }, certain, undefined, 'Ana'));
  await dealt(page);
  await watchPlaces(page);
  await still(page);
  await byId(page, 'claim').waitFor();
  return (await handOf(page)).length;
}

/** The deal is over, its record whole, and the claim was told. */
async function laidDown(page) {
  await byId(page, 'result').waitFor();
  const log = await byId(page, 'log').innerText();
  assert.match(log, /Ana takes (all the rest|no more tricks)/);
  const { wrong, looks } = await page.evaluate(() => ({ wrong: [...window.wrong], looks: window.looks }));
  assert.deepEqual(wrong, [], 'nothing has left its place');
  assert.ok(looks > 0);
  assert.deepEqual(page.faults, []);
}

test('a press says that all the rest is mine, or none of it, and the cards are laid down', async () => {
  for (const [name, size, touch] of [
    ['desktop', DESKTOP, false],
    ['phone', PHONE, true],
    ['small', { ...PHONE, viewport: { width: 360, height: 640 } }, true],
  ]) {
    const page = await visit(browser, { ...size, settings: { pace: 'fast', line: touch ? 'on' : 'off' } }, 'about:blank');
    assert.ok((await untilCertain(page)) >= 2, 'the last card needs no claim');
    const button = byId(page, 'claim');
    await shootBoth(page, `claim-${name}`);
    assert.match(await button.innerText(), /^(The rest is mine|I take no more tricks)$/);
    assert.match(await button.getAttribute('title'), /^Nothing can change that/);
    // Its meaning is said by the coach or, where none speaks and there is room, stands beside it.
    const why = touch ? byId(page, 'coach') : page.locator('.why');
    await why.filter({ hasText: touch ? /^(Every trick that is left is yours|You take no more tricks), whatever anybody plays/ : /^Nothing can change/ }).waitFor();
    assert.equal(await overflow(page), 0);
    // The place above and below belongs to it: a finger needs 44 px.
    const reach = await button.evaluate((node) => {
      const { top, height } = node.getBoundingClientRect();
      const { top: up, bottom: down } = getComputedStyle(node, '::after');
      return { height: height - parseFloat(up) - parseFloat(down), top };
    });
    assert.ok(!touch || reach.height >= 44, `${reach.height} px`);
    if (!touch) await accessible(page, 'claim');
    await (touch ? button.tap() : button.click());
    await page.locator('[data-testid="live"]').filter({ hasText: /Ana takes (all the rest|no more tricks)/ }).waitFor({ state: 'attached' });
    await laidDown(page);
    await page.context().close();
  }
});

test('it is claimed by typing, and refused before it is certain', async () => {
  const page = await visit(browser, { ...DESKTOP, settings: { pace: 'fast' } }, 'about:blank');
  await becomeGuest(page, 'Ana');
  await anotherTable(page, { game: { name: 'trset', options: { players: 2 } }, rated: false });
  await dealt(page);
  assert.equal(await awaitTurn(page), 'turn');
  await still(page);
  await page.keyboard.press('r');
  await byId(page, 'notice').filter({ hasText: 'certain yet' }).waitFor();
  await untilCertain(page);
  await page.keyboard.press('/');
  await byId(page, 'command').fill('rest');
  await byId(page, 'command').press('Enter');
  await laidDown(page);
  await page.context().close();
});
