/**
 * Makes the pictures that messengers show with the link to a table, one a game, in
 * public/invitation, from the decks' own drawings:
 *
 *     node tools/invitations.mjs
 *
 * Needs Chromium (CHROMIUM names another than /usr/bin/chromium).
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';

const SIZE = { width: 1200, height: 630 };
const CARD = { width: 250, height: 417 };

const root = join(import.meta.dirname, '..');
const vite = await createServer({ root, server: { middlewareMode: true }, logLevel: 'error' });
const trset = (await vite.ssrLoadModule('/src/cards/draw.ts')).cardImage;
const tarok = (await vite.ssrLoadModule('/src/cards/tarok/draw.ts')).tarokImage;
const french = (await vite.ssrLoadModule('/src/cards/french/draw.ts')).frenchImage;
await vite.close();

/** Each game's cloth, and the cards that are held up. */
const GAMES = {
  trset: { cloth: '#23455c', draw: trset, cards: ['BK', 'CC', 'D3', 'SA', 'C2'] },
  kifameno: { cloth: '#34406b', draw: trset, cards: ['S3', 'C4', 'B4'] },
  tarok: { cloth: '#23523f', draw: tarok, cards: ['HK', 'T21', 'T22', 'T1', 'SQ'] },
  tablic: { cloth: '#6a2834', draw: french, cards: ['HJ', 'D10', 'C2', 'SA'] },
};

/** The cards as in a hand, all turned about a point below them. */
function fan(draw, cards) {
  const middle = (cards.length - 1) / 2;
  return cards
    .map((card, n) => {
      const turn = (n - middle) * 11;
      const at = `left:${(SIZE.width - CARD.width) / 2}px;top:118px;width:${CARD.width}px;height:${CARD.height}px`;
      return `<div style="position:absolute;${at};transform-origin:50% 210%;transform:rotate(${turn}deg)"><img src="${draw(card, 'full')}" alt=""></div>`;
    })
    .join('');
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
});
const page = await browser.newPage({ viewport: SIZE });
await mkdir(join(root, 'public/invitation'), { recursive: true });
for (const [game, { cloth, draw, cards }] of Object.entries(GAMES)) {
  const light = `radial-gradient(ellipse at 50% 35%, color-mix(in srgb, ${cloth} 78%, white), ${cloth} 55%, color-mix(in srgb, ${cloth} 72%, black))`;
  await page.setContent(
    `<style>*{margin:0}img{display:block;width:100%;height:100%;filter:drop-shadow(0 8px 14px rgb(0 0 0 / .4))}` +
      `body{position:relative;width:${SIZE.width}px;height:${SIZE.height}px;overflow:hidden;box-sizing:border-box;border:18px solid #3a2a21;background:${light}}</style>` +
      `<div style="position:absolute;inset:0;translate:-18px -18px">${fan(draw, cards)}</div>`,
  );
  await page.screenshot({ path: join(root, `public/invitation/${game}.jpg`), type: 'jpeg', quality: 82 });
}
await browser.close();
