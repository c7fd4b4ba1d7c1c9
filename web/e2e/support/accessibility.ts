/** The machine's part of an accessibility check. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Page, expect } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import { settled } from './page.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** In the dark only the rules that a dark page may break and a light one not. */
const RULES: readonly ['light' | 'dark', RunOptions][] = [
  ['light', {}],
  ['dark', { runOnly: ['color-contrast', 'link-in-text-block'] }],
];

/** Finds nothing wrong with the page as it stands, in light and in dark. */
export async function accessible(page: Page, name: string): Promise<void> {
  for (const [colorScheme, rules] of RULES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Colours that fade are measured when they have faded.
    await settled(page);
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
    const { violations } = await page.evaluate((which) => window.axe.run({ resultTypes: ['violations'], ...which }), rules);
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
    expect(found, `${name}, ${colorScheme}`).toEqual([]);
  }
}
