/** The sizes of a first visit and of a table, compressed: the page without the card drawings, the drawings, the whole front page, all that a table fetches. */
import { expect, test } from './support/fixtures.ts';
import { readFile, readdir } from 'node:fs/promises';
import type { GameOptions } from '../src/lib/protocol';
import { basename, extname, join } from 'node:path';
import { type IncomingMessage, get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { DESKTOP } from './support/sizes.ts';
import { anotherTable, becomeGuest, dealt } from './support/table.ts';

const DIST = process.env.VZETEK_DIST ?? join(import.meta.dirname, '../dist');
const PAGE_KB = 150;
const DRAWINGS_KB = 80;
/** All fonts, for languages with letters beyond those of English. */
const FONTS_KB = 56;
/** The front page with the cards of all its games and a table in play, in KiB. */
const FRONT_KIB = 160;
/** All that comes over the line until a table of whichever game stands there with hand and pictures, the page included. */
const TABLE_KB = 260;

const sizeOf = async (name: string) => gzipSync(await readFile(join(DIST, name))).length;

/** The names of the parts that a script cannot run without. */
async function needs(name: string): Promise<string[]> {
  if (!name.endsWith('.js')) return [];
  const source = await readFile(join(DIST, name), 'utf8');
  const imports = source.matchAll(/(?:^|[;}\s])(?:import|export)\s*(?:[\w$*{][^"'()]*?from\s*)?["']\.\/([^"']+)["']/g);
  return [...imports].map((found) => `assets/${found[1]}`);
}

/** Everything that the named parts lead to without being asked. */
async function closure(names: readonly string[]): Promise<string[]> {
  const all = new Set(names);
  for (const name of all) for (const more of await needs(name)) all.add(more);
  return [...all];
}

test('a first visit is light', async () => {
  const index = await readFile(join(DIST, 'index.html'), 'utf8');
  const asked = [...index.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(asked.some((name) => name.endsWith('.js')) && asked.some((name) => name.endsWith('.css')), index).toBe(true);
  const built = await readdir(join(DIST, 'assets'));
  // Of the languages the heaviest counts.
  const words = built.filter((name) => /^(sl|hr|sr|it|en)-[\w-]+\.js$/.test(name));
  expect(words.length, 'the catalogues are parts of their own').toBeGreaterThanOrEqual(5);
  const heaviest = Math.max(...(await Promise.all(words.map((name) => sizeOf(`assets/${name}`)))));

  // The letters of English come with the page, the others when they are to be seen.
  const fonts = built.filter((name) => name.endsWith('.woff2')).map((name) => `assets/${name}`);
  const first = fonts.filter((name) => asked.includes(name));
  expect([fonts.length, first.length], `one of two fonts is asked for at once: ${fonts}`).toEqual([2, 1]);
  const parts = await closure(['index.html', ...asked, ...fonts]);
  const drawings = parts.filter((name) => basename(name).startsWith('drawings-'));
  expect(drawings, 'the drawings are a part of their own').toHaveLength(1);
  let page = heaviest;
  for (const name of parts) if (!drawings.includes(name)) page += await sizeOf(name);
  const weight = (await Promise.all(fonts.map(sizeOf))).reduce((all, one) => all + one, 0);
  expect(weight, `the fonts are ${weight} bytes`).toBeLessThanOrEqual(FONTS_KB * 1000);
  const deck = await sizeOf(drawings[0] ?? '');
  expect(page, `the first load is ${page} bytes`).toBeLessThanOrEqual(PAGE_KB * 1000);
  expect(deck, `the drawings are ${deck} bytes`).toBeLessThanOrEqual(DRAWINGS_KB * 1000);

  // Those of tarok and tablić come when the game is to be seen; all packs together keep to the same limit.
  const later = built.filter((name) => /^(court|tarok|french)-drawings-[\w-]+\.js$/.test(name));
  expect(later.length, 'the drawings of tarok and tablić, and those they share, are parts of their own').toBe(3);
  let all = deck;
  for (const name of later) {
    expect(parts, 'nobody fetches them before they are needed').not.toContain(`assets/${name}`);
    all += await sizeOf(`assets/${name}`);
  }
  expect(all, `all drawings are ${all} bytes`).toBeLessThanOrEqual(DRAWINGS_KB * 1000);
  const miniature = built.filter((name) => /^Miniature-[\w-]{8}\.(js|css)$/.test(name)).map((name) => `assets/${name}`);
  expect(miniature.length, 'the table in play is a part of its own').toBe(2);
  let front = page + all;
  for (const name of await closure(miniature)) {
    if (!parts.includes(name) && !basename(name).includes('drawings-')) front += await sizeOf(name);
  }
  expect(front, `the front page is ${front} bytes`).toBeLessThanOrEqual(FRONT_KIB * 1024);
  const french = later.find((name) => name.startsWith('french-'));
  expect(french, 'the drawings of tablić are a part of their own').toBeDefined();
  const fetched = await closure([`assets/${french}`]);
  expect(
    fetched.some((name) => basename(name).startsWith('tarok-')),
    'tablić does not bring the taroks along',
  ).toBe(false);
});

/** What the server answers at this address to a client that takes these codings: undecoded, as no browser shows it. */
async function coded(address: string, takes?: string) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address, { headers: takes === undefined ? {} : { 'accept-encoding': takes } }, resolve).on('error', reject);
  });
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

test('what is text comes in the shortest form that the client takes', async ({ baseURL }) => {
  const all = await readdir(DIST, { recursive: true });
  expect(all.filter((name) => name.endsWith('.map'))).toEqual([]);
  const texts = all.filter((name) => /\.(js|css|html|svg|json)$/.test(name));
  const kinds = new Set<string>();
  for (const name of texts) {
    const address = new URL(name === 'index.html' ? '/' : name, baseURL).href;
    const text = await readFile(join(DIST, name));
    const long = text.length >= 1024;
    const first = !kinds.has(`${extname(name)} ${long}`);
    kinds.add(`${extname(name)} ${long}`);
    const clients = [
      ['gzip, deflate, br', 'br'],
      ['GZIP;q=0.5', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['deflate, br; q=0.0', undefined],
      [undefined, undefined],
    ] as const;
    // Of each kind the first is asked for in every way.
    for (const [takes, coding] of first ? clients : clients.slice(0, 1)) {
      const { headers, body } = await coded(address, takes);
      const told = `${name} for ${takes}`;
      expect(headers.vary?.toLowerCase(), told).toContain('accept-encoding');
      expect(headers['content-encoding'], told).toBe(long ? coding : undefined);
      const read = headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : coding && long ? gunzipSync(body) : body;
      expect(read.equals(text), told).toBe(true);
      if (long && coding) expect(body.length, told).toBeLessThan(text.length);
    }
    // The other forms have no addresses of their own.
    if (first) for (const end of ['.br', '.gz']) expect((await coded(address + end)).status, name + end).toBe(404);
  }
  expect(kinds, 'scripts, styles, the page and pictures').toEqual(new Set([...kinds, '.js true', '.css true', '.html true', '.svg true']));
});

const GAMES: readonly [name: string, game: GameOptions][] = [
  ['tršet', { name: 'trset', options: { players: 4 } }],
  ['kifameno', { name: 'trset', options: { variant: 'kifameno', players: 4 } }],
  ['tarok', { name: 'tarok', options: {} }],
  ['tablić', { name: 'tablic', options: { players: 4 } }],
];

for (const [name, game] of GAMES) {
  test(`a table of ${name} is light`, async ({ visit }) => {
    // In the language with the most bytes; the drawings of all letters come along.
    const page = await visit({ ...DESKTOP, locale: 'sl-SI' }, 'about:blank');
    await becomeGuest(page);
    const answers: Promise<{ url: string; size: number }>[] = [];
    page.on('requestfinished', (request) => {
      if (request.url().startsWith('http'))
        answers.push(request.sizes().then(({ responseBodySize: size }) => ({ url: request.url(), size })));
    });
    await anotherTable(page, { game });
    await dealt(page);
    // The last to come, for nobody waits for it: the players' pictures.
    await page.waitForFunction(() => {
      const faces = [...document.querySelectorAll<HTMLElement>('[data-testid^="seat-"] .avatar .face')];
      return faces.length > 0 && faces.every((face) => face.style.backgroundImage !== '');
    });
    await page.waitForLoadState('networkidle');
    const fetched = await Promise.all(answers);
    for (const part of [/\/table\//, /\/site-.*\.js$/, /\/Table-.*\.js$/, /\/tarok-drawings-/]) {
      expect(
        fetched.some(({ url }) => part.test(url)),
        `${part} is among what was fetched`,
      ).toBe(true);
    }
    const weight = fetched.reduce((sum, { size }) => sum + size, 0);
    expect(weight, fetched.map(({ url, size }) => `${size} ${url}`).join('\n')).toBeLessThanOrEqual(TABLE_KB * 1000);
  });
}
