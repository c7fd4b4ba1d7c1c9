/** A page enlarged four times: a table is a list of text there, and all of a deal is played in it. */
import type { Page } from '@playwright/test';
import type { GameOptions } from '../src/lib/protocol';
import { accessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { overflow, speak } from './support/page.ts';
import { playByArrows, playByDigit, playOn, type Way } from './support/playing.ts';
import { playToEnd, undertake, type Hand } from './support/tarok.ts';
import { playByButtons } from './support/tablic.ts';
import { anotherTable, becomeGuest, dealt } from './support/table.ts';

/** 1280 × 800, enlarged four times. */
const ENLARGED = { viewport: { width: 320, height: 200 } };

/** Nothing stands beside the window, and all words within what they belong to. */
async function readable(page: Page): Promise<void> {
  expect(await overflow(page)).toBe(0);
  const cut = await page.getByTestId('table-list').evaluate((list) => {
    const found: (string | null)[] = [];
    const texts = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const around = text.parentElement?.closest('button, li, p, td, th');
      // Words that are only heard, and those of a panel that is shut, are nowhere.
      if (!around || text.parentElement?.closest('.unseen, [popover]') || !text.parentElement?.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const [words, box] = [range.getBoundingClientRect(), around.getBoundingClientRect()];
      if (words.right > Math.min(window.innerWidth, box.right + 1)) found.push(text.textContent);
    }
    return found;
  });
  expect(cut).toEqual([]);
}

/** Decides with the mouse, and looks at the page before each decision. */
const LOOKING: Hand = {
  async press(page, button) {
    await readable(page);
    await button.click();
  },
  play: playByArrows,
};

for (const [name, language, game, way] of [
  ['tršet for two', 'hr', { name: 'trset', options: { players: 2 } }, playByArrows],
  ['kifameno for four', 'it', { name: 'trset', options: { variant: 'kifameno', players: 4 } }, playByDigit],
  ['tablić for two', 'sr', { name: 'tablic', options: { players: 2 } }, playByButtons()],
  ['tarok for three', 'en', { name: 'tarok', options: {} }, playByArrows],
  ['tarok for four', 'sl', { name: 'tarok', options: { players: 4 } }, playByArrows],
] as [string, string, GameOptions, Way][]) {
  test(`a deal of ${name} is played in a list`, async ({ visit }) => {
    const page = await visit({ ...ENLARGED, settings: { line: 'on' } }, 'about:blank');
    await speak(page, language);
    await becomeGuest(page);
    if (game.name === 'tarok') {
      await undertake(page, 'one', LOOKING, game.options);
      await playToEnd(page, LOOKING);
    } else {
      await anotherTable(page, { game, rated: false });
      await dealt(page);
      await page.getByTestId('table-list').waitFor();
      await playOn(page, way, 2);
      await readable(page);
      await accessible(page, 'list');
      await playOn(page, way);
    }
    await page.getByTestId('result').waitFor();
    await readable(page);
    await page.getByTestId('again').click();
    await page.getByTestId('result').waitFor({ state: 'detached' });
  });
}
