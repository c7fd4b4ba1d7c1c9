/** Every page passes the machine's part of an accessibility check on a wide screen, in light and in dark. */
import { test } from './support/fixtures.ts';
import { accessible } from './support/accessibility.ts';
import { loaded } from './support/page.ts';
import { DESKTOP } from './support/sizes.ts';
import { PAGES } from './support/publicPages.ts';
import { playByPress, playOn } from './support/playing.ts';
import { still } from './support/table.ts';

test('pages', async ({ visit }) => {
  const page = await visit(DESKTOP, 'about:blank');
  for (const address of PAGES) {
    await page.goto(address);
    await loaded(page);
    await accessible(page, address);
  }
});

test('a table in play', async ({ visit }) => {
  const page = await visit(DESKTOP);
  await page.getByTestId('play-now').click();
  await page.getByTestId('hand-card').first().waitFor();
  await playOn(page, (p) => playByPress(p), 2);
  await still(page);
  await accessible(page, 'table');
});
