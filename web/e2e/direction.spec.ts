/** The way in which play goes round the screen: to the right at tarok, unless the reader has chosen otherwise. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { boxOf, overflow, scrollable } from './support/page.ts';
import { DESKTOP, FLAT, PHONE } from './support/sizes.ts';
import { anotherTable, becomeGuest, dealt, still } from './support/table.ts';

/** Returns the seats at the left, above and at the right of the own one, counted in the order of play from it. */
async function around(page: Page): Promise<number[]> {
  const plates = await page.locator('[data-place^="plate-"]').all();
  const found = await Promise.all(
    plates.map(async (plate) => ({ seat: Number((await plate.getAttribute('data-place'))?.slice(6)), ...(await boxOf(plate)) })),
  );
  const lowest = found.reduce((low, one) => (one.y > low.y ? one : low));
  const others = found.filter((one) => one !== lowest).sort((a, b) => a.x + a.width / 2 - (b.x + b.width / 2));
  return others.map(({ seat }) => (seat - lowest.seat + found.length) % found.length);
}

test('at tarok for four the next player sits at the right, and at the left where that is chosen', async ({ visit }) => {
  const page = await visit(DESKTOP, 'about:blank');
  await becomeGuest(page);
  const address = await anotherTable(page, { game: { name: 'tarok', options: { players: 4 } } });
  await dealt(page);
  await still(page);
  expect(await around(page)).toEqual([3, 2, 1]);
  // The plates are read in the order of play.
  const read = await page
    .locator('[data-place^="plate-"]')
    .evaluateAll((all) => all.map((one) => Number(one.getAttribute('data-place')?.slice(6))));
  expect(read.map((seat) => (seat - (read[0] ?? 0) + 4) % 4)).toEqual([0, 1, 2, 3]);
  for (const { viewport } of [PHONE, FLAT]) {
    await page.setViewportSize(viewport);
    await still(page);
    expect(await around(page), `${viewport.width} px`).toEqual([3, 2, 1]);
    expect([await overflow(page), await scrollable(page)]).toEqual([0, 0]);
  }

  await page.setViewportSize(DESKTOP.viewport);
  await page.goto('/settings');
  await page.getByTestId('direction-clockwise').check();
  await page.goto(address);
  await dealt(page);
  await still(page);
  expect(await around(page)).toEqual([1, 2, 3]);
});

test('at tablić the next player sits at the left, and at the right where that is chosen', async ({ visit }) => {
  const page = await visit(DESKTOP, 'about:blank');
  await becomeGuest(page);
  const address = await anotherTable(page, { game: { name: 'tablic', options: { players: 4 } } });
  await dealt(page);
  await still(page);
  expect(await around(page)).toEqual([1, 2, 3]);
  await page.goto('/settings');
  await page.getByTestId('direction-counterclockwise').check();
  await page.goto(address);
  await dealt(page);
  await still(page);
  expect(await around(page)).toEqual([3, 2, 1]);
});
