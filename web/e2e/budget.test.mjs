/** The sizes of a first visit and of a table, compressed: the page without the card drawings, the drawings, the whole front page, all that a table fetches. */
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { DESKTOP, launch, visit } from './browser.mjs';
import { anotherTable, becomeGuest, dealt } from './table.mjs';

const DIST = process.env.VZETEK_DIST ?? join(import.meta.dirname, '../dist');
const PAGE_KB = 150;
const DRAWINGS_KB = 80;
/** All fonts, for languages with letters beyond those of English. */
const FONTS_KB = 56;
/** The front page with the cards of all its games and a table in play. */
const FRONT_KB = 160;
/** All that comes over the line until a table of whichever game stands there with hand and pictures, the page included. */
const TABLE_KB = 260;

const sizeOf = async (name) => gzipSync(await readFile(join(DIST, name))).length;

/** The names of the parts that a script cannot run without. */
async function needs(name) {
  if (!name.endsWith('.js')) return [];
  const source = await readFile(join(DIST, name), 'utf8');
  const imports = source.matchAll(/(?:^|[;}\s])(?:import|export)\s*(?:[\w$*{][^"'()]*?from\s*)?["']\.\/([^"']+)["']/g);
  return [...imports].map((found) => `assets/${found[1]}`);
}

/** Everything that the named parts lead to without being asked. */
async function closure(names) {
  const all = new Set(names);
  for (const name of all) for (const more of await needs(name)) all.add(more);
  return [...all];
}

test('a first visit is light', async () => {
  const index = await readFile(join(DIST, 'index.html'), 'utf8');
  const asked = [...index.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((found) => found[1]);
  assert.ok(asked.some((name) => name.endsWith('.js')) && asked.some((name) => name.endsWith('.css')), index);
  const built = await readdir(join(DIST, 'assets'));
  // Of the languages the heaviest counts.
  const words = built.filter((name) => /^(sl|hr|it|en)-[\w-]+\.js$/.test(name));
  assert.ok(words.length >= 4, 'the catalogues are parts of their own');
  const heaviest = Math.max(...(await Promise.all(words.map((name) => sizeOf(`assets/${name}`)))));

  // The letters of English come with the page, the others when they are to be seen.
  const fonts = built.filter((name) => name.endsWith('.woff2')).map((name) => `assets/${name}`);
  const first = fonts.filter((name) => asked.includes(name));
  assert.deepEqual([fonts.length, first.length], [2, 1], `one of two fonts is asked for at once: ${fonts}`);
  const parts = await closure(['index.html', ...asked, ...fonts]);
  const drawings = parts.filter((name) => basename(name).startsWith('drawings-'));
  assert.equal(drawings.length, 1, 'the drawings are a part of their own');
  let page = heaviest;
  for (const name of parts) if (!drawings.includes(name)) page += await sizeOf(name);
  const weight = (await Promise.all(fonts.map(sizeOf))).reduce((all, one) => all + one, 0);
  console.log(`fonts ${(weight / 1000).toFixed(1)} kB of ${FONTS_KB}, counted with the page`);
  assert.ok(weight <= FONTS_KB * 1000, `the fonts are ${weight} bytes`);
  const deck = await sizeOf(drawings[0]);
  console.log(`page ${(page / 1000).toFixed(1)} kB of ${PAGE_KB}, drawings ${(deck / 1000).toFixed(1)} kB of ${DRAWINGS_KB}`);
  assert.ok(page <= PAGE_KB * 1000, `the first load is ${page} bytes`);
  assert.ok(deck <= DRAWINGS_KB * 1000, `the drawings are ${deck} bytes`);

  // Those of tarok and tablić come when the game is to be seen; all packs together keep to the same limit.
  const later = built.filter((name) => /^(court|tarok|french)-drawings-[\w-]+\.js$/.test(name));
  assert.equal(later.length, 3, 'the drawings of tarok and tablić, and those they share, are parts of their own');
  let all = deck;
  for (const name of later) {
    assert.ok(!parts.includes(`assets/${name}`), 'nobody fetches them before they are needed');
    all += await sizeOf(`assets/${name}`);
  }
  console.log(`drawings of all packs ${(all / 1000).toFixed(1)} kB of ${DRAWINGS_KB}`);
  assert.ok(all <= DRAWINGS_KB * 1000, `all drawings are ${all} bytes`);
  const miniature = built.filter((name) => /^Miniature-[\w-]{8}\.(js|css)$/.test(name)).map((name) => `assets/${name}`);
  assert.equal(miniature.length, 2, 'the table in play is a part of its own');
  let front = page + all;
  for (const name of await closure(miniature)) {
    if (!parts.includes(name) && !basename(name).includes('drawings-')) front += await sizeOf(name);
  }
  console.log(`the whole front page ${(front / 1000).toFixed(1)} kB of ${FRONT_KB}`);
  assert.ok(front <= FRONT_KB * 1000, `the front page is ${front} bytes`);
  const french = later.find((name) => name.startsWith('french-'));
  const fetched = await closure([`assets/${french}`]);
  assert.ok(!fetched.some((name) => basename(name).startsWith('tarok-')), 'tablić does not bring the taroks along');
});

for (const [name, game] of [
  ['tršet', { name: 'trset', options: { players: 4 } }],
  ['kifameno', { name: 'trset', options: { variant: 'kifameno', players: 4 } }],
  ['tarok', { name: 'tarok', options: {} }],
  ['tablić', { name: 'tablic', options: { players: 4 } }],
]) {
  test(`a table of ${name} is light`, async () => {
    const browser = await launch();
    // In the language with the most bytes; the drawings of all letters come along.
    const page = await visit(browser, { ...DESKTOP, locale: 'sl-SI' }, 'about:blank');
    await becomeGuest(page);
    const answers = [];
    page.on('requestfinished', (request) => {
      if (request.url().startsWith('http')) answers.push(request.sizes().then(({ responseBodySize: size }) => ({ url: request.url(), size })));
    });
    await anotherTable(page, { game });
    await dealt(page);
    // The last to come, for nobody waits for it: the players' pictures.
    await page.waitForFunction(() => {
      const faces = [...document.querySelectorAll('[data-testid^="seat-"] .avatar .face')];
      return faces.length > 0 && faces.every((face) => face.style.backgroundImage !== '');
    });
    await page.waitForLoadState('networkidle');
    const fetched = await Promise.all(answers);
    for (const part of [/\/table\//, /\/site-.*\.js$/, /\/Table-.*\.js$/, /\/tarok-drawings-/]) {
      assert.ok(fetched.some(({ url }) => part.test(url)), `${part} is among what was fetched`);
    }
    const weight = fetched.reduce((sum, { size }) => sum + size, 0);
    console.log(`a table of ${name} ${(weight / 1000).toFixed(1)} kB of ${TABLE_KB}, in ${fetched.length} answers`);
    assert.ok(weight <= TABLE_KB * 1000, fetched.map(({ url, size }) => `${size} ${url}`).join('\n'));
    assert.deepEqual(page.faults, []);
    await browser.close();
  });
}
