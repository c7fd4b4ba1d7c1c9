/** The keys of a table, their list, and the line for typed commands. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { overflow } from './support/page.ts';
import { DESKTOP, PHONE } from './support/sizes.ts';
import { accessible } from './support/accessibility.ts';
import { awaitTurn, handOf } from './support/playing.ts';
import { dealt, openTable, still } from './support/table.ts';

const focused = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.testid ?? document.activeElement?.tagName);

/** Types a command and returns the answer to it. */
async function ask(page: Page, line: string) {
  const answers = page.getByTestId('answers').locator('p');
  const last = (await answers.count()) === 0 ? undefined : await answers.last().elementHandle();
  await page.getByTestId('command').fill(line);
  await page.getByTestId('command').press('Enter');
  await page.waitForFunction((before) => {
    const now = document.querySelector<HTMLElement>('[data-testid="answers"] p:last-child');
    return now !== null && now !== before;
  }, last ?? null);
  return answers.last().innerText();
}

test('a question mark lists the keys, and no card is played behind the list', async ({ visit }) => {
  const page = await visit(DESKTOP, 'about:blank');
  await openTable(page, { players: 2 });
  await dealt(page);
  expect(await awaitTurn(page)).toBe('turn');
  await still(page);
  await page.getByTestId('hand-card').first().focus();
  await page.keyboard.press('?');
  const list = page.getByTestId('keys-dialog');
  await list.waitFor();
  await expect(list).toHaveText(/L\s+shows the last trick/, { useInnerText: true });
  await accessible(page, 'keys');
  const hand = await handOf(page);
  for (const key of ['1', '2', 'l', '/']) await page.keyboard.press(key);
  expect(await handOf(page)).toEqual(hand);
  expect(await page.getByTestId('commands').count()).toBe(0);
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('hand-card');

  // From the settings it opens, too, for those who know of no key.
  await page.getByTestId('settings').click();
  await page.getByTestId('show-keys').click();
  await list.waitFor();
  await page.keyboard.press('Escape');

  await page.keyboard.press('c');
  await page.waitForFunction(() => (document.activeElement as HTMLElement | null)?.dataset.testid === 'chat-input');
  await page.keyboard.type('cl/?1');
  await expect(page.getByTestId('chat-input')).toHaveValue('cl/?1');
});

test('a whole trick by typed commands', async ({ visit }) => {
  const page = await visit(DESKTOP, 'about:blank');
  await openTable(page, { players: 2 }, { rated: false });
  await dealt(page);
  expect(await awaitTurn(page)).toBe('turn');
  await still(page);
  await page.getByTestId('hand-card').first().focus();
  await page.keyboard.press('/');
  await page.waitForFunction(() => (document.activeElement as HTMLElement | null)?.dataset.testid === 'command');
  expect(await ask(page, 'hand')).toMatch(/10 cards: (three|two|ace|king|knight|jack|seven|six|five|four) of /);
  expect(await ask(page, 'who')).toMatch(/It is your turn\..*you, 10 cards/);
  expect(await ask(page, 'score')).toMatch(/Match: /);
  expect(await ask(page, 'fish')).toMatch(/is no command/);
  expect(await ask(page, 'out')).toMatch(/Cards still out/);
  // More than fits above the hand.
  expect(await ask(page, 'coach')).toMatch(/The most points win: .* The strongest card of the suit led takes the trick/);
  expect(await ask(page, 'order')).toMatch(/Strongest first: 3 = ⅓, 2 = ⅓, A = 1/);
  await accessible(page, 'commands');
  const card = await page.locator('[data-testid="hand-card"][data-legal="true"]').first().getAttribute('data-card');
  expect(await ask(page, `${card}`.toLowerCase())).toMatch(/You play: /);
  await page.locator(`[data-testid="hand-card"][data-card="${card}"]`).waitFor({ state: 'detached' });
  expect(await awaitTurn(page)).toBe('turn');
  await still(page);
  expect(await ask(page, 'may')).toMatch(/You may play: /);
  await page.keyboard.press('Escape');
  await page.getByTestId('commands').waitFor({ state: 'detached' });
  await page.waitForFunction(() => (document.activeElement as HTMLElement | null)?.dataset.testid === 'hand-card');
  // After the first trick there is one to look at.
  await page.getByTestId('last-trick').waitFor();
  await page.keyboard.press('l');
  await page.locator('.content:popover-open').waitFor();
  await page.keyboard.press('l');
  await page.locator('.content:popover-open').waitFor({ state: 'detached' });
});

test('on a phone the list and the line fit', async ({ visit }) => {
  const page = await visit(PHONE, 'about:blank');
  await openTable(page, { players: 2 });
  await dealt(page);
  await page.getByTestId('settings').tap();
  await page.getByTestId('show-keys').tap();
  await page.getByTestId('keys-dialog').waitFor();
  expect(await overflow(page)).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByTestId('keys-dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await page.getByTestId('command').waitFor();
  await ask(page, 'who');
  expect(await overflow(page)).toBe(0);
});
