/**
 * Makes the pictures that messengers show with the link to a table, one a game, in
 * public/invitation, from the decks' own drawings; and in ../server/src/invitation what the
 * server writes the inviter's name under them with:
 *
 *     npx tsx tools/invitations.ts
 *
 * Needs Chromium (CHROMIUM names another than /usr/bin/chromium) and the font DejaVu Serif.
 *
 * `<game>.bin` is the upper part of a PNG of 8 bits a pixel: 256 colours of three bytes, the
 * last 16 of them from the rim of the picture to the colour of letters; the Adler-32 of the
 * rows, and the rows themselves, compressed, without an end. `letters.bin` is compressed, too:
 * for each letter its code, its width and the way to the next one (four, one and one byte),
 * and its rows, a byte from 0 to 15 for each pixel. `names.json` has what each game is called, by
 * language; a unit test compares it with the catalogues.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, deflateRawSync } from 'node:zlib';
import { type PageScreenshotOptions, chromium } from '@playwright/test';
import { createServer } from 'vite';
import { CHROMIUM } from '../e2e/support/chromium.ts';
import type { Pack } from '../src/lib/decks/style.svelte';

const SIZE = { width: 1200, height: 630 };
/** The height of the part above the name. */
const UPPER = 510;
const LETTER = { height: 88, size: 64, base: 66 };
/** The last colours of a picture: from the rim to the letters. */
const SHADES = 16;
const RIM = [58, 42, 33] as const;
const INK = [255, 246, 226] as const;
/** The scripts that there are letters for: Latin, Greek, Cyrillic, and what stands between words. */
const SCRIPTS = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x1cd, 0x1dc],
  [0x218, 0x21b],
  [0x370, 0x3e1],
  [0x3f0, 0x45f],
  [0x490, 0x493],
  [0x1e00, 0x1efb],
  [0x2010, 0x2027],
] as const;
const CARD = { width: 250, height: 417 };

const root = join(import.meta.dirname, '..');
const vite = await createServer({ root, server: { middlewareMode: true }, logLevel: 'error' });
type Draw = (card: string, size: 'full') => string;
const DRAW: Readonly<Record<Pack, Draw>> = {
  italian: (await vite.ssrLoadModule('/src/cards/packs/italian/draw.ts')).cardImage as Draw,
  tarok: (await vite.ssrLoadModule('/src/cards/packs/tarok/draw.ts')).tarokImage as Draw,
  french: (await vite.ssrLoadModule('/src/cards/packs/french/draw.ts')).frenchImage as Draw,
};
const { GAMES, GAME_NAMES, KINDS } = (await vite.ssrLoadModule('/src/games/index.ts')) as typeof import('../src/games');
await vite.close();

const styles = await readFile(join(root, 'src/app.css'), 'utf8');

/** Returns the colour of a game's cloth by day. */
function clothOf(kind: string): string {
  const [, colour] = new RegExp(`--game-${kind}: light-dark\\((#\\w+)`).exec(styles) ?? [];
  if (colour === undefined) throw new Error(`app.css has no cloth of ${kind}`);
  return colour;
}

/** Each game's cloth, and the cards that are held up. */
const INVITATIONS = Object.entries(KINDS).map(([kind, { game, invitation }]) => ({
  kind,
  cloth: clothOf(kind),
  draw: DRAW[GAMES[game].letters],
  cards: invitation,
}));

/** The cards as in a hand, all turned about a point below them. */
function fan(draw: Draw, cards: readonly string[]): string {
  const middle = (cards.length - 1) / 2;
  return cards
    .map((card, n) => {
      const turn = (n - middle) * 11;
      const at = `left:${(SIZE.width - CARD.width) / 2}px;top:118px;width:${CARD.width}px;height:${CARD.height}px`;
      return `<div style="position:absolute;${at};transform-origin:50% 210%;transform:rotate(${turn}deg)"><img src="${draw(card, 'full')}" alt=""></div>`;
    })
    .join('');
}

