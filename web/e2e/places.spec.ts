/** Whole deals of every game at four sizes: nothing on the cloth leaves its place, and nothing lies over anything else. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { overflow, scrollable } from './support/page.ts';
import { unmoved, watchPlaces } from './support/layout.ts';
import type { GameOptions } from '../src/lib/protocol';
import { playByPress, playOn } from './support/playing.ts';
import { anotherTable, becomeGuest, dealt } from './support/table.ts';
import { playTwice } from './support/tablic.ts';
import { WAYS, asked, decided, playToEnd } from './support/tarok.ts';

const GAMES: readonly [name: string, game: GameOptions][] = [
  ['tršet for two', { name: 'trset', options: { players: 2 } }],
  ['kifameno for four', { name: 'trset', options: { variant: 'kifameno', players: 4 } }],
  ['tarok for three', { name: 'tarok', options: {} }],
  ['tarok for four', { name: 'tarok', options: { players: 4 } }],
  ['tablić', { name: 'tablic', options: { players: 2 } }],
];

/** Plays a deal to its end, whatever is asked. */
async function play(page: Page, game: GameOptions, touch: boolean) {
  if (game.name === 'tablic') return playOn(page, playTwice(touch));
  if (game.name === 'trset') return playOn(page, (p) => playByPress(p, touch));
  const way = touch ? WAYS.finger : WAYS.mouse;
  for (;;) {
    const name = await asked(page);
    if (name !== 'bidding' && name !== 'choosing') break;
    const pass = page.getByTestId('bid-pass');
    const answer =
      name === 'bidding' && (await pass.count()) > 0 ? pass : page.locator('[data-testid^="bid-"], [data-testid^="contract-"]').first();
    await way.press(page, answer);
    await decided(page, name);
  }
  return playToEnd(page, way);
}

const SIZES = ['@desktop', '@large', '@phone', '@small'];

for (const [name, game] of GAMES) {
  test(`nothing moves or is covered in a deal of ${name}`, { tag: SIZES }, async ({ visit, hasTouch }) => {
    const page = await visit({}, 'about:blank');
    await becomeGuest(page);
    await anotherTable(page, { game });
    await dealt(page);
    await watchPlaces(page);
    await play(page, game, hasTouch);
    await page.getByTestId('result').waitFor();
    await unmoved(page);
    expect([await overflow(page), await scrollable(page)]).toEqual([0, 0]);
  });
}
