/** Cards that are played without another press: made ready while another plays, and the last one of a hand. */
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { DESKTOP, PHONE } from './support/sizes.ts';
import { awaitTurn, handOf, held, playByPress } from './support/playing.ts';
import { dealt, openTable, still } from './support/table.ts';
import { type Frames, actsOf, recordFrames } from './support/frames.ts';

function ready(page: Page): Locator {
  return page.locator('[data-testid="hand-card"][data-ready="true"]');
}

/** Returns the actions that the page has sent. */
function acts({ sent }: Frames): string[] {
  return actsOf(sent).map(({ action }) => action);
}

test('a card made ready waits for its turn, by keys and by finger', async ({ visit }) => {
  const host = await visit(DESKTOP, 'about:blank');
  const address = await openTable(host, { players: 2 }, { bots: null });
  await host.getByTestId('invite').waitFor();
  const guest = await visit(PHONE, 'about:blank');
  const players = await Promise.all([host, guest].map(async (page) => ({ page, frames: await recordFrames(page) })));
  await host.reload();
  await guest.goto(address);
  await guest.locator('[data-testid^="sit-"]').tap();
  await Promise.all(players.map(({ page }) => dealt(page)));
  const turn = await Promise.race(players.map(({ page }) => awaitTurn(page).then(() => page)));
  const other = players.find(({ page }) => page !== turn);
  assert.ok(other);
  const { page: waits, frames: told } = other;
  await still(waits);
  // The first card is made ready by its digit, another takes its place, and Escape takes that back.
  const [one = '', two = ''] = await handOf(waits);
  await waits.keyboard.press('1');
  await ready(waits).waitFor();
  await expect(ready(waits)).toHaveAttribute('data-card', one);
  await expect(ready(waits)).toHaveAttribute('aria-pressed', 'true');
  await waits.keyboard.press('2');
  await waits.waitForFunction((card) => document.querySelector<HTMLElement>('[data-ready="true"]')?.dataset.card === card, two);
  await waits.keyboard.press('Escape');
  await ready(waits).waitFor({ state: 'detached' });
  expect(acts(told)).toEqual([]);
  // One of the suit that is led goes as soon as it is its turn.
  const suits = new Set((await handOf(waits)).map((card) => card[0]));
  const leads = (await handOf(turn)).find((card) => suits.has(card[0]));
  const follows = (await handOf(waits)).find((card) => card[0] === leads?.[0]);
  assert.ok(leads && follows, 'two hands of ten share a suit');
  await held(waits, follows).click({ position: { x: 8, y: 30 } });
  await ready(waits).waitFor();
  expect(acts(told)).toEqual([]);
  await held(turn, leads).click({ position: { x: 8, y: 30 } });
  await held(waits, follows).waitFor({ state: 'detached' });
  expect(acts(told)).toEqual([follows]);
});

test('the last card of a hand plays itself', async ({ visit }) => {
  const page = await visit({ ...DESKTOP, settings: { autoLast: true, pace: 'fast' } }, 'about:blank');
  await openTable(page, { players: 4 }, { rated: false });
  await dealt(page);
  // The tenth of them is never pressed.
  for (let n = 1; n < 10; n += 1) {
    expect(await awaitTurn(page)).toBe('turn');
    await playByPress(page);
  }
  await page.getByTestId('result').waitFor();
});