const browser = await chromium.launch(CHROMIUM);
const page = await browser.newPage({ viewport: SIZE });
await mkdir(join(root, 'public/invitation'), { recursive: true });
for (const { kind, cloth, draw, cards } of INVITATIONS) {
  const light = `radial-gradient(ellipse at 50% 35%, color-mix(in srgb, ${cloth} 78%, white), ${cloth} 55%, color-mix(in srgb, ${cloth} 72%, black))`;
  await page.setContent(
    `<style>*{margin:0}img{display:block;width:100%;height:100%;filter:drop-shadow(0 8px 14px rgb(0 0 0 / .4))}` +
      `body{position:relative;width:${SIZE.width}px;height:${SIZE.height}px;overflow:hidden;box-sizing:border-box;border:18px solid #3a2a21;background:${light}}</style>` +
      `<div style="position:absolute;inset:0;translate:-18px -18px">${fan(draw, cards)}</div>`,
  );
  await page.screenshot({ path: join(root, `public/invitation/${kind}.jpg`), type: 'jpeg', quality: 82 });
}

/** The pixels of what is drawn, four bytes each. */
async function pixels(clip: PageScreenshotOptions['clip'] & object): Promise<Buffer> {
  const png = await page.screenshot({ type: 'png', clip });
  const raw = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('nothing can be drawn');
    context.drawImage(image, 0, 0);
    let text = '';
    for (const byte of context.getImageData(0, 0, image.width, image.height).data) text += String.fromCharCode(byte);
    return btoa(text);
  }, png.toString('base64'));
  return Buffer.from(raw, 'base64');
}

function adler32(data: Uint8Array): number {
  let [a, b] = [1, 0];
  for (const byte of data) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return ((b << 16) | a) >>> 0;
}

/** The colours that a picture is shown best with, and for each pixel the nearest of them. */
function palette(rgba: Buffer, most: number) {
  const counts = new Map<number, number>();
  const count = (colour: number) => counts.get(colour) ?? 0;
  for (let at = 0; at < rgba.length; at += 4) {
    const [r, g, b] = [rgba.readUInt8(at), rgba.readUInt8(at + 1), rgba.readUInt8(at + 2)];
    const colour = ((r >> 2) << 12) | ((g >> 2) << 6) | (b >> 2);
    counts.set(colour, count(colour) + 1);
  }
  const part = (colour: number, which: number) => (colour >> (12 - 6 * which)) & 63;
  // Boxes of colours are halved until there are enough of them: the one with the most to lose first.
  const boxOf = (colours: number[]) => {
    const spans = [0, 1, 2].map((which) => {
      const values = colours.map((colour) => part(colour, which));
      return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
    });
    const pixelsOf = colours.reduce((sum, colour) => sum + count(colour), 0);
    const widest = spans.indexOf(Math.max(...spans));
    return { colours, widest, weight: (spans[widest] ?? 0) ** 2 * Math.sqrt(pixelsOf) };
  };
  const boxes = [boxOf([...counts.keys()])];
  while (boxes.length < most) {
    boxes.sort((one, other) => other.weight - one.weight);
    const [first] = boxes;
    if (!first || first.weight === 0) break;
    boxes.shift();
    const { colours, widest } = first;
    colours.sort((one, other) => part(one, widest) - part(other, widest));
    const half = colours.reduce((sum, colour) => sum + count(colour), 0) / 2;
    let [sum, at] = [0, 0];
    while (at < colours.length - 2 && sum + count(colours[at] ?? 0) < half) sum += count(colours[at++] ?? 0);
    boxes.push(boxOf(colours.slice(0, at + 1)), boxOf(colours.slice(at + 1)));
  }
  const means = boxes.map(({ colours }) => {
    const all = colours.reduce((sum, colour) => sum + count(colour), 0);
    const mean = (which: number) =>
      Math.round(colours.reduce((sum, colour) => sum + (part(colour, which) * 4 + 2) * count(colour), 0) / all);
    return [mean(0), mean(1), mean(2)] as const;
  });
  const nearest = new Map<number, number>();
  const find = (r: number, g: number, b: number) => {
    const key = (r << 16) | (g << 8) | b;
    const before = nearest.get(key);
    if (before !== undefined) return before;
    let [found, best] = [0, Infinity];
    for (const [at, mean] of means.entries()) {
      const far = 2 * (mean[0] - r) ** 2 + 4 * (mean[1] - g) ** 2 + 3 * (mean[2] - b) ** 2;
      if (far < best) [best, found] = [far, at];
    }
    nearest.set(key, found);
    return found;
  };
  return { means, find };
}

