/** A whole deal, the next one and a word to the table, with nothing but keys. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { boxOf, overflow, scrollable } from './support/page.ts';
import { DESKTOP, MOVING } from './support/sizes.ts';
import { awaitTurn, playByArrows, playByDigit } from './support/playing.ts';
import { dealt, openTable, still } from './support/table.ts';

function focused(page: Page) {
  return page.evaluate(() => ({
    id: (document.activeElement as HTMLElement | null)?.dataset.testid ?? document.activeElement?.tagName,
    visible: document.activeElement?.matches(':focus-visible'),
  }));
}

/** Tabs until the focus is there. */
async function tabTo(page: Page, id: string) {
  for (let n = 0; n < 40; n += 1) {
    await page.keyboard.press('Tab');
    if ((await focused(page)).id === id) return;
  }
  assert.fail(`Tab does not lead to ${id}`);
}

test('one deal by keys alone, with words for everything', async ({ visit }) => {
  const page = await visit({ ...DESKTOP, ...MOVING }, 'about:blank');
  await openTable(page, { players: 3 });
  await dealt(page);
  // Everything that is said politely.
  await page.evaluate(() => {
    window.heard = [];
    const live = document.querySelector<HTMLElement>('[data-testid="live"]');
    if (!live) throw new Error('nothing is announced');
    new MutationObserver(() => window.heard.push(live.textContent)).observe(live, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  expect(await awaitTurn(page)).toBe('turn');
  await tabTo(page, 'hand-card');
  const ring = await page.evaluate(() => {
    const { outlineColor, outlineWidth, outlineOffset, boxShadow } = getComputedStyle(document.activeElement ?? document.body);
    return { outlineColor, outlineWidth, outlineOffset, boxShadow };
  });
  // Cream outside of the card, with a dark line on both sides of it.
  expect(ring).toEqual({
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
    expect(await focused(page), `after card ${plays}`).toEqual({ id: 'hand-card', visible: true });
  }
  expect(plays).toBe(13);
  await page.getByTestId('result').waitFor();
  await page.waitForFunction(() => (document.activeElement as HTMLElement | null)?.dataset.testid === 'result');

  const heard = (await page.evaluate(() => window.heard)).join(' ');
  expect(heard).toMatch(/[^.]+ plays the (three|two|ace|king|knight|jack|seven|six|five|four) of (coppe|spade|bastoni|denari)\./);
  expect(heard).toMatch(/draws the /);
  expect(heard).toMatch(/takes the trick: /);
  expect(heard).toMatch(/It is your turn\./);
  // Thirds are said where they decide.
  expect(heard).toMatch(/You (won|lost) [\d⅓⅔]+(\s:\s[\d⅓⅔]+ \([^)]+\)){2}[.!]|A shared win, /);
  const said = heard.match(/ plays the /g)?.length ?? 0;
  expect(said, `${said} of the 39 cards were said (those before the page listened were not)`).toBeGreaterThanOrEqual(36);

  await page.keyboard.press('Tab');
  expect((await focused(page)).id).toBe('again');
  await page.keyboard.press('Enter');
  await dealt(page);
  await page.getByTestId('result').waitFor({ state: 'detached' });
  await page.waitForFunction(() => (document.activeElement as HTMLElement | null)?.dataset.testid === 'hand-card');

  await tabTo(page, 'tab-chat');
  await page.keyboard.press('Enter');
  await tabTo(page, 'chat-input');
  // Digits are text here, no cards.
  await page.keyboard.type('1 lep pozdrav');
  await page.keyboard.press('Enter');
  await page.getByTestId('chat').getByText('1 lep pozdrav').waitFor();
  expect((await focused(page)).id).toBe('chat-input');
  await expect(page.getByTestId('hand-card')).toHaveCount(10);
});

test('from the front page to the replay without a mouse', async ({ visit }) => {
  const page = await visit(DESKTOP);
  await page.getByTestId('play-now').waitFor();
  await tabTo(page, 'play-now');
  await page.keyboard.press('Enter');
  await dealt(page);
  let plays = 0;
  while ((await awaitTurn(page)) === 'turn') {
    if (plays === 0) await tabTo(page, 'hand-card');
    await (plays % 2 === 0 ? playByArrows(page) : playByDigit(page));
    plays += 1;
  }
  expect(plays).toBe(20);
  await page.waitForFunction(() => (document.activeElement as HTMLElement | null)?.dataset.testid === 'result');
  await tabTo(page, 'look');
  await page.keyboard.press('Enter');
  await page.getByTestId('replay').waitFor();
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector<HTMLElement>('[data-testid=replay]')?.dataset.step === '40');
});

test('leaving asks first, in the page', async ({ visit, faults }) => {
  const page = await visit(DESKTOP, 'about:blank');
  await openTable(page, { players: 2 });
  await dealt(page);
  await still(page);
  page.on('dialog', () => faults.push(new Error('a dialog of the browser')));
  await tabTo(page, 'leave');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect((await focused(page)).id).toBe('leave-yes');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect((await focused(page)).id).toBe('leave');
  await expect(page.getByTestId('hand-card')).toHaveCount(10);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/');
});

test('the rules open beside the table, which stays as it is', async ({ visit }) => {
  const page = await visit(DESKTOP, 'about:blank');
  await openTable(page, { players: 4 });
  await dealt(page);
  await still(page);
  await tabTo(page, 'open-rules');
  await page.keyboard.press('Enter');
  const drawer = page.getByTestId('rules-drawer');
  await drawer.locator('#play').waitFor();
  expect((await focused(page)).id).toBe('rules-drawer');
  const [rules, hand] = [await boxOf(drawer), await boxOf(page.getByTestId('hand'))];
  expect(hand.x + hand.width, 'nothing of the table is covered').toBeLessThanOrEqual(rules.x);
  const text = await boxOf(drawer.locator('.idea'));
  expect(text.width, 'the text has the width of the drawer').toBeGreaterThan(0.8 * rules.width);
  await expect(page.getByTestId('hand-card')).toHaveCount(10);
  expect([await overflow(page), await scrollable(page)]).toEqual([0, 0]);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  expect((await focused(page)).id).toBe('open-rules');
});
