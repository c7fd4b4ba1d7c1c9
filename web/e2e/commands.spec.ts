/** The keys of a table, their list, and the line for typed commands. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { overflow } from './support/page.ts';
import { DESKTOP, PHONE } from './support/sizes.ts';
import { accessible } from './support/accessibility.ts';
import { FOUR, roles, saying } from './support/calledKing.ts';
import { awaitTurn, handOf } from './support/playing.ts';
import { SocketTable } from './support/socketTable.ts';
import { type GameOptions, anotherTable, becomeGuest, dealt, openTable, still } from './support/table.ts';

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
  await page.keyboard.press('Escape');
  expect(await focused(page)).toBe('hand-card');
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

/** Reads what has been said at the table so far. */
function heard(page: Page): Promise<string> {
  return page.getByTestId('live').evaluate((live) => live.textContent);
}

/** Waits until something may be done, and returns what can be typed; nothing when the deal is over. */
async function mayNow(page: Page): Promise<string | undefined> {
  for (;;) {
    const before = await heard(page);
    const may = await ask(page, 'may');
    if (may.includes('No deal is being played')) return undefined;
    if (!/not your turn|on its way/.test(may)) return may;
    await page.waitForFunction((text) => document.querySelector('[data-testid="live"]')?.textContent !== text, before, { polling: 30 });
  }
}

/** Returns the first of the items that a sentence lists after these words. */
function firstOf(text: string, words: string): string | undefined {
  return text.split(words)[1]?.split(/[,.;]/)[0]?.trim();
}

/** Does the first of what can be typed, until the deal is over; returns the questions that were answered. */
async function playByEar(page: Page): Promise<string[]> {
  const answered: string[] = [];
  for (let may = await mayNow(page); may !== undefined; may = await mayNow(page)) {
    const question = /[^.?:]*[?:]/.exec(may.replace(/^may\s*/, ''))?.[0] ?? '';
    const done = may.includes('Type “done”') ? 'done' : undefined;
    const group = may.includes('number of a group') ? '1' : undefined;
    const discards = firstOf(may.replace(/^.*one by one, from/, 'from'), 'from:');
    const line = done ?? group ?? discards ?? firstOf(may, 'Type:') ?? firstOf(may, 'You may play:') ?? '';
    answered.push(question.trim());
    const answer = await ask(page, line);
    if (answer.includes('can take:')) await ask(page, `${line} *`);
    expect(answer, may).not.toMatch(/is no command|cannot|not your turn/);
  }
  return answered;
}

/** Opens the line for commands, in which the focus stays from then on. */
async function openLine(page: Page): Promise<void> {
  await page.keyboard.press('/');
  await page.waitForFunction(() => (document.activeElement as HTMLElement | null)?.dataset.testid === 'command');
}

for (const game of [
  { name: 'trset', options: { players: 2, declarations: true } },
  { name: 'trset', options: { variant: 'kifameno', players: 4 } },
  { name: 'tarok', options: { deals: 2 } },
  { name: 'tablic', options: { players: 3 } },
] as const satisfies GameOptions[]) {
  test(`a deal of ${JSON.stringify(game)} by ear and commands alone, and the next`, async ({ visit }) => {
    const page = await visit(DESKTOP, 'about:blank');
    await becomeGuest(page);
    await anotherTable(page, { game, rated: false });
    await dealt(page);
    await openLine(page);
    const answered = await playByEar(page);
    expect(answered.length).toBeGreaterThan(5);
    await page.getByTestId('result').waitFor();
    expect(await heard(page)).toMatch(/The deal is over|wins|won|lost|Klop|make|fail/);
    expect(await ask(page, 'next')).toMatch(/You want to play on/);
    await page.getByTestId('result').waitFor({ state: 'detached' });
    await mayNow(page);
    expect(await ask(page, 'hand')).toMatch(/cards: /);
  });
}

test('the declarer of tarok for four decides everything by typing', async ({ visit }) => {
  const party = await SocketTable.of(visit, FOUR, roles());
  const { declarer, defenders, king } = party.roles;
  party.play(saying({ [defenders[0] ?? 0]: ['raise:game'] }, king), declarer);
  const page = await party.page(declarer, DESKTOP);
  await openLine(page);
  expect(await mayNow(page)).toMatch(/What do you bid\?|What do you play\?/);
  expect(await heard(page)).toMatch(/It is your turn\. (You won the bidding\. )?What do you (bid|play)\?/);
  expect(await ask(page, 'klop klop')).toMatch(/is no command/);
  await ask(page, 'two');
  if ((await mayNow(page))?.includes('What do you play')) await ask(page, 'two');
  expect(await mayNow(page)).toMatch(/Which king do you call\? Type: /);
  await ask(page, `call ${king}`);
  expect(await mayNow(page)).toMatch(/Type the number of a group\. 1: .*; 2: .*; 3: /);
  await ask(page, 'take 2');
  expect(await ask(page, 'contract')).toMatch(/plays, two, called: king of/);
  for (let may = await mayNow(page); may?.includes('Discard'); may = await mayNow(page)) {
    await ask(page, may.includes('Type “done”') ? 'done' : (firstOf(may, 'from:') ?? ''));
  }
  expect(await mayNow(page)).toMatch(/What do you announce\? Type: trula, kings/);
  await ask(page, 'announce trula, kings');
  expect(await mayNow(page)).toMatch(/Type: re two/);
  expect(await ask(page, 'announced')).toMatch(/game, kontra ×2; trula; kings/);
  // Escape leads to the panel that waits, not to the hand.
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement?.closest('[data-testid="tarok-panel"]') !== null);
  await openLine(page);
  await ask(page, 're');
  await mayNow(page);
  expect(await ask(page, 'announced')).toMatch(/game, re ×4/);
  const answered = await playByEar(page);
  expect(answered.filter((question) => question.startsWith('You may play')).length).toBeGreaterThan(10);
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