const server = join(root, '../server/src/invitation');
await mkdir(server, { recursive: true });
for (const { kind, cloth, draw, cards } of INVITATIONS) {
  // A plain cloth: the shades of a lighted one are more than there are colours.
  await page.setContent(
    `<style>*{margin:0}img{display:block;width:100%;height:100%}` +
      `body{position:relative;width:${SIZE.width}px;height:${SIZE.height}px;overflow:hidden;box-sizing:border-box;border:18px solid rgb(${RIM.join(' ')});background:${cloth}}</style>` +
      `<div style="position:absolute;inset:0;translate:-18px -44px">${fan(draw, cards)}</div>`,
  );
  const rgba = await pixels({ x: 0, y: 0, width: SIZE.width, height: UPPER });
  const { means, find } = palette(rgba, 256 - SHADES);
  const rows = Buffer.alloc(UPPER * (SIZE.width + 1));
  for (let y = 0; y < UPPER; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const at = 4 * (y * SIZE.width + x);
      rows[y * (SIZE.width + 1) + 1 + x] = find(rgba.readUInt8(at), rgba.readUInt8(at + 1), rgba.readUInt8(at + 2));
    }
  }
  const colours = Buffer.alloc(768);
  means.forEach((mean, at) => mean.forEach((value, which) => (colours[3 * at + which] = value)));
  for (let shade = 0; shade < SHADES; shade++) {
    RIM.forEach(
      (value, which) =>
        (colours[3 * (256 - SHADES + shade) + which] = Math.round(value + (((INK[which] ?? value) - value) * shade) / (SHADES - 1))),
    );
  }
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(adler32(rows));
  // Not at its end: the server goes on with the rows of the name.
  const packed = deflateRawSync(rows, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  await writeFile(join(server, `${kind}.bin`), Buffer.concat([colours, sum, packed]));
}

const letters = SCRIPTS.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, n) => String.fromCodePoint(first + n)));
const drawn = await page.evaluate(
  ({ letters, height, size, base }) => {
    const canvas = new OffscreenCanvas(2 * size + 2 * height, height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('nothing can be drawn');
    context.font = `${size}px "DejaVu Serif"`;
    context.fillStyle = '#fff';
    return letters.map((letter) => {
      const way = Math.round(context.measureText(letter).width);
      context.clearRect(0, 0, canvas.width, height);
      context.fillText(letter, 8, base);
      // A letter may reach over its own room, by up to eight pixels on either side.
      const width = way + 16;
      const { data } = context.getImageData(0, 0, width, height);
      return { way, width, alpha: Array.from({ length: width * height }, (_, n) => (data[4 * n + 3] ?? 0) >> 4) };
    });
  },
  { letters, ...LETTER },
);
const packed = drawn.flatMap(({ way, width, alpha }, n) => {
  const letter = letters[n] ?? '';
  // Letters that the font lacks or that cannot be seen.
  if (/\p{C}|\p{M}/u.test(letter) || width > 255) return [];
  const head = Buffer.alloc(6);
  head.writeUInt32BE(letter.codePointAt(0) ?? 0);
  head[4] = width;
  head[5] = way;
  return [head, Buffer.from(alpha)];
});
await writeFile(join(server, 'letters.bin'), deflateRawSync(Buffer.concat(packed), { level: 9 }));
await browser.close();

const names = async (language: string): Promise<[string, unknown]> => {
  const read = async (game: string) =>
    JSON.parse(await readFile(join(root, `src/games/${game}/i18n/main/${language}.json`), 'utf8')) as Record<string, unknown>;
  const catalogue = Object.assign({}, ...(await Promise.all(GAME_NAMES.map(read)))) as Record<string, unknown>;
  return [language, Object.fromEntries(INVITATIONS.map(({ kind }) => [kind, catalogue[`game.${kind}`]]))];
};
const called = Object.fromEntries(await Promise.all(['en', 'sl', 'hr', 'sr', 'it'].map(names)));
await writeFile(join(server, 'names.json'), `${JSON.stringify(called, null, 2)}\n`);
