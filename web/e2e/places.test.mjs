/** Whole deals of every game at four sizes: nothing on the cloth leaves its place, and nothing lies over anything else. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PHONE, byId, launch, overflow, scrollable, visit } from './browser.mjs';
import { watchPlaces } from './cloth.mjs';
import { playByPress, playOn } from './play.mjs';
import { anotherTable, becomeGuest, dealt } from './table.mjs';
import { playTwice } from './tablic.mjs';
import { WAYS, asked, decided, playToEnd } from './tarok.mjs';

const SIZES = [
  { ...PHONE, viewport: { width: 360, height: 640 } },
  { ...PHONE, viewport: { width: 390, height: 844 } },
  { viewport: { width: 1280, height: 800 } },
  { viewport: { width: 1920, height: 1080 } },
];
const GAMES = [
  ['tršet for two', { name: 'trset', options: { players: 2 } }],
  ['kifameno for four', { name: 'trset', options: { variant: 'kifameno', players: 4 } }],
  ['tarok for three', { name: 'tarok', options: {} }],
  ['tarok for four', { name: 'tarok', options: { players: 4 } }],
  ['tablić', { name: 'tablic', options: { players: 2 } }],
];
let browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

/** Plays a deal to its end, whatever is asked. */
async function play(page, game, touch) {
  if (game.name === 'tablic') return playOn(page, playTwice(touch));
  if (game.name === 'trset') return playOn(page, (p) => playByPress(p, touch));
  const way = touch ? WAYS.finger : WAYS.mouse;
  for (;;) {
    const name = await asked(page);
    if (name !== 'bidding' && name !== 'choosing') break;
    const pass = byId(page, 'bid-pass');
    const answer = name === 'bidding' && (await pass.count()) > 0 ? pass : page.locator('[data-testid^="bid-"], [data-testid^="contract-"]').first();
    await way.press(page, answer);
    await decided(page, name);
  }
  return playToEnd(page, way);
}

for (const [name, game] of GAMES) {
  test(`nothing moves or is covered in a deal of ${name}`, async () => {
    await Promise.all(
      SIZES.map(async (size) => {
        const page = await visit(browser, { ...size, reducedMotion: 'reduce', settings: { pace: 'fast' } }, 'about:blank');
        await becomeGuest(page);
        await anotherTable(page, { game });
        await dealt(page);
        await watchPlaces(page);
        await play(page, game, Boolean(size.hasTouch));
        await byId(page, 'result').waitFor();
        const where = `${size.viewport.width} × ${size.viewport.height}`;
        const [wrong, looks] = await page.evaluate(() => [[...window.wrong], window.looks]);
        assert.deepEqual(wrong, [], where);
        assert.ok(looks > 10, `${where}: the deal was watched`);
        assert.deepEqual([await overflow(page), await scrollable(page)], [0, 0], where);
        assert.deepEqual(page.faults, []);
        await page.context().close();
      }),
    );
  });
}
