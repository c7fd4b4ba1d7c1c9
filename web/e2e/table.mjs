/** Tables that the form does not offer: with a clock of their own, or quickly one after the other. */
import assert from 'node:assert/strict';
import { byId } from './browser.mjs';

/** Nobody is hurried, and nobody played for: neither a slow machine nor a page that is loaded anew. */
export const UNHURRIED = { move_ms: 600_000, bank_ms: 0, grace_ms: 120_000 };

/** Makes the page's visitor a guest of this name, or of one that is made up. */
export async function becomeGuest(page, name) {
  const guest = await page.request.post('/api/guest', { data: name === undefined ? {} : { name } });
  assert.ok(guest.ok(), await guest.text());
  return (await guest.json()).user;
}

/** Sets a table up as a new guest and sits down at it. */
export async function openTable(page, options, more = {}) {
  const { name, ...config } = more;
  await becomeGuest(page, name);
  return anotherTable(page, { game: { name: 'trset', options }, ...config });
}

/** Sets a table up as whoever the page belongs to already. Returns its name and its address. */
export async function createTable(page, config) {
  const answer = await page.request.post('/api/tables', { data: { bots: 'gentle', clock: UNHURRIED, ...config } });
  assert.ok(answer.ok(), await answer.text());
  const { table, invite } = await answer.json();
  return { table, address: `/table/${table}${invite ? `?invite=${invite}` : ''}` };
}

/** Sets a table up as whoever the page belongs to already, and sits down at it. */
export async function anotherTable(page, config) {
  const { address } = await createTable(page, config);
  await page.goto(address);
  await page.locator('[data-testid^="sit-"]').first().click();
  return address;
}

/** Waits until everything that happened has been shown. */
export async function still(page) {
  await page.locator('[data-testid="table"][data-still="true"]').waitFor();
}

export async function dealt(page) {
  await byId(page, 'hand-card').first().waitFor();
}
