/** Names, options, buttons and cards are seen whole, at all sizes. */
import type { Page } from '@playwright/test';
import type { CreatedTable, GameOptions } from '../src/lib/protocol';
import { expect, test } from './support/fixtures.ts';
import { boxOf, overflow, settled, wholeLobby } from './support/page.ts';
import { recordOf } from './support/record.ts';
import { DESKTOP, FLAT, PHONE, SMALL } from './support/sizes.ts';
import { playOut } from './support/socketPlay.ts';
import { UNHURRIED, anotherTable, becomeGuest, dealt, post, still } from './support/table.ts';

const LONG_NAME = 'Bartolomej Koprivščanski';
const TAROK: GameOptions = { name: 'tarok', options: {} };
const SIZES = { DESKTOP, PHONE, SMALL, FLAT };

/** Returns the words that are cut off there, or broken without a hyphen. */
async function spoiled(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((names) =>
    names.flatMap((name) => {
      const text = name.textContent;
      // The label of a button may stand behind marks of the page's own.
      const node = [...name.childNodes].find((one) => one instanceof Text && one.data !== '');
      if (!node || name.getBoundingClientRect().width < 1) return [];
      const room = name.closest('th, .row > *, .capture > *, .line')?.getBoundingClientRect();
      const tops: number[] = [];
      const faults: string[] = [];
      for (let n = 0; n < text.length; n += 1) {
        const range = document.createRange();
        range.setStart(node, n);
        range.setEnd(node, n + 1);
        // The first letter of a line comes with the hyphen of the line before.
        const box = [...range.getClientRects()].at(-1);
        if (!box || box.width === 0 || text[n] === '\u00ad') continue;
        if (room && (box.left < room.left - 1 || box.right > room.right + 1)) faults.push(`${text} leaves its column at ${text[n]}`);
        const before = tops.at(-1) ?? box.top;
        if (box.top > before + 4 && !/[\u00ad\s]/.test(text[n - 1] ?? '')) faults.push(`${text} is broken before ${text.slice(n)}`);
        tops.push(box.top);
      }
      if (name.scrollWidth > name.clientWidth + 1 && getComputedStyle(name).overflowX !== 'visible') faults.push(`${text} is cut off`);
      return faults;
    }),
  );
}

const NAMES = '[data-testid="result-table"] :is(.name:not(.card), .name .button), .log bdi';

for (const [name, game] of [
  ['tršet for four', { name: 'trset', options: { players: 4 } }],
  ['tarok for three', TAROK],
  ['tarok for four', { name: 'tarok', options: { players: 4 } }],
] as [string, GameOptions][]) {
  test(`a long name is whole in the log and the result of ${name}, and hands and buttons in its replay`, async ({ visit }) => {
    const page = await visit(DESKTOP, 'about:blank');
    await becomeGuest(page, LONG_NAME);
    await anotherTable(page, { game, rated: false });
    await dealt(page);
    await playOut(page);
    const { id } = await recordOf(page);
    await page.waitForFunction(
      (words) => document.querySelector('[data-testid="result-table"]')?.textContent.replaceAll('\u00ad', '').includes(words),
      LONG_NAME,
    );
    for (const [size, { viewport }] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport);
      await settled(page);
      expect(await spoiled(page, NAMES), size).toEqual([]);
    }
    for (const [size, options] of Object.entries({ PHONE, SMALL, FLAT })) {
      const other = await visit(options, `/game/${id}?move=1`);
      const { viewport } = options;
      await other.getByTestId('replay').waitFor();
      await settled(other);
      if (game.name === 'tarok') {
        // The decision stands where the undealt cards lie.
        await expect(other.getByTestId('tarok-panel')).toBeVisible();
        expect(await seenIn(other, 'stock'), 'no card lies under the decision').toBe(0);
      }
      const stage = await boxOf(other.getByTestId('stage'));
      expect(stage.height, `board and buttons fit in the window: ${size}`).toBeLessThanOrEqual(viewport.height);
      for (const button of await other.getByTestId('stage').locator('button.button:not(.small)').all()) {
        const { width, height } = await boxOf(button);
        expect(Math.min(width, height), `${size}: ${await button.getAttribute('aria-label')}`).toBeGreaterThanOrEqual(43);
      }
      expect(await unreadable(other), `the speed can be read: ${size}`).toBe(false);
      expect(await other.locator('.keys').isVisible(), 'no keys are named by touch').toBe(false);
      expect(await spoiled(other, '.log bdi'), size).toEqual([]);
      expect(await overflow(other)).toBe(0);
      await other.context().close();
    }
  });
}

/** Returns the number of cards of a zone that are to be seen. */
async function seenIn(page: Page, zone: string): Promise<number> {
  return page
    .locator(`[data-layer="cards"] [data-zone="${zone}"]`)
    .evaluateAll((cards) => cards.filter((card) => getComputedStyle(card).opacity !== '0').length);
}

/** True if the chosen speed has less room than its words need. */
async function unreadable(page: Page): Promise<boolean> {
  return page.getByTestId('replay-speed').evaluate((select: HTMLSelectElement) => {
    const style = getComputedStyle(select);
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) throw new Error('there is no canvas');
    pen.font = style.font;
    const words = Math.max(...[...select.options].map(({ text }) => pen.measureText(text).width));
    // The arrow takes about a letter's height.
    return words + parseFloat(style.fontSize) > select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  });
}

for (const [size, options] of Object.entries(SIZES)) {
  test(`nothing lies under the invitation of a table of tarok: ${size}`, async ({ visit }) => {
    const page = await visit(options, 'about:blank');
    await becomeGuest(page, LONG_NAME);
    await anotherTable(page, { game: TAROK, rated: false, bots: null });
    await page.getByTestId('invite').waitFor();
    await settled(page);
    await expect(page.locator('[data-layer="cards"] [data-zone="stock"]').first()).toBeAttached();
    expect(await seenIn(page, 'stock')).toBe(0);
    // Once cards are dealt the talon lies there.
    await page.getByTestId('fill').click();
    await dealt(page);
    await still(page);
  });
}

test('options and clock of a table are whole in lobby and own tables, at 390 and 320 pixels', async ({ visit }) => {
  const host = await visit(PHONE, '/');
  await becomeGuest(host, LONG_NAME);
  const game = { name: 'trset', options: { players: 4, declarations: true, target: 41 } };
  const { table } = await post<CreatedTable>(host, '/api/tables', { game, rated: false, clock: UNHURRIED });
  await host.goto(`/table/${table}?sit`);
  await host.getByTestId('invite').waitFor();
  const other = await visit(PHONE, '/');
  for (const [page, list] of [
    [host, '[data-testid="own-tables"] [data-testid="lobby-table"]'],
    [other, '[data-testid="lobby-table"]'],
  ] as const) {
    await page.goto('/');
    await wholeLobby(page);
    // Players of other tests have the same name.
    const row = page.locator(list).filter({ has: page.locator(`a[href*="${table}"]`) });
    await row.waitFor();
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await settled(page);
      const line = row.locator('.line');
      await expect(line).toContainText(page === other ? /not rated.*10 min/ : /not rated/);
      expect(
        await line.evaluate((node) => node.scrollWidth <= node.clientWidth && node.scrollHeight <= node.clientHeight + 1),
        `${width}`,
      ).toBe(true);
      const [text, go] = [await boxOf(line), await boxOf(row.locator('.go'))];
      expect(text.x + text.width).toBeLessThanOrEqual(Math.max(go.x, text.x) + 1);
    }
    expect(await overflow(page)).toBe(0);
  }
});
