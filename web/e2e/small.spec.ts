/** The smallest windows and the largest letters: the hand comes first, and nothing is out of reach. */
import type { Page } from '@playwright/test';
import type { GameOptions } from '../src/lib/protocol';
import { type Visit, expect, test } from './support/fixtures.ts';
import { cutPanels } from './support/layout.ts';
import { boxOf, loaded, overflow, settled, speak } from './support/page.ts';
import { DESKTOP, PHONE } from './support/sizes.ts';
import { WAYS, asked, decided } from './support/tarok.ts';
import { anotherTable, becomeGuest, dealt, still } from './support/table.ts';
import { awaitTurn } from './support/playing.ts';
import type { VisitOptions } from './support/visit.ts';

/** The least width of a card that a finger finds. */
const FINGER_PX = 40;
const TAROK: GameOptions = { name: 'tarok', options: {} };
const FOUR: GameOptions = { name: 'tarok', options: { players: 4 } };
const TABLIC: GameOptions = { name: 'tablic', options: { players: 6 } };
const TRSET: GameOptions = { name: 'trset', options: { players: 4 } };

function telephone(width: number, height: number): VisitOptions {
  return { ...PHONE, viewport: { width, height } };
}

/** Has the browser write in letters of this size, as its settings do. */
async function writeIn(page: Page, px: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } });
}

/** Sits down where a coach speaks, and waits for the cards. */
async function sitDown(page: Page, game: GameOptions): Promise<void> {
  await becomeGuest(page, 'Bartolomej');
  await anotherTable(page, { game, rated: false });
  await dealt(page);
  await still(page);
}

async function open(visit: Visit, size: VisitOptions, game: GameOptions, letters = 16, language = 'en'): Promise<Page> {
  const page = await visit({ ...size, settings: { line: 'on' } }, 'about:blank');
  await speak(page, language);
  await writeIn(page, letters);
  await sitDown(page, game);
  return page;
}

/** Returns the width of the narrowest card of the hand, as far as no other one of its row lies over it. */
async function narrowest(page: Page): Promise<number> {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll('[data-testid="hand-card"]')].map((card) => card.getBoundingClientRect());
    return Math.min(
      ...boxes.map(({ left, right, bottom }, n) => {
        const next = boxes[n + 1];
        // A card that stands up is still one of its row.
        return next && next.left > left && Math.abs(next.bottom - bottom) < 24 ? Math.min(right, next.left) - left : right - left;
      }),
    );
  });
}

for (const [width, height, name, game, lamp] of [
  [375, 548, 'tarok', TAROK, false],
  [320, 480, 'tarok', TAROK, true],
  [320, 480, 'tablić for six', TABLIC, false],
  [667, 331, 'tršet', TRSET, false],
  [667, 375, 'tarok for four', FOUR, false],
  [844, 390, 'tarok for four', FOUR, false],
] as const) {
  test(`beside a coach every card of ${name} is as wide as a finger in ${width} × ${height}`, async ({ visit }) => {
    const page = await open(visit, telephone(width, height), game);
    expect(await narrowest(page)).toBeGreaterThanOrEqual(FINGER_PX - 0.5);
    const name = page.locator('[data-own="true"] .name');
    expect(await name.evaluate((words) => words.scrollWidth <= words.clientWidth + 1), 'the own name is whole').toBe(true);
    // Tarok asks for something else first.
    if (game.name === 'tarok') await asked(page);
    else expect(await awaitTurn(page)).toBe('turn');
    const coach = page.getByTestId('coach');
    if (lamp) {
      await expect(page.locator('.lamp.lit').getByTestId('open-help')).toBeVisible();
      await expect(coach).toHaveCount(0);
    } else {
      await expect(coach).toHaveText(/[.…]$/);
      // Its lines over the cloth are whole, cover no card and no plate, and go with the next press.
      const covered = await page.evaluate(() => {
        const said = document.querySelector('[data-testid="coach"]')?.getBoundingClientRect();
        return [...document.querySelectorAll('[data-testid="hand-card"], [data-place^="plate-"]')].flatMap((one) => {
          const box = one.getBoundingClientRect();
          const meet =
            said &&
            Math.min(said.right, box.right) - Math.max(said.x, box.x) > 1 &&
            Math.min(said.bottom, box.bottom) - Math.max(said.y, box.y) > 1;
          return meet ? [one.outerHTML.slice(0, 80)] : [];
        });
      });
      expect(covered).toEqual([]);
      expect(await coach.evaluate((line) => line.scrollHeight <= line.clientHeight)).toBe(true);
      await coach.tap();
      await expect(coach).toHaveCSS('opacity', '0');
    }
    await page.getByTestId('open-help').tap();
    await expect(page.getByTestId('coach-said')).toBeVisible();
    expect(await overflow(page)).toBe(0);
  });
}

