/** The machine's part of an accessibility check. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that a dark page may break and a light one not. */
const COLOURS = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** Finds nothing wrong with the page as it stands, in light and in dark. */
export async function accessible(page, name) {
  for (const [colorScheme, rules] of [['light', {}], ['dark', COLOURS]]) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Colours that fade are measured when they have faded.
    await page.waitForFunction(() => !document.getAnimations().some((motion) => motion instanceof CSSTransition));
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
    const { violations } = await page.evaluate((which) => window.axe.run({ resultTypes: ['violations'], ...which }), rules);
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
    assert.deepEqual(found, [], `${name}, ${colorScheme}`);
  }
}
