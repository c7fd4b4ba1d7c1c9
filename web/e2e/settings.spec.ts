/** Settings of a player for this browser: they do something, and are remembered. */
import type { Locator } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { accessible } from './support/accessibility.ts';
import { boxOf, drawn, overflow, passing, scrollable } from './support/page.ts';
import { DESKTOP, PHONE } from './support/sizes.ts';
import { ask } from './support/record.ts';
import type { PageSettings } from '../src/lib/protocol';
import { awaitTurn, handOf, playByPress, playOn } from './support/playing.ts';
import { actsOf, recordFrames } from './support/frames.ts';
import { dealt, openTable, still } from './support/table.ts';

/** Returns how each of these is framed: outline and ground, as they are drawn. */
function frames(choices: Locator): Promise<string[]> {
  return choices.evaluateAll((all) =>
    all.map((one) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one);
      return outlineStyle === 'none' ? 'none' : `${outlineWidth} ${outlineStyle} ${outlineColor}`;
    }),
  );
}

test('where the system chooses the colours, what is chosen has a frame', async ({ visit }) => {
  const page = await visit({ ...DESKTOP, forcedColors: 'active' }, '/settings');
  const groups = page.locator('fieldset:has([type="radio"])');
  await groups.first().waitFor();
  for (const group of await groups.all()) {
    const seen = await frames(group.locator('label'));
    expect(
      seen.filter((frame) => frame !== 'none'),
      seen.join(' | '),
    ).toHaveLength(1);
  }
  // The cloths keep their colours.
  const cloths = await page
    .locator('[data-testid^="cloth-"] + .picture *')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundImage));
  expect(new Set(cloths).size, cloths.join(' | ')).toBeGreaterThan(3);

  await page.goto('/create');
  const presets = page.locator('[data-testid^="preset-"]');
  await presets.nth(1).click();
  const pressed = await presets.evaluateAll((all) => all.map((one) => one.getAttribute('aria-pressed') === 'true'));
  await presets.first().hover();
  expect((await frames(presets)).map((frame) => frame !== 'none')).toEqual(pressed);
  expect(pressed).toContain(true);
  await page.goto('/leaderboard');
  const ladders = page.locator('main :is(a, button)[class*="chosen"]');
  await ladders.first().waitFor();
  expect(await frames(ladders)).not.toContain('none');
});

test('two presses, the order of the hand, help for learners', async ({ visit }) => {
  const page = await visit(DESKTOP, 'about:blank');
  const heard = await recordFrames(page);
  const acts = () => actsOf(heard.sent).map(({ action }) => action);
  await openTable(page, { players: 2 }, { rated: false });
  await dealt(page);
  const strong = await handOf(page);
  await page.getByTestId('settings').click();
  await page.getByTestId('learner').check();
  const [all] = await Promise.all([page.context().waitForEvent('page'), page.getByTestId('all-settings').click()]);
  await all.getByTestId('order-weak').check();
  await all.getByTestId('confirm').check();
  // A tab that is closed takes with it what it has not handed on yet.
  await page.waitForFunction(() => Object.values(window.localStorage).some((text) => String(text).includes('"confirm":true')));
  await all.close();
  const suits = (hand: readonly string[]) => hand.map((card) => card[0]).join('');
  await page.waitForFunction(
    (before) =>
      [...document.querySelectorAll<HTMLElement>('[data-testid="hand-card"]')].map((card) => card.dataset.card).join(' ') !== before,
    strong.join(' '),
  );
  const weak = await handOf(page);
  expect(suits(weak), 'suits stay where they are').toBe(suits(strong));
  expect([...weak].sort()).toEqual([...strong].sort());
  for (const suit of 'CSDB') {
    const of = (hand: readonly string[]) => hand.filter((card) => card[0] === suit);
    expect(of(weak)).toEqual(of(strong).reverse());
  }

  expect(await awaitTurn(page)).toBe('turn');
  await still(page);
  const card = page.locator('[data-testid="hand-card"][data-legal="true"]').first();
  const name = await card.getAttribute('data-card');
  const said = await passing(page, 'notice');
  await card.click({ position: { x: 8, y: 40 } });
  await said(/^Tap .+ again to play it$/);
  await drawn(page);
  expect(await handOf(page), 'one press plays nothing').toContain(name);
  expect(acts(), 'nor does it ask for anything').toEqual([]);
  await card.click({ position: { x: 8, y: 40 } });
  await page.locator(`[data-testid="hand-card"][data-card="${name}"]`).waitFor({ state: 'detached' });
  expect(acts()).toEqual([name]);

  await page.reload();
  await dealt(page);
  expect(await awaitTurn(page)).toBe('turn');
  await still(page);
  await page.getByTestId('cards-out').click();
  const view = await page.evaluate(() => {
    const out = document.querySelector('[data-testid="cards-out"]')?.closest('.popover')?.querySelectorAll('.content .chip').length;
    const known = document.querySelectorAll<HTMLElement>('[data-testid^="known-"] .chip').length;
    return { out, known };
  });
  // Ten of the other player's cards and the stock, less those that everybody has seen drawn.
  const lying = await page.getByTestId('trick-card').count();
  const piled = (await page.getByTestId('log').locator('li.trick').count()) * 2;
  expect(view.out).toBe(40 - (await handOf(page)).length - lying - piled - view.known);
});