/** Returns the words of buttons that are broken in the middle. */
async function broken(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-testid="tarok-panel"] button')].flatMap((button) => {
      const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word);
        }
      }
      return found;
    }),
  );
}

for (const [width, height, letters] of [
  [375, 548, 16],
  [320, 480, 16],
  [568, 320, 16],
  [390, 844, 32],
] as const) {
  test(`no answer is broken in the middle of a word in ${width} × ${height} with letters of ${letters} px`, async ({ visit }) => {
    const page = await open(visit, telephone(width, height), TAROK, letters, 'sl');
    for (let name = await asked(page); name === 'bidding' || name === 'choosing'; name = await asked(page)) {
      await still(page);
      const buttons = page.locator('[data-testid="tarok-panel"] button:not([data-testid="term"])');
      const count = await buttons.count();
      expect(count).toBeGreaterThan(0);
      expect(await broken(page)).toEqual([]);
      expect(await cutPanels(page)).toEqual([]);
      // The lowest bid, so that much is to be chosen from later.
      await WAYS.finger.press(page, buttons.nth(Math.min(1, count - 1)));
      await decided(page, name);
    }
  });
}

for (const [letters, where, size] of [
  [24, 'telephone', PHONE],
  [32, 'telephone', PHONE],
  [24, 'computer', DESKTOP],
  [32, 'computer', DESKTOP],
] as const) {
  test(`with letters of ${letters} px plates hold their words, and all seats and ways out can be pressed (${where})`, async ({ visit }) => {
    const page = await visit({ ...size, settings: { line: 'on' } }, 'about:blank');
    await writeIn(page, letters);
    await becomeGuest(page, 'Bartolomej');
    // No other player comes: the seats are free, and can be taken.
    await anotherTable(page, { game: FOUR, rated: false, bots: null });
    await page.getByTestId('leave').waitFor();
    await settled(page);
    expect(await leaving(page)).toEqual([]);
    const other = await visit(size, 'about:blank');
    await writeIn(other, letters);
    await other.goto(page.url());
    await other.locator('[data-testid^="sit-"]').first().waitFor();
    await settled(other);
    expect(await leaving(other)).toEqual([]);
    for (const seat of await other.locator('[data-testid^="sit-"]').all()) await seat.click({ trial: true });
    await sitDown(page, FOUR);
    expect(await leaving(page)).toEqual([]);
    expect(await narrowest(page)).toBeGreaterThanOrEqual(FINGER_PX - 0.5);
    await page.getByTestId('leave').click();
    await page.getByTestId('leave-no').click();
    expect(await overflow(page)).toBe(0);
  });
}

/** Returns what leaves its plate or, of the line above the table and the cloth, the window. */
async function leaving(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const out = (node: Element, { left, right, top, bottom }: DOMRect | Record<'left' | 'right' | 'top' | 'bottom', number>) => {
      const box = node.getBoundingClientRect();
      if (box.width < 2 || (box.left > left - 1 && box.right < right + 1 && box.top > top - 1 && box.bottom < bottom + 1)) return [];
      return [`${node.className} ${node.textContent}: ${JSON.stringify(box)}`];
    };
    const window = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const plates = [...document.querySelectorAll('[data-place^="plate-"]')];
    return [
      ...plates.flatMap((plate) => out(plate, window)),
      ...plates.flatMap((plate) =>
        [...plate.querySelectorAll(':scope > :is(.avatar, .name, .line, .figures, .empty, .sit)')].flatMap((part) =>
          out(part, plate.getBoundingClientRect()),
        ),
      ),
      ...[...document.querySelectorAll('header button, header a')].flatMap((button) => out(button, window)),
    ];
  });
}

