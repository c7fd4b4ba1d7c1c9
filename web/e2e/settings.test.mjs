/** Settings of a player for this browser: they do something, and are remembered. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible } from './axe.mjs';
import { DESKTOP, PHONE, byId, drawn, launch, overflow, passing, scrollable, shootBoth, visit } from './browser.mjs';
import { awaitTurn, handOf, playByPress, playOn } from './play.mjs';
import { listen } from './secrets.mjs';
import { dealt, openTable, still } from './table.mjs';

let browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

test('two presses, the order of the hand, help for learners', async () => {
  const page = await visit(browser, DESKTOP, 'about:blank');
  const heard = await listen(page);
  const acts = () => heard.sent.map(({ text }) => JSON.parse(text)).flatMap(({ type, action }) => (type === 'act' ? [action] : []));
  await openTable(page, { players: 2 }, { rated: false });
  await dealt(page);
  const strong = await handOf(page);
  await byId(page, 'settings').click();
  await shootBoth(page, 'settings-desktop');
  await byId(page, 'learner').check();
  const [all] = await Promise.all([page.context().waitForEvent('page'), byId(page, 'all-settings').click()]);
  await byId(all, 'order-weak').check();
  await byId(all, 'confirm').check();
  await all.close();
  const suits = (hand) => hand.map((card) => card[0]).join('');
  await page.waitForFunction(
    (before) => [...document.querySelectorAll('[data-testid="hand-card"]')].map((card) => card.dataset.card).join(' ') !== before,
    strong.join(' '),
  );
  const weak = await handOf(page);
  assert.equal(suits(weak), suits(strong), 'suits stay where they are');
  assert.deepEqual([...weak].sort(), [...strong].sort());
  for (const suit of 'CSDB') {
    const of = (hand) => hand.filter((card) => card[0] === suit);
    assert.deepEqual(of(weak), of(strong).reverse());
  }

  assert.equal(await awaitTurn(page), 'turn');
  await still(page);
  const card = page.locator('[data-testid="hand-card"][data-legal="true"]').first();
  const name = await card.getAttribute('data-card');
  const said = await passing(page, 'notice');
  await card.click({ position: { x: 8, y: 40 } });
  await said(/^Tap .+ again to play it$/);
  await drawn(page);
  assert.ok((await handOf(page)).includes(name), 'one press plays nothing');
  assert.deepEqual(acts(), [], 'nor does it ask for anything');
  await card.click({ position: { x: 8, y: 40 } });
  await page.locator(`[data-testid="hand-card"][data-card="${name}"]`).waitFor({ state: 'detached' });
  assert.deepEqual(acts(), [name]);

  await page.reload();
  await dealt(page);
  assert.equal(await awaitTurn(page), 'turn');
  await still(page);
  await byId(page, 'cards-out').click();
  const view = await page.evaluate(() => {
    const out = document.querySelector('[data-testid="cards-out"]').closest('.popover').querySelectorAll('.content .chip').length;
    const known = document.querySelectorAll('[data-testid^="known-"] .chip').length;
    return { out, known };
  });
  // Ten of the other player's cards and the stock, less those that everybody has seen drawn.
  const lying = await byId(page, 'trick-card').count();
  const piled = (await byId(page, 'log').locator('li.trick').count()) * 2;
  assert.equal(view.out, 40 - (await handOf(page)).length - lying - piled - view.known);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

for (const [size, options] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`the words of a setting set it, and the panel stays, on a ${size}`, async () => {
    const page = await visit(browser, options, 'about:blank');
    await openTable(page, { players: 2 });
    await dealt(page);
    const settings = byId(page, 'settings');
    await settings.click();
    const learner = byId(page, 'learner');
    const panel = page.locator('.content', { has: learner });
    const box = await panel.boundingBox();
    const { width, height } = page.viewportSize();
    assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, JSON.stringify(box));
    await shootBoth(page, `settings-words-${size}`);
    const words = panel.locator('label', { has: learner });
    const press = async () => {
      const { x, y, width, height } = await words.boundingBox();
      // At the end of the words, far from the box in front of them.
      await page.mouse.click(x + width - 6, y + height / 2);
    };
    await press();
    assert.equal(await learner.isChecked(), true);
    await press();
    assert.equal(await learner.isChecked(), false);
    assert.ok(await panel.isVisible(), 'the panel is still open');
    // Between the settings there is nothing to set, and nothing to close.
    await page.mouse.click(box.x + 4, box.y + 4);
    assert.ok(await panel.isVisible());

    await learner.focus();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    assert.equal(await settings.getAttribute('aria-expanded'), 'false');
    assert.ok(await settings.evaluate((button) => button === document.activeElement), 'the focus is back');

    await page.keyboard.press('Enter');
    await panel.waitFor();
    await page.mouse.click(width / 2, height - 4);
    await panel.waitFor({ state: 'hidden' });
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

test('sounds come after the first press, and go with one', async () => {
  const page = await visit(browser, DESKTOP, 'about:blank');
  await page.addInitScript(() => {
    window.sounded = 0;
    for (const voice of [AudioBufferSourceNode, OscillatorNode]) {
      const { start } = voice.prototype;
      voice.prototype.start = function (...when) {
        window.sounded += 1;
        return start.apply(this, when);
      };
    }
  });
  await openTable(page, { players: 2 });
  await dealt(page);
  await playOn(page, (p) => playByPress(p), 2);
  await still(page);
  await page.waitForFunction(() => window.sounded > 0);
  await byId(page, 'sound').click();
  assert.equal(await byId(page, 'sound').getAttribute('aria-pressed'), 'false');
  const sounded = await page.evaluate(() => window.sounded);
  await playOn(page, (p) => playByPress(p), 2);
  await still(page);
  assert.equal(await page.evaluate(() => window.sounded), sounded);
  await page.reload();
  await byId(page, 'sound').waitFor();
  assert.equal(await byId(page, 'sound').getAttribute('aria-pressed'), 'false', 'remembered');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

for (const [size, options, locale] of [['desktop', DESKTOP, 'en-GB'], ['phone', PHONE, 'sl-SI']]) {
  test(`the page of settings, on a ${size}`, async () => {
    const page = await visit(browser, { ...options, locale }, '/settings');
    await byId(page, 'kept').waitFor();
    await shootBoth(page, `settings-page-${size}`);
    assert.equal(await overflow(page), 0);
    const columns = await page.locator('section.panel').evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().left)).size);
    assert.equal(columns, size === 'desktop' ? 2 : 1);
    // Where the language has the letters of the pack there is nothing to choose.
    assert.equal(await byId(page, 'letters-pack').count(), locale === 'en-GB' ? 0 : 1);
    await byId(page, 'theme-dark').check();
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
    await byId(page, 'theme-auto').check();
    await byId(page, 'suits-four').check();
    await byId(page, 'motion').selectOption('off');
    await byId(page, 'volume').fill('30');
    await byId(page, 'keys').uncheck();
    await page.reload();
    await byId(page, 'kept').waitFor();
    assert.deepEqual(
      await Promise.all([byId(page, 'suits-four').isChecked(), byId(page, 'motion').inputValue(), byId(page, 'volume').inputValue(), byId(page, 'keys').isChecked()]),
      [true, 'off', '30', false],
    );
    await accessible(page, 'settings');
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

test('cards are as large as one wants them, at once and at a table that is open', async () => {
  const page = await visit(browser, { viewport: { width: 1600, height: 1000 } }, 'about:blank');
  await openTable(page, { players: 4 });
  await dealt(page);
  const height = async () => (await byId(page, 'hand-card').first().boundingBox()).height;
  const usual = await height();
  const all = await page.context().newPage();
  await all.goto('/settings');
  const until = (holds) => page.waitForFunction(([test, than]) => {
    const { height } = document.querySelector('[data-testid="hand-card"]').getBoundingClientRect();
    return test === 'less' ? height < than : height > than;
  }, holds);
  await byId(all, 'size-small').check();
  await until(['less', usual * 0.9]);
  await shootBoth(page, 'cards-small');
  await byId(all, 'size-large').check();
  await until(['more', usual * 1.1]);
  await shootBoth(page, 'cards-large');
  assert.deepEqual([await overflow(page), await scrollable(page)], [0, 0]);
  await byId(all, 'size-usual').check();
  await until(['less', usual * 1.05]);
  assert.ok(Math.abs((await height()) - usual) < 0.5);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('who has registered finds the settings again in another browser', async () => {
  const person = { name: `Ana ${Date.now() % 1_000_000}`, password: 'korenček in burja' };
  const here = await visit(browser, DESKTOP, 'about:blank');
  assert.ok((await here.request.post('/api/register', { data: person })).ok());
  await here.goto('/settings');
  await byId(here, 'order-rank').check();
  const kept = async () => (await (await here.request.get('/api/me/settings')).json()).order;
  while ((await kept()) !== 'rank') await new Promise((resolve) => setTimeout(resolve, 200));

  const there = await visit(browser, DESKTOP, '/settings');
  await byId(there, 'kept').waitFor();
  assert.equal(await byId(there, 'order-strong').isChecked(), true);
  assert.ok((await there.request.post('/api/login', { data: person })).ok());
  await there.reload();
  await there.waitForFunction(() => document.querySelector('[data-testid="order-rank"]')?.checked === true);
  assert.deepEqual([...here.faults, ...there.faults], []);
  await here.context().close();
  await there.context().close();
});
