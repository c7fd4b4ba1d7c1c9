/**
 * Makes the application's icons in public/ from the deck's own drawings:
 *
 *     npx tsx tools/icons.ts
 *
 * Needs Chromium (CHROMIUM names another than /usr/bin/chromium).
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { createServer } from 'vite';
import { CHROMIUM } from '../e2e/support/chromium.ts';

const root = join(import.meta.dirname, '..');
const FELT = '#4b382e';
const EDGE = '#6b5447';

const vite = await createServer({ root, server: { middlewareMode: true }, logLevel: 'error' });
const { cardSvg } = (await vite.ssrLoadModule('/src/cards/packs/italian/draw.ts')) as typeof import('../src/cards/packs/italian/draw.ts');
await vite.close();

/** A card as a nested drawing, turned about the middle of its lower edge. */
function card(name: Parameters<typeof cardSvg>[0], turn: number, width: number): string {
  const height = (width * 5) / 3;
  const inner = cardSvg(name, 'small').replace(
    '<svg ',
    `<svg x="${256 - width / 2}" y="${256 - height / 2}" width="${width}" height="${height}" `,
  );
  return `<g transform="rotate(${turn} 256 ${256 + height * 0.55})">${inner}</g>`;
}

/** `scale` leaves room for what a system cuts off; `round` is the corner of the cloth. */
function icon(scale: number, round: number): string {
  const cards = card('C3', -13, 190) + card('D2', 0, 190) + card('SA', 13, 190);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">' +
    `<rect width="512" height="512" rx="${round}" fill="${FELT}"/>` +
    `<rect x="14" y="14" width="484" height="484" rx="${Math.max(round - 14, 0)}" fill="none" stroke="${EDGE}" stroke-width="${round > 0 ? 6 : 0}"/>` +
    `<g transform="translate(256 256) scale(${scale}) translate(-256 -256)">${cards}</g></svg>`
  );
}

const whole = icon(1.12, 96);
const maskable = icon(0.82, 0);
await writeFile(join(root, 'public/icon.svg'), `${whole}\n`);

const browser = await chromium.launch(CHROMIUM);
const page = await browser.newPage();
for (const [name, size, drawing] of [
  ['icon-192', 192, whole],
  ['icon-512', 512, whole],
  ['icon-maskable-192', 192, maskable],
  ['icon-maskable-512', 512, maskable],
  ['apple-touch-icon', 180, icon(0.95, 0)],
] as const) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${drawing}`);
  await page.screenshot({ path: join(root, `public/${name}.png`), omitBackground: true });
}
await browser.close();