/** Returns words that matter and are cut at the edge of their box. The marks beside the game are not among them: a press shows them whole. */
async function cutWords(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.empty, .written, h1')].flatMap((words) =>
      getComputedStyle(words).display !== 'inline' &&
      (words.scrollWidth > words.clientWidth + 1 || (words.matches('.empty') && words.scrollHeight > words.clientHeight + 3))
        ? [`${words.textContent.trim()}: ${words.scrollWidth} in ${words.clientWidth} px`]
        : [],
    ),
  );
}

test('free seats, the score and its target are never cut, in any language', async ({ visit }) => {
  const page = await visit({ ...DESKTOP, settings: { line: 'on' } }, 'about:blank');
  await becomeGuest(page, 'Ana');
  const games: GameOptions[] = [
    { name: 'trset', options: { players: 4, target: 21 } },
    { name: 'tablic', options: { players: 2, target: 101 } },
  ];
  for (const game of games) {
    await anotherTable(page, { game, private: true, bots: null });
    const reader = await visit(PHONE, page.url());
    await reader.getByTestId('invitation-watch').click();
    await reader.setViewportSize({ width: 1280, height: 800 });
    await expect(reader.getByTestId('way-out')).toBeVisible();
    for (const language of game.name === 'trset' ? ['sl', 'hr', 'sr', 'it', 'en'] : ['it']) {
      for (const [one, width, height] of [
        [page, 1280, 800],
        [page, 390, 844],
        [reader, 375, 667],
      ] as const) {
        await one.evaluate((chosen) => {
          window.localStorage.setItem('vzetek.language', chosen);
        }, language);
        await one.setViewportSize({ width, height });
        await one.reload();
        await one.locator('[data-testid^="free-"]').first().waitFor();
        await settled(one);
        expect(await cutWords(one), `${game.name}, ${language}, ${width}`).toEqual([]);
        expect(await leaving(one), `${game.name}, ${language}, ${width}`).toEqual([]);
      }
    }
    await page.getByTestId('leave').click();
  }
});

test('who is invited finds the answers in the window, on every small phone and in any language', async ({ visit }) => {
  const host = await visit(DESKTOP, 'about:blank');
  await becomeGuest(host, 'Bartolomej');
  await anotherTable(host, { game: FOUR, private: true, bots: null });
  const friend = await visit(telephone(320, 568), 'about:blank');
  for (const language of ['sl', 'hr', 'sr', 'it', 'en']) {
    await speak(friend, language);
    await friend.goto(host.url());
    await friend.getByTestId('invitation').waitFor();
    for (const [width, height] of [
      [320, 568],
      [360, 640],
      [375, 548],
      [844, 390],
      [568, 320],
    ] as const) {
      await friend.setViewportSize({ width, height });
      await settled(friend);
      const where = `${language}, ${width} × ${height}`;
      for (const answer of ['sit-join', 'invitation-watch']) await expect(friend.getByTestId(answer), where).toBeInViewport({ ratio: 1 });
      expect(await overflow(friend), where).toBe(0);
    }
  }
});

for (const language of ['en', 'sl', 'hr', 'sr', 'it']) {
  test(`the front page is never wider than its window (${language})`, async ({ visit }) => {
    const page = await visit({ viewport: { width: 280, height: 653 } }, 'about:blank');
    await speak(page, language);
    for (const [letters, width] of [
      [16, 280],
      [24, 280],
      [32, 280],
      [24, 390],
      [32, 390],
    ] as const) {
      await page.setViewportSize({ width, height: 653 });
      await writeIn(page, letters);
      await page.goto('/');
      await loaded(page);
      expect(await overflow(page), `letters of ${letters} px in ${width} px`).toBe(0);
      await expect(page.locator('header .brand')).toBeInViewport();
      const [brand, tools] = [await boxOf(page.locator('header .brand')), await boxOf(page.locator('header select'))];
      expect(tools.x >= brand.x + brand.width - 1 || tools.y >= brand.y + brand.height - 1, 'nothing covers the name').toBe(true);
    }
  });
}