for (const [size, options] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`the words of a setting set it, and the panel stays, on a ${size}`, async ({ visit }) => {
    const page = await visit(options, 'about:blank');
    await openTable(page, { players: 2 });
    await dealt(page);
    const settings = page.getByTestId('settings');
    await settings.click();
    const learner = page.getByTestId('learner');
    const panel = page.locator('.content', { has: learner });
    const box = await boxOf(panel);
    const { width, height } = page.viewportSize() ?? DESKTOP.viewport;
    expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, JSON.stringify(box)).toBe(true);
    const words = panel.locator('label', { has: learner });
    const press = async () => {
      const { x, y, width, height } = await boxOf(words);
      // At the end of the words, far from the box in front of them.
      await page.mouse.click(x + width - 6, y + height / 2);
    };
    await press();
    await expect(learner).toBeChecked();
    await press();
    await expect(learner).not.toBeChecked();
    await expect(panel, 'the panel is still open').toBeVisible();
    // Between the settings there is nothing to set, and nothing to close.
    await page.mouse.click(box.x + 4, box.y + 4);
    await expect(panel).toBeVisible();

    await learner.focus();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await expect(settings).toHaveAttribute('aria-expanded', 'false');
    expect(await settings.evaluate((button) => button === document.activeElement), 'the focus is back').toBe(true);

    await page.keyboard.press('Enter');
    await panel.waitFor();
    await page.mouse.click(width / 2, height - 4);
    await panel.waitFor({ state: 'hidden' });
  });
}

test('sounds come after the first press, and go with one', async ({ visit }) => {
  const page = await visit(DESKTOP, 'about:blank');
  await page.addInitScript(() => {
    window.sounded = 0;
    for (const voice of [AudioBufferSourceNode, OscillatorNode]) {
      voice.prototype.start = new Proxy(voice.prototype.start, {
        apply: (start, self, when): void => {
          window.sounded += 1;
          Reflect.apply(start, self, when);
        },
      });
    }
  });
  await openTable(page, { players: 2 });
  await dealt(page);
  await playOn(page, (p) => playByPress(p), 2);
  await still(page);
  await page.waitForFunction(() => window.sounded > 0);
  await page.getByTestId('sound').click();
  await expect(page.getByTestId('sound')).toHaveAttribute('aria-pressed', 'false');
  const sounded = await page.evaluate(() => window.sounded);
  await playOn(page, (p) => playByPress(p), 2);
  await still(page);
  expect(await page.evaluate(() => window.sounded)).toBe(sounded);
  await page.reload();
  await page.getByTestId('sound').waitFor();
  await expect(page.getByTestId('sound'), 'remembered').toHaveAttribute('aria-pressed', 'false');
});

for (const [size, options, locale] of [
  ['desktop', DESKTOP, 'en-GB'],
  ['phone', PHONE, 'sl-SI'],
] as const) {
  test(`the page of settings, on a ${size}`, async ({ visit }) => {
    const page = await visit({ ...options, locale }, '/settings');
    await page.getByTestId('kept').waitFor();
    expect(await overflow(page)).toBe(0);
    const columns = await page
      .locator('section.panel')
      .evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().left)).size);
    expect(columns).toBe(size === 'desktop' ? 2 : 1);
    await expect(page.getByTestId('letters-pack')).toHaveCount(1);
    await page.getByTestId('theme-dark').check();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByTestId('theme-auto').check();
    await page.getByTestId('suits-four').check();
    await page.getByTestId('motion').selectOption('off');
    await page.getByTestId('volume').fill('30');
    await page.getByTestId('keys').uncheck();
    await page.reload();
    await page.getByTestId('kept').waitFor();
    expect(
      await Promise.all([
        page.getByTestId('suits-four').isChecked(),
        page.getByTestId('motion').inputValue(),
        page.getByTestId('volume').inputValue(),
        page.getByTestId('keys').isChecked(),
      ]),
    ).toEqual([true, 'off', '30', false]);
    await accessible(page, 'settings');
  });
}

test('cards are as large as one wants them, at once and at a table that is open', async ({ visit }) => {
  const page = await visit({ viewport: { width: 1600, height: 1000 } }, 'about:blank');
  await openTable(page, { players: 4 });
  await dealt(page);
  const height = async () => (await boxOf(page.getByTestId('hand-card').first())).height;
  const usual = await height();
  const all = await page.context().newPage();
  await all.goto('/settings');
  const until = (test: 'less' | 'more', than: number) => expect.poll(async () => ((await height()) < than ? 'less' : 'more')).toBe(test);
  await all.getByTestId('size-small').check();
  await until('less', usual * 0.9);
  await all.getByTestId('size-large').check();
  await until('more', usual * 1.1);
  expect([await overflow(page), await scrollable(page)]).toEqual([0, 0]);
  await all.getByTestId('size-usual').check();
  await until('less', usual * 1.05);
  expect(Math.abs((await height()) - usual)).toBeLessThan(0.5);
});

test('who has registered finds the settings again in another browser', async ({ visit }) => {
  const person = { name: `Ana ${Date.now() % 1_000_000}`, password: 'korenček in burja' };
  const here = await visit(DESKTOP, 'about:blank');
  expect((await here.request.post('/api/register', { data: person })).ok()).toBe(true);
  await here.goto('/settings');
  await here.getByTestId('order-rank').check();
  await expect.poll(async () => (await ask<PageSettings>(here.request, '/api/me/settings')).order).toBe('rank');

  const there = await visit(DESKTOP, '/settings');
  await there.getByTestId('kept').waitFor();
  await expect(there.getByTestId('order-strong')).toBeChecked();
  expect((await there.request.post('/api/login', { data: person })).ok()).toBe(true);
  await there.reload();
  await there.waitForFunction(() => document.querySelector<HTMLInputElement>('[data-testid="order-rank"]')?.checked === true);
});
