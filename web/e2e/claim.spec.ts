/** The rest of a deal is claimed once it is certain: by a press, by a key's command, and never before. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { overflow } from './support/page.ts';
import { DESKTOP, PHONE, SMALL } from './support/sizes.ts';
import type { Turn } from '../src/lib/protocol';
import { accessible } from './support/accessibility.ts';
import { watchPlaces } from './support/layout.ts';
import { awaitTurn, handOf } from './support/playing.ts';
import { anotherTable, becomeGuest, dealt, still } from './support/table.ts';
import { findDeal } from './support/socketPlay.ts';

/** Plays on until the rest is certain. */
function certain(legal: readonly string[], _: undefined, { claim }: Turn) {
  return claim === undefined ? legal[0] : 'stop';
}

/** Opens a table at which the rest is certain on one's own turn. Returns the number of one's cards. */
async function untilCertain(page: Page) {
  await page.goto(await findDeal(page, { game: { name: 'trset', options: { players: 2 } }, rated: false }, certain, undefined, 'Ana'));
  await dealt(page);
  await watchPlaces(page);
  await still(page);
  await page.getByTestId('claim').waitFor();
  return (await handOf(page)).length;
}

/** The deal is over, its record whole, and the claim was told. */
async function laidDown(page: Page) {
  await page.getByTestId('result').waitFor();
  const log = await page.getByTestId('log').innerText();
  expect(log).toMatch(/Ana takes (all the rest|no more tricks)/);
  const { wrong, looks } = await page.evaluate(() => ({ wrong: [...window.wrong], looks: window.looks }));
  expect(wrong, 'nothing has left its place').toEqual([]);
  expect(looks).toBeGreaterThan(0);
}

test('a press says that all the rest is mine, or none of it, and the cards are laid down', async ({ visit }) => {
  for (const [size, touch] of [
    [DESKTOP, false],
    [PHONE, true],
    [SMALL, true],
  ] as const) {
    const page = await visit({ ...size, settings: { pace: 'fast', line: touch ? 'on' : 'off' } }, 'about:blank');
    expect(await untilCertain(page), 'the last card needs no claim').toBeGreaterThanOrEqual(2);
    const button = page.getByTestId('claim');
    await expect(button).toHaveText(/^(The rest is mine|I take no more tricks)$/, { useInnerText: true });
    await expect(button).toHaveAttribute('title', /^Nothing can change that/);
    // Its meaning is said by the coach or, where none speaks and there is room, stands beside it.
    const why = touch ? page.getByTestId('coach') : page.locator('.why');
    await why
      .filter({
        hasText: touch ? /^(All the tricks that are left are yours|You can’t take another trick)\./ : /^Nothing can change/,
      })
      .waitFor();
    expect(await overflow(page)).toBe(0);
    // The place above and below belongs to it: a finger needs 44 px.
    const reach = await button.evaluate((node) => {
      const { top, height } = node.getBoundingClientRect();
      const { top: up, bottom: down } = getComputedStyle(node, '::after');
      return { height: height - parseFloat(up) - parseFloat(down), top };
    });
    expect(!touch || reach.height >= 44, `${reach.height} px`).toBe(true);
    if (!touch) await accessible(page, 'claim');
    await (touch ? button.tap() : button.click());
    await page
      .locator('[data-testid="live"]')
      .filter({ hasText: /Ana takes (all the rest|no more tricks)/ })
      .waitFor({ state: 'attached' });
    await laidDown(page);
  }
});

test('it is claimed by typing, and refused before it is certain', async ({ visit }) => {
  const page = await visit({ ...DESKTOP, settings: { pace: 'fast' } }, 'about:blank');
  await becomeGuest(page, 'Ana');
  await anotherTable(page, { game: { name: 'trset', options: { players: 2 } }, rated: false });
  await dealt(page);
  expect(await awaitTurn(page)).toBe('turn');
  await still(page);
  await page.keyboard.press('r');
  await page.getByTestId('notice').filter({ hasText: 'certain yet' }).waitFor();
  await untilCertain(page);
  await page.keyboard.press('/');
  await page.getByTestId('command').fill('rest');
  await page.getByTestId('command').press('Enter');
  await laidDown(page);
});
